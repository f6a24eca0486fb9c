import Files
import Glibc

/// The hosts that ssh's own config names: literal words behind `Host`, in the order in which they
/// stand. What a host means is for ssh to say.
package struct SSHConfigNames: Sendable {
    /// More are not read.
    static let nameLimit = 2_000
    /// Files within files, as ssh has it (READCONF_MAX_DEPTH).
    static let depthLimit = 16
    /// Files in all.
    static let fileLimit = 256

    /// Each once.
    package private(set) var names: [String] = []
    /// Why a file of it could not be read, the first of them; nil where all could.
    package private(set) var trouble: SettingsError?

    private var known: Set<String> = []
    private var fileCount = 0
    /// Where relative names of files start: `~/.ssh`.
    private let folder: String?
    private let home: String?

    private init(home: String?) {
        self.home = home
        folder = home.map { $0 + "/.ssh" }
    }

    /// Those of the file that is read by `command`, which starts ssh and may say `-F FILE`; of the
    /// account's own where it says none. `home` is the account's.
    package static func load(command: String?, home: String?) -> SSHConfigNames {
        var names = SSHConfigNames(home: home)
        let given = command.flatMap { SSHCommandLine.configFile($0) }
        // ssh's word for no file at all.
        if given == "none" { return names }
        if let file = given.map({ names.expanded($0) }) ?? names.folder.map({ $0 + "/config" }) {
            names.read(file, depth: 0)
        }
        return names
    }

    /// Whether `command`, which starts ssh, says `-F FILE`.
    package static func namesConfig(_ command: String) -> Bool {
        SSHCommandLine.configFile(command) != nil
    }

    private mutating func read(_ file: String, depth: Int) {
        guard depth <= SSHConfigNames.depthLimit, fileCount < SSHConfigNames.fileLimit else {
            return
        }
        fileCount += 1
        do throws(SettingsError) {
            guard let text = try TextFile.read(file) else { return }
            for line in text.split(whereSeparator: \.isNewline) {
                take(SSHConfigLine(line), depth)
                if names.count >= SSHConfigNames.nameLimit { return }
            }
        } catch {
            if trouble == nil { trouble = error }
        }
    }

    private mutating func take(_ line: SSHConfigLine, _ depth: Int) {
        switch line.keyword {
        case "host":
            let excluded = Set(line.words.filter { $0.hasPrefix("!") }.map { $0.dropFirst() })
            for word in line.words
            where SSHConfigNames.isHost(word) && !excluded.contains(word[...]) {
                guard names.count < SSHConfigNames.nameLimit else { return }
                if known.insert(word).inserted { names.append(word) }
            }
        case "include":
            for pattern in line.words {
                for file in SSHConfigNames.files(expanded(pattern, in: folder)) {
                    read(file, depth: depth + 1)
                }
            }
        default:
            break
        }
    }

    /// Whether a word names one host, and may stand in a URL.
    private static func isHost(_ word: String) -> Bool {
        word.first != "-" && word.first != "!" && !word.isEmpty && word.utf8.count <= 255
            && word.utf8.allSatisfy { byte in
                byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
            }
    }

    /// `~/` is the account's home; a relative name stays so, or starts in `folder`.
    private func expanded(_ name: String, in folder: String? = nil) -> String {
        if name.hasPrefix("~/"), let home { return home + name.dropFirst() }
        if name.hasPrefix("/") || name.hasPrefix("~") { return name }
        return folder.map { "\($0)/\(name)" } ?? name
    }

    /// The files that a pattern fits, by their names.
    private static func files(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<min(Int(found.gl_pathc), fileLimit)).compactMap { index in
            found.gl_pathv[index].flatMap { String(validatingCString: $0) }
        }
    }
}
