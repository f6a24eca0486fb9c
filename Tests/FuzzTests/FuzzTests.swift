import Support
import Testing

@Suite("Whatever a stranger sends is read without a trap, and keeps what must hold")
struct FuzzTests {
    @Test("There are samples to start from", arguments: FuzzTarget.all)
    func samples(target: FuzzTarget) {
        #expect(!StoredInputs.samples(of: target).isEmpty)
    }

    @Test("What was found once stays found", arguments: FuzzTarget.all)
    func fixtures(target: FuzzTarget) {
        for (name, bytes) in StoredInputs.fixtures(of: target) {
            for cut in cuts(of: bytes) {
                guard run(target, bytes, cut: cut, "the fixture \(name)") else { break }
            }
        }
    }

    @Test("Every fixture belongs to a target")
    func fixtureFolders() {
        for folder in StoredInputs.fixtureFolders {
            #expect(FuzzTarget.named(folder) != nil, "there is no target \(folder)")
        }
    }

    @Test("Every sample may be cut at every byte", arguments: FuzzTarget.all)
    func cutAnywhere(target: FuzzTarget) {
        for sample in StoredInputs.samples(of: target) {
            for cut in 0...sample.count {
                guard run(target, sample, cut: cut, "cut at \(cut)") else { return }
            }
        }
    }

    @Test(
        "A blank or a NUL may stand anywhere in every sample, and it may end anywhere",
        arguments: FuzzTarget.all)
    func insertedAnywhere(target: FuzzTarget) {
        for sample in StoredInputs.samples(of: target) {
            for place in 0...sample.count {
                for byte in [0x20, 0x00] as [UInt8] {
                    let bytes = sample[..<place] + [byte] + sample[place...]
                    guard run(target, Array(bytes), cut: place, "\(byte) put in at \(place)")
                    else { return }
                }
                guard run(target, Array(sample[..<place]), cut: place / 2, "ended at \(place)")
                else { return }
            }
        }
    }

    @Test("Random changes to every sample, and random bytes", arguments: FuzzTarget.all)
    func random(target: FuzzTarget) {
        var generator = SeededNumbers(seed: 20_231_121)
        let samples = StoredInputs.samples(of: target)
        for round in 0..<300 {
            let bytes = Mutation.any(of: samples, longest: target.longest, using: &generator)
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            guard run(target, bytes, cut: cut, "round \(round)") else { return }
        }
    }

    /// All of a short input's; a few of a long one's.
    private func cuts(of bytes: [UInt8]) -> [Int] {
        Array(stride(from: 0, through: bytes.count, by: max(1, bytes.count / 100)))
    }

    /// False after what did not hold, so that it is said once.
    private func run(
        _ target: FuzzTarget, _ bytes: [UInt8], cut: Int, _ what: String
    ) -> Bool {
        do {
            try target.check(bytes, cut)
            return true
        } catch {
            let shown = bytes.prefix(400).map { byte in
                byte >= 0x20 && byte < 0x7F && byte != 0x5C
                    ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16)
            }
            Issue.record("\(target.name), \(what): \(error), for '\(shown.joined())'")
            return false
        }
    }
}

extension FuzzTarget: CustomTestStringConvertible {
    var testDescription: String { name }
}
