import Files
import Testing

@Suite("/lib/dls")
struct DLSFamilyTests {
    @Test("Names, sizes, dates and descriptions, of which the last two may be missing")
    func usual() throws {
        let listing = parse(
            "NOTICE              574  What this machine is\r\n"
                + "lib/                  -  \r\nopt/                  =  13 Apr 20:05\r\n"
                + "table                 0  \r\ntable.gz              3   7 Aug 16:15\r\n"
                + "pub/                  =  Jan 13 20:05  All of it\r\n"
                + "old                  14  Apr 26  1995\r\n"
                + "elder                14  -> ../real/elder  \r\n"
                + "eldest                -  Apr 17  8:38  -> a b\r\n")
        #expect(
            listing.entries.map(\.name.text) == [
                "NOTICE", "lib", "opt", "table", "table.gz", "pub", "old", "elder", "eldest",
            ])
        #expect(
            listing.entries.map(\.kind) == [
                .file, .directory, .directory, .file, .file, .directory, .file, .link, .link,
            ])
        #expect(listing.entries.map(\.size) == [574, nil, nil, 0, 3, nil, 14, nil, nil])
        #expect(
            listing.entries.map(\.modified?.seconds) == [
                nil, nil, seconds(2_024, 4, 13, 20, 5), nil, seconds(2_023, 8, 7, 16, 15),
                seconds(2_024, 1, 13, 20, 5), seconds(1_995, 4, 26, 12), nil,
                seconds(2_024, 4, 17, 8, 38),
            ])
        #expect(listing.entries[7].target == Array("../real/elder".utf8))
        #expect(listing.entries[8].target == Array("a b".utf8))
    }

    @Test("A name too long for its column stands on the line before")
    func longNames() {
        let listing = parse(
            "a-name-that-is-too-long-for-it\r\n                  80431  Feb  9  7:12\r\n"
                + "a-folder-that-is-too-long-for-it/\r\n                      =  \r\n"
                + "orphan-that-stays-one\r\n\r\n                  80431  Feb  9  7:12\r\n")
        #expect(
            listing.entries.map(\.name.text) == [
                "a-name-that-is-too-long-for-it", "a-folder-that-is-too-long-for-it",
            ])
        #expect(listing.entries.map(\.kind) == [.file, .directory])
        #expect(listing.entries.map(\.size) == [80_431, nil])
        #expect(listing.entries.first?.modified?.seconds == seconds(2_024, 2, 9, 7, 12))
    }

    @Test("A word and a number with nothing behind them are a row only among others")
    func bareRows() {
        #expect(parse("maximum-of-users:    17\r\n").isEmpty)
        let listing = parse("lib/                  -\r\ntable                17\r\n")
        #expect(listing.entries.map(\.name.text) == ["lib", "table"])
        #expect(listing.entries.map(\.size) == [nil, 17])
    }

    @Test(
        "A word and a number elsewhere are no entry",
        arguments: [
            "NOTICE 574  What this is", "total                12", "total                 12",
            "NOTICE              76x  x", "NOTICE              574 x", "NOTICE              574x",
            " NOTICE             574  x", "download 12 Jan 5 2001 x",
            "Released          2002 to you",
        ])
    func refused(line: String) {
        let listing = parse("NOTICE              574  x\r\n" + line + "\r\n")
        #expect(listing.entries.count == 1)
    }
}
