import ArgumentParser
import Jobs
import Words

/// The option of the commands that may come upon links.
struct LinkOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            tr("Copy the targets of links instead of the links."),
            discussion: tr(
                """
                Otherwise links in a directory are copied as links where the target supports them. \
                Other links are skipped and listed on stderr, and the exit status is 1.
                """)))
    var follow = false

    var policy: LinkPolicy { follow ? .follow : .keep }
}
