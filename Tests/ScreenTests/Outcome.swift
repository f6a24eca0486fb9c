import Support

/// What a run of the program without a screen gave.
struct Outcome {
    var code: Int
    var output: String
    var errors: String

    /// Runs the built program to its end, with `input` on stdin; never longer than a minute.
    init(
        _ arguments: [String], input: String = "", environment: [String: String] = [:],
        in folder: TemporaryFolder
    ) throws {
        try self.init(
            script: "exec \"$FERRY\" \"$@\"", arguments, input: input, environment: environment,
            in: folder)
    }

    /// Runs a shell's script in which `$FERRY` is the built program, and `$@` the arguments.
    init(
        script: String, _ arguments: [String] = [], input: String = "",
        environment: [String: String] = [:], in folder: TemporaryFolder
    ) throws {
        try folder.write(input, to: "stdin")
        var variables = Ferry.environment(folder).merging(environment) { $1 }
        variables["FERRY"] = Ferry.path
        code = Command.run(
            ["timeout", "60", "env"] + variables.map { "\($0.key)=\($0.value)" } + [
                "sh", "-c",
                "exec <\"$0/stdin\" >\"$0/out\" 2>\"$0/err\"; cd \"$0/here\"\n\(script)",
                folder.path,
            ] + arguments)
        output = String(decoding: folder.read("out") ?? [], as: UTF8.self)
        errors = String(decoding: folder.read("err") ?? [], as: UTF8.self)
    }
}
