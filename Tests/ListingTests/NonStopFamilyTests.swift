import Files
import Listing
import Testing

@Suite("Listings of NonStop")
struct NonStopFamilyTests {
    static let sample = """
        File         Code             EOF  Last Modification    Owner  RWEP
        ALPHA         101           16354  18-May-05 14:12:20 210,255 "nunu"
        BETA    O       0         1048576   4-Jun-99 01:02:03   1, 12 "oooo"
        GAMMA         100 O             0  31-Dec-2010 23:59:59 255,255
        DELTA         100               7  31-Dec-10 23:59:59
        """

    @Test("Names, sizes in bytes, times to the second, owners in two numbers")
    func usual() {
        let listing = parse(NonStopFamilyTests.sample)
        #expect(listing.entries.map(\.name.text) == ["ALPHA", "BETA", "GAMMA", "DELTA"])
        #expect(listing.entries.map(\.size) == [16_354, 1_048_576, 0, 7])
        #expect(listing.entries.map(\.owner) == ["210,255", "1, 12", "255,255", nil])
        #expect(
            listing.entries.map { $0.modified?.seconds } == [
                seconds(2_005, 5, 18, 14, 12, 20), seconds(1_999, 6, 4, 1, 2, 3),
                seconds(2_010, 12, 31, 23, 59, 59), seconds(2_010, 12, 31, 23, 59, 59),
            ])
        #expect(listing.entries[0].modified?.precision == .second)
    }

    @Test("Without a heading an owner has to be there, or SYST to say what it is")
    func headless() {
        #expect(parsed("ALPHA 101 7 18-May-05 14:12:20 1,2 \"nunu\"")?.size == 7)
        #expect(parse("ALPHA 101 7 18-May-05 14:12:20\r\n").isEmpty)
        #expect(parse("ALPHA 101 7 18-May-05 14:12:20\r\n", system: "215 NONSTOP").count == 1)
    }

    @Test(
        "What only looks like it is no entry",
        arguments: [
            "ALPHABETA 101 7 18-May-05 14:12:20 1,2", "1LPHA 101 7 18-May-05 14:12:20 1,2",
            "A/B 101 7 18-May-05 14:12:20 1,2 \"nunu\"",
            "ALPHA x 7 18-May-05 14:12:20 1,2", "ALPHA 101 7 18-Foo-05 14:12:20 1,2",
            "ALPHA 101 7 18-May-05 14:12:20 1,2 nunu",
            "ALPHA 101 7 18-May-05 14:12:20 1,2 \"nunu\" x",
            "ALPHA 101 7 18-May-05 14:12:20 1,", "ALPHA 101 7 18-May-05 14:12:20 me",
        ])
    func refused(line: String) {
        #expect(
            parse(line + "\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\n").entries.map(\.name.text)
                == ["x"])
    }
}
