import Files
import Listing
import Testing

@Suite("Listings of z/VM and VM/CMS")
struct CMSFamilyTests {
    static let current = """
        LETTER   SCRIPT   V         71         26          1 1997-04-02 12:33:20 TCP291
        NOTESOFALL        DIR        -          -          - 1999-09-20 10:31:11 -
        WELCOME  EXEC     F         80         21          1 1999-12-27 16:19:00 -
        """

    static let old = """
        Filename FileType  Fm Format Lrecl  Records Blocks Date      Time
        MORNING  GLOBALV   A1 V      41     21     1       9/16/91   15:10:32
        WINTER   DATE      A0 V      1      1      1       1/03/100  10:11:12
        PEOPLE             A1 DIR    -      -      -       9/20/99   10:31:11
        """

    @Test("Name and type make the name, and the size stays unknown")
    func current() {
        let listing = parse(CMSFamilyTests.current)
        #expect(
            listing.entries.map(\.name.text) == ["LETTER.SCRIPT", "NOTESOFALL", "WELCOME.EXEC"])
        #expect(listing.entries.map(\.kind) == [.file, .directory, .file])
        #expect(listing.entries.map(\.size) == [nil, nil, nil])
        #expect(listing.entries.map(\.owner) == ["TCP291", nil, nil])
        #expect(listing.entries[0].modified?.seconds == seconds(1_997, 4, 2, 12, 33, 20))
        #expect(listing.entries[0].modified?.precision == .second)
    }

    @Test("The older form: file modes, and years counted from 1900")
    func old() {
        let listing = parse(CMSFamilyTests.old)
        #expect(listing.entries.map(\.name.text) == ["MORNING.GLOBALV", "WINTER.DATE", "PEOPLE"])
        #expect(listing.entries.map(\.kind) == [.file, .file, .directory])
        #expect(
            listing.entries.map { $0.modified?.seconds } == [
                seconds(1_991, 9, 16, 15, 10, 32), seconds(2_000, 1, 3, 10, 11, 12),
                seconds(1_999, 9, 20, 10, 31, 11),
            ])
    }

    @Test(
        "What only looks like it is no entry",
        arguments: [
            "LETTER SCRIPT X 71 26 1 1997-04-02 12:33:20",
            "LETTER SCRIPT V 71 26 1997-04-02 12:33:20",
            "LETTER SCRIPT V 71 26 1 1997-04-02", "LETTER SCRIPT V 71 26 1 1997-04-02 12:33:20 a b",
            "LETTER/LONG SCRIPT V 71 26 1 1997-04-02 12:33:20",
            "NOTES DIR x y z 1999-09-20 10:31:11",
            "WINTER DATE A0 V 1 1 1 13/03/100 10:11:12", "A DIR", "A DIR - - -",
        ])
    func refused(line: String) {
        #expect(
            parse(line + "\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\n").entries.map(\.name.text)
                == ["x"])
    }
}
