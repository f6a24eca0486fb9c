import ArgumentParser
import Jobs

/// The options of the commands that make files: what permissions these get.
struct ModeOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Keep all permission bits, owners and the times of directories.",
            discussion: """
                Set-user-ID, set-group-ID and sticky bits too, whatever the umask. Owners are kept where that \
                is allowed. Without it new files and directories get the permission bits of their sources, \
                less the umask.
                """))
    var preserve = false

    @Flag(help: "Leave the permissions of new files and directories to the target.")
    var noMode = false

    var policy: ModePolicy { noMode ? .target : preserve ? .preserve : .source }

    func validate() throws {
        if preserve, noMode {
            throw ValidationError("--preserve keeps permissions and --no-mode does not; give one.")
        }
    }
}
