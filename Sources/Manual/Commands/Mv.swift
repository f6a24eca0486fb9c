/// What `ferry mv` does, beyond its options.
extension CommandPage {
    package static let mv = CommandPage(
        "mv",
        """
        Use this command to rename a file or directory, or to move it to another place. Source and
        target may be on this machine or on any server. Directories move with everything in them.

        If the target is an existing directory, the source is moved into it. Otherwise the target is
        the new name.

        The source may be a pattern. If it matches several names, the target must be a directory.

        ## How it behaves

        On one machine or server, the source is renamed and no bytes are copied. To another place,
        the files are copied first. The source is removed only once the copy is known to be
        complete. That means written to the disk here, or confirmed by a server with its size. The
        source must also be unchanged since. Otherwise it is kept, and a line on stderr says why.

        An existing file is never replaced. The source then stays where it is, and the exit code is
        1.

        Moving a link moves the link, never its target. Links inside a directory stay links where
        the target can store them. `--follow` copies what they lead to.

        ## If something fails

        Of several files that a pattern matches, the others are still moved. The command is tried
        three times, and a try that has made progress is not counted. See `ferry help scripting`.

        An entire home directory is not moved.

        """,
        [
            Example("ferry mv notes.txt todo.txt", "Rename a file on this machine."),
            Example(
                "ferry mv web01:/readme.txt web01:/backups/",
                "Move a file to another directory of the server."),
            Example("ferry mv 'web01:/logs/*.gz' web01:/backups/", "Move what matches a pattern."),
            Example(
                "ferry mv photos nas:/incoming/",
                "Move a directory from this machine to a server."),
        ])
}
