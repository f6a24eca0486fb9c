import ArgumentParser
import Jobs
import Words

/// The options of the commands that make files: what permissions these get.
struct ModeOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            tr("Keep all permission bits, owners and directory times."),
            discussion: tr(
                """
                Includes set-user-ID, set-group-ID and sticky bits, regardless of the umask. \
                Owners are kept where permitted. Otherwise new files and directories get the \
                permissions of their sources, less the umask.
                """)))
    var preserve = false

    @Flag(
        help: ArgumentHelp(
            tr("Let the target choose the permissions of new files and directories.")))
    var noMode = false

    var policy: ModePolicy { noMode ? .target : preserve ? .preserve : .source }

    func validate() throws {
        if preserve, noMode {
            throw ValidationError(
                tr("--preserve and --no-mode contradict each other; give only one."))
        }
    }
}
