import Files
import Testing

@Suite("/bin/dls")
struct DLSFamilyTests {
    @Test("Names, sizes, dates and descriptions, of which the last two may be missing")
    func usual() throws {
        let listing = parse(
            "README              763  What this machine is\r\n"
                + "bin/                  -  \r\netc/                  =  11 Apr 21:04\r\n"
                + "index                 0  \r\nindex.gz              3   6 Aug 17:14\r\n"
                + "pub/                  =  Jan 11 21:04  All of it\r\n"
                + "old                  14  Apr 28  1994\r\n"
                + "elder                14  -> ../real/elder  \r\n"
                + "eldest                -  Apr 18  9:39  -> a b\r\n")
        #expect(
            listing.entries.map(\.name.text) == [
                "README", "bin", "etc", "index", "index.gz", "pub", "old", "elder", "eldest",
            ])
        #expect(
            listing.entries.map(\.kind) == [
                .file, .directory, .directory, .file, .file, .directory, .file, .link, .link,
            ])
        #expect(listing.entries.map(\.size) == [763, nil, nil, 0, 3, nil, 14, nil, nil])
        #expect(
            listing.entries.map(\.modified?.seconds) == [
                nil, nil, seconds(2_024, 4, 11, 21, 4), nil, seconds(2_023, 8, 6, 17, 14),
                seconds(2_024, 1, 11, 21, 4), seconds(1_994, 4, 28, 12), nil,
                seconds(2_024, 4, 18, 9, 39),
            ])
        #expect(listing.entries[7].target == Array("../real/elder".utf8))
        #expect(listing.entries[8].target == Array("a b".utf8))
    }

    @Test("A name too long for its column stands on the line before")
    func longNames() {
        let listing = parse(
            "a-name-that-is-too-long-for-it\r\n                  79215  Jan  4  6:45\r\n"
                + "a-folder-that-is-too-long-for-it/\r\n                      =  \r\n"
                + "orphan-that-stays-one\r\n\r\n                  79215  Jan  4  6:45\r\n")
        #expect(
            listing.entries.map(\.name.text) == [
                "a-name-that-is-too-long-for-it", "a-folder-that-is-too-long-for-it",
            ])
        #expect(listing.entries.map(\.kind) == [.file, .directory])
        #expect(listing.entries.map(\.size) == [79_215, nil])
        #expect(listing.entries.first?.modified?.seconds == seconds(2_024, 1, 4, 6, 45))
    }

    @Test("A word and a number with nothing behind them are a row only among others")
    func bareRows() {
        #expect(parse("maximum-of-users:    17\r\n").isEmpty)
        let listing = parse("bin/                  -\r\nindex                17\r\n")
        #expect(listing.entries.map(\.name.text) == ["bin", "index"])
        #expect(listing.entries.map(\.size) == [nil, 17])
    }

    @Test(
        "A word and a number elsewhere are no entry",
        arguments: [
            "README 763  What this is", "total                12", "total                 12",
            "README              76x  x", "README              763 x", "README              763x",
            " README             763  x", "download 12 Jan 5 2001 x",
            "Released          2002 to you",
        ])
    func refused(line: String) {
        let listing = parse("README              763  x\r\n" + line + "\r\n")
        #expect(listing.entries.count == 1)
    }
}
