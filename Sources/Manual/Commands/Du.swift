/// What `ferry du` does, beyond its options.
extension CommandPage {
    package static let du = CommandPage(
        "du",
        """
        Use this command to see how much is in a directory, here or on a server. It adds up the
        sizes of all files below it, and prints the bytes, a tab and the path.

        A pattern such as `'web01:/*'` gives a line for each match. Of a file, it prints that file's
        size. With `-v`, a line on stderr also counts files and directories.

        ## How it behaves

        The sizes are those of the files' contents, not the space that they take on the disk. Links
        are not followed and do not count.

        On an SFTP server with a shell, one command on the server lists the whole tree. Otherwise
        Ferry lists one directory after the other.

        A line on stderr says if a directory could not be read, or if the server does not report
        some sizes. The sum is then that of the others, and the exit code is 1. The command is tried
        at most twice, the second time only after a lost connection.

        """,
        [
            Example("ferry du web01:/www", "Add up what is below a directory."),
            Example("ferry du 'web01:/*'", "Print a sum for each match of a pattern."),
        ])
}
