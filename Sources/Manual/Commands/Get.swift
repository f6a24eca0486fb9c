/// What `ferry get` does, beyond its options.
extension CommandPage {
    package static let get = CommandPage(
        "get",
        """
        Use this command to download files from a server. The last argument is the directory on this
        machine, or a new name if you fetch a single file. Without it, files go into the current
        directory.

        With `-r` you can also name directories, and everything in them is downloaded. The path of a
        server may be a pattern, as in `'web01:/logs/*.gz'`. See `ferry help addresses`.

        ## Where files go

        The rule is that of `cp`.

        - An existing directory, or a name that ends in a slash, is the directory to copy into. It
          must exist.
        - Any other name is the new name of the file or directory.
        - `-o` names the file or directory itself. It is for one source only.

        A link at the name that you write is followed. Standard output, pipes and devices are
        written to directly, as in `-o -` or `/dev/stdout`.

        If two files that a pattern matches would get the same name, nothing is downloaded.

        ## How files are written

        A file gets its name only once it is complete. Until then Ferry writes it beside the target
        as `.ferry-TOKEN-N`. It compares the size, writes the file to the disk and then renames it.
        The copy keeps the time of its source.

        A file of the same name is replaced, and passes its mode and owner on to the new one. Ferry
        does not ask, and does not record this for `ferry undo`.

        With `-c`, Ferry skips files that are complete and resumes partial ones. In a tree, it only
        resumes files that took longer than two seconds. `-c` refuses a pipe.

        When the disk is full, the partial file is deleted unless you gave `-c`. The old file is
        kept.

        With `--checksum`, each file is compared with its source before it gets its name. Ferry uses
        digests from the server, or else reads the file again. Pipes, devices and stdout cannot be
        compared.

        ## Links and permissions

        Links in a directory stay links. Ferry only creates links that stay inside the copied
        directory, and skips and names the others. With `--follow`, their targets are copied
        instead. A link that you name yourself is downloaded as the file that it leads to.

        New files and directories get the permission bits of their sources, less the umask.

        ## Speed

        One connection comes first, and more are added while that makes the transfer faster. Over
        FTP, a large file may be fetched in segments by several connections. `-j` sets the number of
        connections. See `ferry help transfers`.

        ## If something fails

        One file that fails does not stop the others. Each failure is a line on stderr, and the exit
        code is 1. The command is tried three times, and a try that has made progress is not
        counted. See `ferry help scripting`, also for the events of `--json`.

        """,
        [
            Example("ferry get web01:/readme.txt", "Download a file into the current directory."),
            Example("ferry get -r web01:/logs .", "Download a directory with everything in it."),
            Example(
                "ferry get 'web01:/logs/*.gz' photos/",
                "Download what matches a pattern into a directory."),
            Example(
                "ferry get -c -o latest.log web01:/logs/today.log",
                "Download under another name, and resume a partial file."),
        ])
}
