import Files
import Listing
import Testing

@Suite("Listings of OS/400")
struct OS400FamilyTests {
    static let usual = """
        QSYS            77824 02/23/00 15:09:55 *DIR       fields/
        SMITH             512 12/01/03 08:00:01 *STMF      a letter.txt
        SMITH             512 12/01/03 08:00:01 *STMF      /home/smith/deep.txt
        QPGMR           24576 01/02/03 04:05:06 *FLR       FOLDER
        QPGMR          135168 01/02/03 04:05:06 *FILE      ORDERS.FILE
        QPGMR          135168 01/02/03 04:05:06 *FILE      BACKUP.SAVF
        QPGMR                                   *MEM       ORDERS.FILE/JULY.MBR
                                                *MEM       MYLIB.LIB/ORDERS.FILE/JUNE.MBR
        QPGMR                                   *MEM       ORDERS.AUGUST
        QPGMR                 01/02/03 04:05:06 *DDIR      SIZELESS
        QPGMR               7 01/02/03 04:05:06 *FILE
        """

    @Test("Kinds of objects, paths by their last component, members without size and date")
    func usual() {
        let listing = parse(OS400FamilyTests.usual)
        #expect(
            listing.entries.map(\.name.text) == [
                "fields", "a letter.txt", "deep.txt", "FOLDER", "ORDERS.FILE", "BACKUP.SAVF",
                "JULY.MBR", "JUNE.MBR", "ORDERS.AUGUST", "SIZELESS",
            ])
        #expect(
            listing.entries.map(\.kind) == [
                .directory, .file, .file, .directory, .directory, .file, .file, .file, .file,
                .directory,
            ])
        #expect(
            listing.entries.map(\.size) == [nil, 512, 512, nil, nil, 135_168, nil, nil, nil, nil])
        #expect(listing.entries[0].owner == "QSYS")
        #expect(listing.entries[0].modified?.seconds == seconds(2_000, 2, 23, 15, 9, 55))
        #expect(listing.entries[0].modified?.precision == .second)
        #expect(listing.entries[1].modified?.seconds == seconds(2_003, 12, 1, 8, 0, 1))
        #expect(listing.entries[6].modified == nil)
    }

    @Test(
        "One day that can be read in one order only tells the order of all, before it and after",
        arguments: [
            ("25/02/03", 2_003, 2, 1), ("02/25/03", 2_003, 1, 2), ("95/02/01", 2_001, 2, 3),
            ("01.02.03", 2_003, 2, 1),
        ] as [(String, Int, Int, Int)])
    func orders(proof: String, year: Int, month: Int, day: Int) {
        let doubtful = proof.contains(".") ? "01.02.03" : "01/02/03"
        let lines = [doubtful, proof, doubtful].enumerated()
            .map { "SMITH 7 \($1) 04:05:06 *STMF f\($0)\r\n" }.joined()
        let listing = parse(lines, zoneOffset: 3_600)
        for index in [0, 2] {
            #expect(
                listing.entries[index].modified
                    == seconds(year, month, day, 3, 5, 6).map { Timestamp(seconds: $0) })
        }
    }

    @Test("An order that would put a day ahead of now is not believed")
    func ahead() {
        // On 15 June 2024; as a month first it would be October.
        let listing = parse("SMITH 7 10/05/24 04:05:06 *STMF a\r\n")
        #expect(listing.entries[0].modified?.seconds == seconds(2_024, 5, 10, 4, 5, 6))
    }

    @Test("A day that goes against all the others does not lose its entry")
    func against() {
        let listing = parse(
            "SMITH 7 25/02/03 04:05:06 *STMF a\r\nSMITH 7 02/25/03 04:05:06 *STMF b\r\n")
        #expect(
            listing.entries.map { $0.modified?.seconds }
                == [seconds(2_003, 2, 25, 4, 5, 6), seconds(2_003, 2, 25, 4, 5, 6)])
    }

    @Test("Years in four digits need no inference")
    func fullYears() {
        #expect(
            parsed("SMITH 7 2003-02-01 04:05:06 *STMF a")?.modified?.seconds
                == seconds(2_003, 2, 1, 4, 5, 6))
    }

    @Test(
        "What only looks like it is no entry",
        arguments: [
            "SMITH 7 99/99/99 04:05:06 *STMF a", "SMITH 7 01/02/03 *STMF a", "SEE *NOTE below",
            "see the *FILE below", "SMITH 7 01/02/03 04:05:06 *STMF", "*MEM A.FILE", "*FILE A/B",
            "*MEM a / b",
            "SMITH 7 01/02/03 04:05:06 more *STMF a", "SMITH 7 01/02/03 04:05:06 *stmf a",
            "SMITH 7 01/02/03 04:05:06 STMF a", "SMITH *DIR /",
        ])
    func refused(line: String) {
        #expect(
            parse(line + "\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\n").entries.map(\.name.text)
                == ["x"])
    }
}
