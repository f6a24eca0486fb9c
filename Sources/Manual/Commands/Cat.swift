/// What `ferry cat` does, beyond its options.
extension CommandPage {
    package static let cat = CommandPage(
        "cat",
        """
        Use this command to read a file on a server, or to pass it to another program. The bytes go
        to stdout as they come and are not changed.

        ## How it behaves

        The file is not stored on this machine, and nothing is resumed. To keep a copy, use
        `ferry get`. To write to a named pipe or a device, name it as the target of `ferry get`.

        The command is tried at most twice, the second time only after a lost connection. Check the
        exit code before you use the output.

        ## Limits

        It takes one file and no pattern. A directory is an error.

        """,
        [
            Example("ferry cat web01:/readme.txt", "Read a file on a server."),
            Example(
                "ferry cat web01:/logs/today.log | tail -n 20",
                "Show the last lines of a log."),
            Example(
                "ferry cat web01:/www/index.html > ~/index.html",
                "Write a file to a name of your choice."),
        ])
}
