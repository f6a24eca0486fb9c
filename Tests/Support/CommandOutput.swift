import Glibc

/// What a program gave that was run to its end.
package struct CommandOutput: Sendable {
    /// The exit status; 124 where it took too long, -1 where it could not run.
    package let code: Int
    package let bytes: [UInt8]
    package let errors: String

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Runs `arguments` with no input, `seconds` at most.
    package init(
        _ arguments: [String], environment: [String: String] = [:], seconds: Int = 60
    ) throws {
        let folder = try TemporaryFolder()
        code = Command.run(
            ["timeout", "\(seconds)", "env"] + environment.map { "\($0.key)=\($0.value)" } + [
                "sh", "-c", "exec \"$@\" >\"$0/out\" 2>\"$0/err\"", folder.path,
            ] + arguments, seconds: Double(seconds) + 30)
        bytes = folder.read("out") ?? []
        errors = String(decoding: folder.read("err") ?? [], as: UTF8.self)
    }

    package init(
        _ program: UnpackedProgram, _ arguments: [String], seconds: Int = 60
    ) throws {
        try self.init(
            [program.path] + arguments, environment: program.environment, seconds: seconds)
    }
}
