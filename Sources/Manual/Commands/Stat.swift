/// What `ferry stat` does, beyond its options.
extension CommandPage {
    package static let stat = CommandPage(
        "stat",
        """
        Use this command to see what is known about a file, directory or link, here or on a server.
        It prints a line each for the path, type, size, time, mode, owner, group and the target of a
        link. Whatever the server does not report is omitted.

        A link is shown itself, not what it leads to. If the server does not report a time to the
        second, the line says how exact it is.

        With `--json`, it prints one object with the keys of `ferry ls --json`.

        The exit code is 1 if the path does not exist, so you can use this command as a test. The
        command is tried at most twice, the second time only after a lost connection. It takes one
        path and no pattern.

        """,
        [
            Example("ferry stat web01:/www/index.html", "Show details of a file."),
            Example("ferry stat --json web01:/logs", "Print them as JSON."),
        ])
}
