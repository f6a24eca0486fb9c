import Files
import Listing
import Testing

@Suite("What holds of all families of listings")
struct AllFamiliesTests {
    /// The old MacOS' columns are those of Unix with numbers for accounts, which is what they are
    /// taken for once a line of Unix came first.
    private static func isOneAnother(_ first: String, _ second: String) -> Bool {
        first == "unix" && second == "mac"
    }

    @Test("Each sample gives entries", arguments: FamilySamples.all.indices)
    func samples(index: Int) {
        let sample = FamilySamples.all[index]
        #expect(parse(sample.text).count >= 1, "\(sample.name)")
        #expect(parse(sample.text).droppedCount == 0, "\(sample.name)")
    }

    @Test(
        "Whichever family came first, each sample is read as it is alone",
        arguments: FamilySamples.all.dropLast().indices)
    func mixed(index: Int) {
        let first = FamilySamples.all[index]
        for second in FamilySamples.all.dropLast()
        where !AllFamiliesTests.isOneAnother(first.name, second.name) {
            let alone = withoutVersions(parse(first.text), parse(second.text))
            let both = withoutVersions(parse(first.text + second.text))
            #expect(both == alone, "\(first.name), then \(second.name)")
        }
    }

    @Test(
        "Prose, pages and complaints are no entries, whichever family came first",
        arguments: FamilySamples.all.dropLast().indices)
    func prose(index: Int) {
        let sample = FamilySamples.all[index]
        let alone = parse(sample.text).entries
        for line in FamilySamples.prose.split(separator: "\n") {
            let listing = parse(sample.text + line + "\r\n")
            #expect(listing.entries == alone, "\(sample.name), then \(line)")
        }
    }

    @Test(
        "What the server says of itself changes nothing in lines that are clear",
        arguments: [
            "UNIX Type: L8", "Windows_NT", "VMS V5.5", "MVS is the operating system",
            "z/VM Version 5",
            "OS/400 is the remote operating system", "NONSTOP", "NETWARE Type: L8", "MACOS Peter's",
        ])
    func systems(system: String) {
        for sample in FamilySamples.all {
            let listing = parse(sample.text + FamilySamples.prose, system: system)
            guard sample.name != "names" else {
                #expect(listing.isEmpty, "\(system)")
                continue
            }
            #expect(listing.entries == parse(sample.text).entries, "\(sample.name) of \(system)")
        }
    }

    @Test("Prose alone is no listing, nor are its lines one by one")
    func proseAlone() {
        #expect(parse(FamilySamples.prose).isEmpty)
        for line in FamilySamples.prose.split(separator: "\n") where line.contains(" ") {
            #expect(parse(String(line)).isEmpty, "\(line)")
        }
    }

    @Test("10,000 lines of words and numbers give no entry")
    func randomLines() {
        var state: UInt64 = 11
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let letters = Array(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-+=<>[]/")
        for _ in 0..<10_000 {
            let line = (0..<2 + next(9)).map { _ in
                next(3) == 0
                    ? String(next(1 << next(30)))
                    : String((0..<1 + next(9)).map { _ in letters[next(letters.count)] })
            }.joined(separator: " ")
            #expect(parse(line).isEmpty, "\(line)")
        }
    }

    @Test(
        "Cut in pieces of any size, each sample gives the same",
        arguments: FamilySamples.all.indices)
    func pieces(index: Int) {
        let bytes = Array(FamilySamples.all[index].text.utf8)
        let whole = parse(bytes).entries
        for piece in 1...bytes.count {
            #expect(parse(bytes, piece: piece).entries == whole)
        }
    }

    @Test(
        "Cut off, or with a stray byte anywhere, nothing traps and every name is one",
        arguments: FamilySamples.all.indices)
    func strays(index: Int) {
        let bytes = Array(FamilySamples.all[index].text.utf8)
        for position in 0...bytes.count {
            expectNames(parse(Array(bytes.prefix(position))))
            for stray: UInt8 in [0, 0x20, 0x0A, 0x2F, 0xFF] {
                var changed = bytes
                changed.insert(stray, at: position)
                expectNames(parse(changed))
                if position < bytes.count {
                    changed = bytes
                    changed[position] = stray
                    expectNames(parse(changed))
                }
            }
        }
    }

    /// Whether VMS' versions are shown is a matter of the whole listing.
    private func withoutVersions(_ listings: Directory...) -> [Entry] {
        listings.flatMap(\.entries).map { entry in
            var entry = entry
            entry.name = Name(entry.name.bytes.prefix { $0 != 0x3B }) ?? entry.name
            return entry
        }
    }

    private func expectNames(_ listing: Directory) {
        for entry in listing.entries {
            let name = entry.name.bytes
            #expect(
                !name.isEmpty && !name.contains(0) && !name.contains(0x2F)
                    && name != [0x2E] && name != [0x2E, 0x2E])
        }
    }
}
