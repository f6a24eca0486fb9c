/// What `ferry raw` does, beyond its options.
extension CommandPage {
    package static let raw = CommandPage(
        "raw",
        """
        Use this command to see exactly what a server answers. It sends what you write on stdin
        without changes, and prints the replies. In the screen, `gr` opens the same as a form.

        ## HTTP

        Stdin holds one or more HTTP requests. They are sent byte for byte, and only the line ends
        of headers become CRLF. `--as-is` keeps those too. `--template` prints a `GET` request for
        the URL that you can start from, and sends nothing.

        Headers and text bodies go to stdout. Bodies that are not text are not shown, and a line on
        stderr gives their size. `--keep` saves each body under a suitable name in the current
        directory, and never replaces a file there. `-o FILE` writes the bodies to one file, and
        `-o -` writes them to stdout and the headers to stderr.

        A request can have at most 64 MiB. For larger bodies see `ferry help put` and
        `ferry help post`.

        ## FTP

        Each line of stdin is a command, such as `STAT` or `SITE HELP`. Ferry logs in first, and
        prints each reply before it sends the next command. Empty lines are ignored. The options for
        bodies are refused.

            echo 'SITE HELP' | ferry raw ftp://deploy@web01/

        ## Limits

        A reply that ends too early is an error with exit code 1. An HTTP status such as 404 is not,
        since the reply is what you wanted to see. SFTP and rclone have no raw exchange.

        """,
        [
            Example(
                "ferry raw --template http://localhost:8080/ > ~/request",
                "Write a request that you can edit."),
            Example(
                "ferry raw http://localhost:8080/ < ~/request",
                "Send it, and print the reply."),
            Example(
                "ferry raw -o reply.bin http://localhost:8080/ < ~/request",
                "Save the body of the reply."),
        ])
}
