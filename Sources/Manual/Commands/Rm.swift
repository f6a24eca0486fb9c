/// What `ferry rm` does, beyond its options.
extension CommandPage {
    package static let rm = CommandPage(
        "rm",
        """
        Use this command to delete files, here or on servers. Directories need `-r`, which deletes
        everything in them too.

        Deleting a link never affects its target, even on servers that list links as directories.

        ## Patterns

        A pattern that matches several names asks before anything is deleted. In a script, add
        `--yes`. Without a terminal and without `--yes`, nothing is deleted and the exit code is 2.
        A pattern that matches nothing is an error.

        ## The trash

        With `--trash`, files and directories of this machine go to the trash of the desktop.
        `ferry undo` brings them back, and other programs can restore them too. If no trash can be
        used, the file stays and a line says so.

        A server has a trash only if you set `trash = true` for its site. Files then go to
        `.ferry-trash/DATE/` in the login directory. Nothing is replaced there. Empty it yourself,
        like any directory.

        Without `--trash`, what is deleted cannot be brought back.

        ## How it behaves

        On an SFTP server with a shell, one command on the server deletes a whole tree. If one file
        cannot be deleted, the others still are, and the exit code is 1. The command is tried at
        most twice, the second time only after a lost connection.

        ## Limits

        The root directory and an entire home directory are refused. So are names that end in `.` or
        `..`.

        """,
        [
            Example("ferry rm web01:/readme.txt", "Delete a file on a server."),
            Example("ferry rm -r web01:/www/old", "Delete a directory with everything in it."),
            Example(
                "ferry rm --yes 'web01:/logs/*.gz'",
                "Delete what matches a pattern, without a question."),
            Example("ferry rm --trash notes.txt", "Move a file of this machine to the trash."),
        ])
}
