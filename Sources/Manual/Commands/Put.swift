/// What `ferry put` does, beyond its options.
extension CommandPage {
    package static let put = CommandPage(
        "put",
        """
        Use this command to upload files from this machine. The last argument is the directory on
        the server, or the new name of a single file. With `-r` you can also name directories, and
        everything in them is uploaded.

        ## Where files go

        The rule is that of `cp`.

        - An existing directory, or a name that ends in a slash, is the directory to copy into. It
          must exist. See `ferry help mkdir`.
        - Any other name is the new name of the file or directory.
        - The target may be a pattern if it matches exactly one directory.

        The sources are files of this machine. Your shell expands patterns in them. To copy from one
        server to another, see `ferry help cp`.

        ## How files are written

        A file on the server gets its name only once it is complete. Until then Ferry writes it
        beside the target as `.ferry-TOKEN-N`. It compares the size and then renames it. If the
        server cannot rename, delete or accept such names, files are written in place.

        A file of the same name is replaced without a question. This is not recorded for
        `ferry undo`.

        With `-c`, Ferry skips files that are complete and resumes partial ones. In a tree, it only
        resumes files that took longer than two seconds.

        With `--checksum`, each file is compared with its source before it gets its name. Ferry uses
        digests from the server, or else reads the file back. A difference is a failure, and the
        previous file is kept.

        If a server cannot confirm that a copy is complete, a line on stderr says so.

        ## Links and permissions

        Links in a directory are uploaded as links if the server can store them. Otherwise they are
        skipped, each is named, and the exit code is 1. With `--follow`, their targets are copied
        instead. Nobody can read a file before it is complete who could not read its source.

        ## If something fails

        One file that fails does not stop the others. Each failure is a line on stderr, and the exit
        code is 1. The command is tried three times, and a try that has made progress is not
        counted. See `ferry help scripting`, also for the events of `--json`.

        """,
        [
            Example("ferry put notes.txt web01:/incoming/", "Upload a file into a directory."),
            Example("ferry put index.html style.css web01:/www/", "Upload several files."),
            Example(
                "ferry put -r photos web01:/incoming/",
                "Upload a directory with everything in it."),
            Example(
                "ferry put -c --checksum notes.txt web01:/backups/notes-1.txt",
                "Resume under a new name, and compare the contents."),
        ])
}
