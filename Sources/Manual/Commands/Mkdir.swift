/// What `ferry mkdir` does, beyond its options.
extension CommandPage {
    package static let mkdir = CommandPage(
        "mkdir",
        """
        Use this command to create directories, here or on servers. You can name several at once,
        also on different servers.

        With `-p`, missing parent directories are created too, and existing directories are not an
        error. Without it, the parent must exist, and an existing name is an error.

        ## If something fails

        If one directory cannot be created, the others still are. Each failure is a line on stderr,
        and the exit code is 1. The command is tried at most twice, the second time only after a
        lost connection.

        On the stores of rclone, a directory may exist only while something is in it.

        """,
        [
            Example("ferry mkdir web01:/incoming/june", "Create a directory on a server."),
            Example(
                "ferry mkdir -p web01:/backups/2026/11",
                "Create a directory with its parents."),
            Example(
                "ferry mkdir -p drafts web01:/www/drafts nas:/www/drafts",
                "Create directories in three places."),
        ])
}
