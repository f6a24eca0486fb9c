/// What `ferry post` does, beyond its options.
extension CommandPage {
    package static let post = CommandPage(
        "post",
        """
        Use this command to upload files to a web page as its HTML form would, and to print the
        response. The last argument is the URL that the form sends to. The others are files of this
        machine.

        Find the name of the form's file field in the page, and give it with `--field`. Other fields
        are given with `--data NAME=VALUE`, and are sent before the files. `--data` can be repeated,
        and works without a file too.

        ## The response

        A response that is text goes to stdout, up to 1 MiB. Anything else is not shown, and a line
        on stderr gives its type and size. `-o FILE` writes the whole response to a file, and `-o -`
        to stdout.

        If the server does not accept the form, a line on stderr has the status, and the exit code
        is 1. On a terminal, you see how much has been sent.

        ## Limits

        It works with `http://` and `https://`. To upload to a WebDAV server, or to a web server
        that accepts PUT, see `ferry help put`.

        A site with `form_field` in `sites.toml` accepts files from the panes in the same way.

        """,
        [
            Example(
                "ferry post notes.txt http://localhost:8080/",
                "Send a file and print the response."),
            Example(
                "ferry post --field upload --data by=me notes.txt list.txt http://localhost:8080/",
                "Send two files and another field."),
            Example(
                "ferry post -o reply.html notes.txt http://localhost:8080/",
                "Save the response."),
        ])
}
