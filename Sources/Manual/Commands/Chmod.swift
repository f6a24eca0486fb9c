/// What `ferry chmod` does, beyond its options.
extension CommandPage {
    package static let chmod = CommandPage(
        "chmod",
        """
        Use this command to set the permissions of files and directories, here or on a server. The
        mode is written as for chmod(1). It is a number such as `640`, or letters such as
        `u+rwX,go-w`. Several files can be named, and paths may be patterns on servers.

        With `-r`, a directory is changed with everything in it. The letter `X` then gives the right
        to enter directories, and to run only files that somebody may run already.

        ## Where it works

        It works on this machine, over SFTP, and on FTP servers that have `SITE CHMOD` or `MFF`.
        WebDAV, web servers and the stores of rclone have no permissions to set.

        ## How it behaves

        Links in a tree are not changed or followed.

        Each refusal is a line on stderr with the server's reply, and the others are still changed.
        The exit code is then 1. The command is tried at most twice, the second time only after a
        lost connection.

        A name that could be read as a second mode is refused. Write `./NAME` for a file that is
        called so.

        """,
        [
            Example("ferry chmod 640 web01:/readme.txt", "Set the permissions of a file."),
            Example(
                "ferry chmod -r u+rwX,go-w web01:/www",
                "Change a directory and everything in it."),
            Example("ferry chmod 600 'web01:/logs/*.log'", "Set the permissions of all matches."),
        ])
}
