import Glibc
import Words

/// What systemd does to a process of this login when its user logs out (logind.conf(5),
/// loginctl(1)).
enum LogoutRule: Equatable {
    /// It goes on.
    case survives
    /// It is ended with the session, but goes on in a scope of the user's own manager, which stays.
    case needsScope
    case ends

    /// A sentence for the user where the work would end.
    var warning: String? {
        guard self == .ends else { return nil }
        return tr(
            "systemd ends your processes when you log out; 'loginctl enable-linger' lets "
                + "transfers continue.")
    }

    /// By the control group of a process (a line of `/proc/self/cgroup`), whether logind's
    /// settings end the processes of a session, and whether the user's manager stays.
    init(group: String, killsProcesses: Bool, lingers: Bool) {
        if group.contains("/user@") {
            self = lingers ? .survives : .ends
        } else if group.contains("/session-"), killsProcesses {
            self = lingers ? .needsScope : .ends
        } else {
            self = .survives
        }
    }

    /// Of this process, as the files of the system say. Reads a few small ones.
    static func ofThisProcess() -> LogoutRule {
        let groups = SystemFile.text("/proc/self/cgroup") ?? ""
        let own = groups.split(separator: "\n").first { line in
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            return fields.count == 3 && ["", "name=systemd"].contains(fields[1])
                && fields[2].hasPrefix("/user")
        }
        guard let own else { return .survives }
        let name = getpwuid(getuid()).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
        let lingers = name.map { access("/var/lib/systemd/linger/\($0)", F_OK) == 0 } ?? false
        // Root is left out by logind's own KillExcludeUsers.
        let kills = getuid() != 0 && killsProcesses(LogindFiles.texts())
        return LogoutRule(group: String(own), killsProcesses: kills, lingers: lingers)
    }

    /// Whether logind's settings say so; `texts` of its files, each replacing what those before it
    /// say. Where none does, the comment that shows what was compiled in counts.
    static func killsProcesses(_ texts: [String]) -> Bool {
        var said: Bool?
        var compiled = false
        for line in texts.joined(separator: "\n").split(separator: "\n") {
            let words = line.split(separator: "=", maxSplits: 1).map {
                $0.filter { !$0.isWhitespace }
            }
            guard words.count == 2 else { continue }
            let isYes = ["yes", "true", "1", "on"].contains(words[1].lowercased())
            switch words[0] {
            case "KillUserProcesses": said = isYes
            case "#KillUserProcesses": compiled = isYes
            default: break
            }
        }
        return said ?? compiled
    }
}

/// The files of logind's settings.
private enum LogindFiles {
    /// Those that stand before others replace them.
    private static let folders = [
        "/etc/systemd", "/run/systemd", "/usr/local/lib/systemd", "/usr/lib/systemd",
    ]

    /// What they say, in the order in which they count.
    static func texts() -> [String] {
        let main = folders.lazy.compactMap { SystemFile.text("\($0)/logind.conf") }.first
        var added: [String: String] = [:]
        for folder in folders.reversed() {
            let dropped = "\(folder)/logind.conf.d"
            for name in SystemFile.names(in: dropped) where name.hasSuffix(".conf") {
                added[name] = SystemFile.text("\(dropped)/\(name)") ?? added[name]
            }
        }
        return [main ?? ""] + added.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// Small files that the system keeps.
private enum SystemFile {
    private static let limit = 65_536

    /// Nil where it cannot be read.
    static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &bytes, bytes.count)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// None where it is no folder.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let item = readdir(folder) {
            names.append(
                withUnsafePointer(to: &item.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}
