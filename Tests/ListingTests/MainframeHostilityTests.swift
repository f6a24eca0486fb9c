import Files
import Listing
import Testing

@Suite("Listings of big machines, cut and disturbed at every place")
struct MainframeHostilityTests {
    static let samples = [
        VMSFamilyTests.multiNet, VMSFamilyTests.ucx, MVSFamilyTests.dataSets,
        MVSFamilyTests.members, MVSFamilyTests.loadModules, MVSFamilyTests.jobs,
        CMSFamilyTests.current, CMSFamilyTests.old, OS400FamilyTests.usual,
        NonStopFamilyTests.sample,
    ]

    /// Whether each name is one, so that nothing leads out of the directory.
    private func isSound(_ listing: Directory) -> Bool {
        listing.entries.count == listing.count
            && (0..<listing.count).allSatisfy { Name.isComponent(listing.nameBytes(at: $0)) }
    }

    @Test("Cut in two at every byte, each gives the same entries", arguments: samples.indices)
    func split(index: Int) {
        let bytes = Array(MainframeHostilityTests.samples[index].utf8)
        let whole = parse(bytes)
        #expect(!whole.isEmpty)
        for place in 0...bytes.count {
            var parser = ListingParser(now: summer)
            bytes[..<place].withUnsafeBytes { parser.feed($0) }
            bytes[place...].withUnsafeBytes { parser.feed($0) }
            #expect(parser.finish().entries == whole.entries)
        }
    }

    @Test("Every start of it, and any byte put in anywhere", arguments: samples.indices)
    func disturbed(index: Int) {
        let bytes = Array(MainframeHostilityTests.samples[index].utf8)
        for place in 0...bytes.count {
            #expect(isSound(parse(Array(bytes[..<place]))))
            for byte: UInt8 in [0, 0x20, 0x0D, 0x2F, 0x3B] {
                var changed = bytes
                changed.insert(byte, at: place)
                #expect(isSound(parse(changed)))
            }
        }
    }

    @Test("Words of all of them thrown together never trap")
    func random() {
        var state: UInt64 = 11
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let words =
            MainframeHostilityTests.samples.flatMap {
                $0.split(whereSeparator: { $0.isWhitespace }).map(String.init)
            } + [
                "\r", "\n", "\n", "\n ", ";", "^", "[", "]", "(", "..;1", ".;1", "..DIR;1",
                "...DIR;1", "99999999999999999999", "*", "**", "/", "../a/", "1,", "\"", "\u{0}",
            ]
        for _ in 0..<20_000 {
            let text = (0..<next(30)).map { _ in words[next(words.count)] }
                .joined(separator: next(4) == 0 ? "" : " ")
            #expect(isSound(parse(text, system: next(2) == 0 ? "VMS" : "MVS")))
        }
    }

    @Test("Names of VMS that without their version would be no names keep it")
    func dots() {
        let listing = parse(
            "..;1  1  5-MAR-1993 18:09\r\n.;1  1  5-MAR-1993 18:09\r\nA;1  1  5-MAR-1993 18:09\r\n")
        #expect(listing.entries.map(\.name.text) == ["..;1", ".;1", "A"])
    }

    @Test(
        "Ordinary listings are read as before, whatever SYST and headings say",
        arguments: ["215 VMS", "215 MVS", "215 z/VM", "OS/400", "NONSTOP", "UNIX"])
    func ordinary(system: String) {
        let lines = """
            Directory D:[A]
            Volume Unit Referred
            -rw-r--r-- 1 u g 7 Nov 20 23:51 NAME.EXT;1
            drwxr-xr-x 2 u g 7 Nov 20 23:51 *DIR
            02-23-05  09:24AM       <DIR>          DATA.SET
            type=file;size=1; NAME.FILE
            Total of 3 files
            Grand total of 2 directories, 3 files.
            The quick brown fox jumps over 13 lazy dogs
            Name    Size   Date
            """
        #expect(
            parse(lines, system: system).entries.map(\.name.text) == [
                "NAME.EXT;1", "*DIR", "DATA.SET", "NAME.FILE",
            ])
        #expect(
            parse("ONE\r\nTWO.TXT\r\nTHREE\r\n", system: system).entries.map(\.name.text) == [
                "ONE", "TWO.TXT", "THREE",
            ])
    }
}
