/// What `ferry checksum` does, beyond its options.
extension CommandPage {
    package static let checksum = CommandPage(
        "checksum",
        """
        Use this command to compare files in different places without copying them. The server
        computes the checksums if it can, by `HASH` or `XSHA256` over FTP, or with a shell over
        SFTP. Otherwise Ferry reads each file, which takes as long as a download. With `-v`, a line
        on stderr says which it was.

        The algorithm is SHA-256 unless `--type` sets another. Paths may be patterns on servers.

        ## Output

        Each line has the checksum, two spaces and the name, as in the output of `sha256sum`. On a
        server, the name is the URL. A line break or a backslash in a name is written as `\\n` or
        `\\\\`. The line then begins with a backslash.

        ## If something fails

        If a file cannot be read, the others are still printed. Each failure is a line on stderr,
        and the exit code is 1. The command is tried at most twice, the second time only after a
        lost connection. A server that computes a checksum gets more time, at most a second for each
        256 KiB.

        """,
        [
            Example("ferry checksum web01:/www/index.html", "Print the SHA-256 of a file."),
            Example(
                "ferry checksum index.html web01:/www/index.html nas:/www/index.html",
                "Compare a file in three places."),
            Example(
                "ferry checksum --type md5 'web01:/logs/*'",
                "Print MD5 checksums of all matches."),
        ])
}
