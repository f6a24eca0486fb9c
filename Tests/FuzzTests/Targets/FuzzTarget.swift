import Glibc

/// Something that reads what a stranger sent, and what must hold whatever that is. The tests and
/// libFuzzer both go through these.
struct FuzzTarget: Sendable {
    let name: String
    /// The folder of samples to start from; several targets may share one.
    let samples: String
    /// Bytes that a mutated input may have.
    let longest: Int
    /// Throws `Broken` where something does not hold; must never trap. A reader that is fed in
    /// pieces gets the bytes whole, and cut before the byte `cut` (0…count), or one by one for 0.
    let check: @Sendable (_ bytes: [UInt8], _ cut: Int) throws -> Void

    init(
        _ name: String, samples: String? = nil, longest: Int = 4_096,
        check: @escaping @Sendable (_ bytes: [UInt8], _ cut: Int) throws -> Void
    ) {
        self.name = name
        self.samples = samples ?? name
        self.longest = longest
        self.check = check
    }

    static let all: [FuzzTarget] =
        replyTargets + machineTargets + listingTargets + textTargets + keyTargets
        + settingsTargets + siteListTargets + patternTargets + proxyTargets
        + charsetTargets + demoTargets + shareTargets + rawTargets + indexTargets + webTargets
        + sshTargets + sftpTargets + archiveTargets

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What a target found not to hold.
struct Broken: Error, CustomStringConvertible {
    let description: String
}

/// Throws `Broken` with these words where the condition is false.
func hold(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    if !condition { throw Broken(description: words()) }
}

/// The bytes in pieces: whole, and cut in two, or one by one where `cut` is 0.
func pieces(of bytes: [UInt8], cut: Int) -> [[ArraySlice<UInt8>]] {
    let cut = max(0, min(cut, bytes.count))
    let parts =
        cut == 0 ? bytes.indices.map { bytes[$0...$0] } : [bytes[..<cut], bytes[cut...]]
    return [[bytes[...]], parts]
}

/// Holds for whatever may reach a terminal or a log: no controls, nothing that turns the writing
/// around, and nothing without a width to hide behind.
func holdVisible(_ text: String, _ what: String) throws {
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
            throw Broken(
                description: "\(what) lets U+\(String(scalar.value, radix: 16)) through")
        default:
            break
        }
    }
}
