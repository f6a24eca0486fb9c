/// What `ferry cp` does, beyond its options.
extension CommandPage {
    package static let cp = CommandPage(
        "cp",
        """
        Use this command to copy files between any two places. Either side may be this machine or
        any server. With `-r` you can also name directories, and everything in them is copied.

        ## Where files go

        If the last argument is an existing directory, or ends in a slash, files are copied into it.
        Otherwise it is the new name. The directory above must exist. See `ferry help mkdir`.

        Sources may be patterns on servers. The target may be a pattern if it matches exactly one
        directory.

        ## How bytes travel

        - Between this machine and a server, as with `ferry get` and `ferry put`.
        - Between two servers, through the memory of this machine. Nothing is stored on its disk.
        - Within one server, by the server itself if it can. SFTP servers need `copy-data` for that,
          and copy files of 256 KiB and more. A WebDAV server copies files of any size, and new
          directories with everything in them.
        - Between two FTP servers with `--fxp`, straight from one to the other.

        With `--json`, the key `via` says which way a file took.

        ## Straight from one FTP server to another

        With `--fxp`, or with `fxp = true` for either site in `sites.toml`, no byte of a file comes
        through this machine. Listings and names still do. One server listens and the other connects
        to it, whichever way round works. Ferry never sends a server to any address other than the
        one where the other server answers.

        If both connections are encrypted, so are the bytes between the servers. Only the servers
        see each other's certificates. If that is impossible, or only one connection is encrypted,
        the files go through this machine. So do files with a speed limit, and all others once the
        servers have refused or a transfer between them has failed. They stay in the same job.

        ## How files are written

        A file gets its name only once it is complete. A file of the same name is replaced without a
        question, and that is not recorded for `ferry undo`. `-c` skips complete files and resumes
        partial ones, in a tree those that took longer than two seconds. `--checksum` compares each
        file with its source before it gets its name.

        Links in a directory stay links where the target can store them. Otherwise they are skipped,
        each is named, and the exit code is 1. Without `-r`, a link that you name yourself is copied
        as what it leads to.

        ## If something fails

        One file that fails does not stop the others. The command is tried three times, and a try
        that has made progress is not counted. See `ferry help scripting`, also for the events of
        `--json`.

        """,
        [
            Example(
                "ferry cp web01:/readme.txt nas:/incoming/",
                "Copy a file from one server to another."),
            Example(
                "ferry cp -r web01:/www nas:/backups/",
                "Copy a directory with everything in it."),
            Example(
                "ferry cp web01:/readme.txt web01:/backups/readme.old",
                "Copy a file within a server."),
            Example(
                "ferry cp --fxp 'web01:/logs/*.gz' nas:/backups/",
                "Let two FTP servers send files straight to each other."),
        ])
}
