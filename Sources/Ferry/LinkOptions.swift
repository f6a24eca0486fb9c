import ArgumentParser
import Jobs

/// The option of the commands that may come upon links.
struct LinkOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Copy what links lead to.",
            discussion: """
                Without it links in a directory are copied as links where the target can hold \
                them, else left out and named on stderr, with an exit status of 1.
                """))
    var follow = false

    var policy: LinkPolicy { follow ? .follow : .keep }
}
