import Files
import Listing
import Testing

@Suite("Listings of VMS")
struct VMSFamilyTests {
    static let multiNet = """
        \r
        WRK:[GUESTS]\r
        \r
        HELLO.TXT;3                12   4-NOV-1994 14:09 [GUESTS] (RWE,RWE,,)\r
        LETTERS.DIR;1               1  28-OCT-1994 10:05 [501,120] (RWED,RWED,RE,RE)\r
        SECRET.DAT;1        %RMS-E-PRV, insufficient privilege or file protection violation\r
        OTHER.DAT;1         insufficient privilege or file protection violation\r
        \r
        \r
        Total of 13 blocks in 4 files.\r

        """

    static let ucx = """
        Directory DKA100:[WEATHER.MAPS]

        A-NAME-FAR-TOO-LONG-FOR-ITS-COLUMN.OBSERVATIONS;12
                                 7/12      29-JAN-1996 03:33:12.25  [WX,STATION] (RWED,RWED,RE,)
        NORTH.GIF;2              213/216   29-JAN-1996 03:33:12  [WX,STATION] (RWED,RWED,RE,)
        NORTH.GIF;1              ******    28-JAN-1996 03:33:12  [WX,STATION] (RWED,RWED,RE,)
        SOUTH.GIF;1              2KB       28-JAN-1996 03:33:12  [WX,STATION] (RWED,RWED,RE,)

        Total of 4 files, 220/228 blocks
        """

    @Test("MultiNet: blocks are 512 bytes, directories go without .DIR;1, refusals are no entries")
    func multiNet() {
        let listing = parse(VMSFamilyTests.multiNet)
        #expect(listing.entries.map(\.name.text) == ["HELLO.TXT", "LETTERS"])
        #expect(listing.entries.map(\.kind) == [.file, .directory])
        #expect(listing.entries.map(\.size) == [6_144, nil])
        #expect(listing.entries.map(\.owner) == ["GUESTS", "120"])
        #expect(listing.entries.map(\.group) == [nil, "501"])
        #expect(listing.entries[0].modified?.seconds == seconds(1_994, 11, 4, 14, 9))
        #expect(listing.entries[0].modified?.precision == .minute)
        #expect(listing.entries[0].modified?.isZoned == false)
    }

