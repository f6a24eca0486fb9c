import Files
import Glibc
import Local
import Support

/// Where one run of the built program happens: `files` holds the user's, `here` and `served`.
final class Workplace {
    let folder: TemporaryFolder
    /// Seconds for a run; one that takes longer hangs.
    private static let patience = 60
    private var usesTrash = false

    init() throws {
        folder = try TemporaryFolder()
        for name in ["files", "files/here", "files/served"] { try folder.makeFolder(name) }
    }

    /// Where the user's own trash was refused, that of the mount has what was deleted here.
    deinit {
        guard usesTrash else { return }
        let trash = Trash()
        for entry in trash.list().entries {
            guard case .path(let origin) = entry.origin,
                origin.bytes.starts(with: (folder.path + "/").utf8)
            else { continue }
            try? trash.delete(entry.id)
        }
    }

    /// The user's files as they are.
    var contents: FolderContents { FolderContents(of: folder, below: "files") }

    func write(_ bytes: [UInt8], to name: String) throws {
        try folder.write(bytes, to: "files/" + name)
    }

    func makeFolder(_ name: String) throws { try folder.makeFolder("files/" + name) }

    func path(_ name: String) -> String { folder.path("files/" + name) }

    /// What the program is to find: nothing of the user's own settings, and the library below it.
    func environment(_ faults: [Fault], below folders: [String]) throws -> [String: String] {
        var variables = [
            "HOME": folder.path, "TMPDIR": folder.path, "XDG_CONFIG_HOME": folder.path("config"),
            "XDG_STATE_HOME": folder.path("state"), "SWIFT_BACKTRACE": "enable=no",
            "LD_PRELOAD": try FaultLibrary.path(), "FERRY_FAULT_PROGRAM": "ferry",
            "FERRY_FAULT_BELOW": folders.map(path).joined(separator: ":"),
            "FERRY_FAULT_TRACE": folder.path("trace"),
        ]
        if !faults.isEmpty {
            variables["FERRY_FAULT"] = faults.map(\.order).joined(separator: ",")
        }
        return variables
    }

    /// Runs the built program in `here`, and kills it after so many milliseconds; its code, above
    /// 128 for a signal.
    func run(
        _ arguments: [String], _ environment: [String: String], killedAfter milliseconds: Int? = nil
    ) -> Int {
        usesTrash = usesTrash || arguments.contains("--trash")
        let limit =
            milliseconds.map { ["timeout", "-s", "KILL", "\(Double($0) / 1_000)"] }
            ?? ["timeout", "-k", "5", "\(Workplace.patience)"]
        let code = Command.run(
            limit + ["env"]
                + environment.map { "\($0.key)=\($0.value)" } + [
                    "sh", "-c",
                    "cd \"$0/files/here\" && exec \"$@\" </dev/null >\"$0/out\" 2>\"$0/err\"",
                    folder.path, Workplace.ferry,
                ] + arguments)
        // What ends itself by the signal that it sent has no code of its own.
        return code == -1 && milliseconds != nil ? 128 + Int(SIGKILL) : code
    }

    /// What the program complained of.
    var complaint: String { String(decoding: folder.read("err") ?? [], as: UTF8.self) }

    /// How often each call was made so far, and whether a fault was met.
    var trace: Trace { Trace(String(decoding: folder.read("trace") ?? [], as: UTF8.self)) }

    /// Begins to count anew.
    func forgetTrace() { unlink(folder.path("trace")) }

    /// The built program lies beside the tests.
    static let ferry: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
        let program = String(
            decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/ferry"
    }()
}

/// The calls of a program on the user's files.
struct Trace {
    /// How often each was made.
    private(set) var counts: [String: Int] = [:]
    /// Those that met a fault.
    private(set) var met: Set<String> = []

    /// Whether one of them was the last that was ever made.
    private(set) var wasKilled = false

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 4, let number = Int(fields[1]) else { continue }
            counts[String(fields[0]), default: 0] = max(counts[String(fields[0])] ?? 0, number)
            guard let fault = fields.last, !fault.isEmpty else { continue }
            met.insert(String(fields[0]))
            wasKilled = wasKilled || fault == "kill"
        }
    }

    /// Each fault that each of these calls may meet: all of them, or of the calls of one name only
    /// the first and the last.
    func faults(isWhole: Bool) -> [Fault] {
        counts.sorted { $0.key < $1.key }.flatMap { call, count in
            let numbers = isWhole ? Array(1...count) : count == 1 ? [1] : [1, count]
            return numbers.flatMap { Fault.all(of: call, number: $0) }
        }
    }
}
