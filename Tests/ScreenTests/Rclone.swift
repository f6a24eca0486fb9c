import Support
import Testing

/// rclone with a configuration of the tests: `here`, `odd name-1` and `other` are folders of this
/// machine, `mem` is a store in memory.
struct Rclone {
    let folder: TemporaryFolder
    private let program: UnpackedProgram

    /// A visible skip where rclone is missing, and a failure in CI.
    init() throws {
        folder = try Ferry.folder()
        do {
            program = try UnpackedProgram(package: "rclone", file: "/usr/bin/rclone")
        } catch {
            if !RealServer.areRequired { try Test.cancel("\(error)") }
            throw error
        }
        for name in ["store", "odd", "other"] { try folder.makeFolder(name) }
        try folder.write(
            """
            [here]
            type = alias
            remote = \(folder.path("store"))

            [odd name-1]
            type = alias
            remote = \(folder.path("odd"))

            [other]
            type = alias
            remote = \(folder.path("other"))

            [mem]
            type = memory

            """, to: "rclone.conf")
    }

    /// The program as FERRY_RCLONE names it.
    var command: String {
        let variables = program.environment.merging(["RCLONE_CONFIG": folder.path("rclone.conf")]) {
            $1
        }
        return "env " + variables.map { "\($0.key)='\($0.value)' " }.joined()
            + "'\(program.path)'"
    }

    /// Runs the built ferry without a screen.
    func ferry(
        _ arguments: [String], environment: [String: String] = [:], input: String = ""
    ) throws -> Outcome {
        try Outcome(
            arguments, input: input,
            environment: ["FERRY_RCLONE": command].merging(environment) { $1 }, in: folder)
    }
}