    @Test("UCX: names on a line of their own; versions stay only where there are several")
    func ucx() {
        let listing = parse(VMSFamilyTests.ucx)
        #expect(
            listing.entries.map(\.name.text) == [
                "A-NAME-FAR-TOO-LONG-FOR-ITS-COLUMN.OBSERVATIONS", "NORTH.GIF;2", "NORTH.GIF;1",
                "SOUTH.GIF",
            ])
        #expect(listing.entries.map(\.size) == [3_584, 109_056, nil, 2_048])
        #expect(listing.entries[0].modified?.seconds == seconds(1_996, 1, 29, 3, 33, 12))
        #expect(listing.entries[0].modified?.precision == .second)
        #expect(listing.entries[0].owner == "STATION")
        #expect(listing.entries[0].group == "WX")
    }

    @Test("A bare CR may part the name from its facts")
    func bareReturn() throws {
        let entry = try #require(
            parsed("A-LONG-NAME.FOR-A-COLUMN\r      3/4  29-JAN-1996 03:33:12  [A,B] (RWED,RE,,)"))
        #expect(entry.name.text == "A-LONG-NAME.FOR-A-COLUMN")
        #expect(entry.size == 1_536)
    }

    @Test(
        "Fields in any order, open brackets, no brackets, no time, no owner",
        arguments: [
            ("X.TXT;1  2/3 5-MAR-1993 18:09", 1_024, "", Timestamp.Precision.minute),
            ("[A.DIR]X.TXT;1 2/3 5-MAR-1993 18:09:00", 1_024, "", .second),
            ("DUA0:[A.B]X.TXT;1 2 5-MAR-1993 18:09", 1_024, "", .minute),
            ("X.TXT;1  [GRP,OWN]  5-MAR-1993 18:09:00.00  2/3 (RWED,,,)", 1_024, "OWN", .second),
            ("X.TXT;1  [GRP, OWN] 2 5-MAR-1993 18:09  (RWED,,,)", 1_024, "OWN", .minute),
            ("X.TXT;1  2  5-MAR-1993 18:09 [OWN (RWED,,,)", 1_024, "OWN", .minute),
            ("X.TXT;1  2  5-MAR-1993 18:09 [OWN", 1_024, "OWN", .minute),
            ("X.TXT;1  OWN 2  5-MAR-1993 18:09", 1_024, "OWN", .minute),
            ("X.TXT;1  2  5-Mar-1993 [OWN] (RWED,,,)", 1_024, "OWN", .day),
        ] as [(String, UInt64, String, Timestamp.Precision)])
    func orders(line: String, size: UInt64, owner: String, precision: Timestamp.Precision) throws {
        let entry = try #require(parsed(line))
        #expect(entry.name.text == "X.TXT")
        #expect(entry.size == size)
        #expect(entry.owner ?? "" == owner)
        let hour = precision == .day ? 12 : 18
        #expect(
            entry.modified?.seconds == seconds(1_993, 3, 5, hour, precision == .day ? 0 : 9))
        #expect(entry.modified?.precision == precision)
    }

    @Test("A caret keeps blanks, points and semicolons in a name, and stays in it")
    func carets() {
        #expect(
            parsed("A^ b^.c^;d.TXT;1  2  5-MAR-1993 18:09")?.name.text == "A^ b^.c^;d.TXT")
        #expect(parsed("Mixed^.Case.DIR;1  2  5-MAR-1993 18:09")?.name.text == "Mixed^.Case")
    }

    @Test("The root directory's entry for itself is left out")
    func root() {
        let listing = parse(
            "000000.DIR;1  1  5-MAR-1993 18:09\r\nA.DIR;1  1  5-MAR-1993 18:09\r\n")
        #expect(listing.entries.map(\.name.text) == ["A"])
    }

    @Test("A size alone is believed only below a heading, and too large a one is unknown")
    func sizes() {
        #expect(parse("A.TXT;1   12\r\n").isEmpty)
        #expect(parse("Directory D:[A]\r\nA.TXT;1   12\r\n").entries.map(\.size) == [6_144])
        #expect(
            parse("A.TXT;1  99999999999999999999/1  5-MAR-1993 18:09\r\n").entries.map(\.size)
                == [])
        #expect(
            parse("A.TXT;1  2199023255040/4294967295  5-MAR-1993 18:09\r\n").entries.map(\.size)
                == [1_125_899_906_580_480])
    }

    @Test(
        "What only looks like it is no entry",
        arguments: [
            "Total of 13 blocks in 4 files.", "Grand total of 1 directory, 3 files.",
            "see version 1.0;2 of 5-MAR-1993", "X.TXT 2 5-MAR-1993 18:09",
            "X.TXT;1 <%SYSTEM-F-NOPRIV, no privilege for attempted operation>",
            "X.TXT;1 <%RMS-E-FNF, file not found>", "X.TXT;1", "a.b (c)", "X;1 maybe",
            "X.TXT;123456 2 5-MAR-1993 18:09",
            "X.TXT;1 2 5-MAR-1993 18:09 and some more words",
        ])
    func refused(line: String) {
        let listing = parse(line + "\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\n")
        #expect(listing.entries.map(\.name.text) == ["x"])
    }

    @Test("A month by an unknown name loses the day, not the entry")
    func months() throws {
        let entry = try #require(parsed("A.B;1  6/8  15-JUI-2002  STATION  (RWED,RWED,RED,)"))
        #expect(entry.name.text == "A.B")
        #expect(entry.size == 3_072)
        #expect(entry.modified == nil)
        #expect(entry.owner == "STATION")
    }

    @Test("A name alone is joined with the very next line only")
    func joining() {
        let facts = "     3/4  29-JAN-1996 03:33:12  [A,B] (RWED,RE,,)\r\n"
        #expect(parse("A.B;1\r\n" + facts).count == 1)
        // Some servers do not indent what follows.
        #expect(parse("A.B;1\r\n3/4 29-JAN-1996 03:33:12 [A,B] (RWED,,,)\r\n").count == 1)
        #expect(parse("A.B;1\r\n7.C;1 4 29-JAN-1996 03:33\r\n").entries.map(\.name.text) == ["7.C"])
        #expect(parse("A.B;1\r\n\r\n" + facts).isEmpty)
        #expect(parse("A.B;1\r\nC D\r\n" + facts).isEmpty)
        #expect(parse(facts).isEmpty)
    }

    @Test("Names of an NLST keep their versions")
    func names() {
        #expect(parse("A.B;1\r\nC.D;2\r\n").entries.map(\.name.text) == ["A.B;1", "C.D;2"])
    }
}
