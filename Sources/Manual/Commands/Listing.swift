/// What `ferry listing` does, beyond its options.
extension CommandPage {
    package static let listing = CommandPage(
        "listing",
        """
        Use this command to check how Ferry reads the directory listing of an FTP server. It reads a
        listing from stdin, as a server sends it in answer to `LIST` or `MLSD`, and prints what it
        understood. No server is contacted.

        This helps if names, sizes or times of a server are wrong on the screen.

        ## Output

        Each line has the type and permissions, the owner and group, the size, the time and the
        name. `?` marks what the listing does not say. `--json` prints objects with the keys of
        `ferry ls --json`.

        Lines that Ferry cannot read, and names that are not valid, are counted on stderr. The exit
        code is still 0. It is 1 if the listing exceeds Ferry's limit.

        ## Formats

        Ferry recognises the format by itself. It reads `ls -l` in its many shapes and languages,
        Windows' `dir`, MLSD, EPLF, OpenVMS, and z/OS, in EBCDIC too. It also reads those of z/VM,
        IBM i, NonStop, OS/2, NetWare, HellSoft, old MacOS servers, VShell, VxWorks and wfFtp. OS-9,
        numeric Unix, Chameleon and `/bin/dls` complete the list.

        ## Times and zones

        Many listings omit the year or the time zone. `--now` sets the time from which a missing
        year is worked out, and `--zone` the offset of the server's clock. `--system` gives the
        server's reply to `SYST`.

        """,
        [
            Example("ferry listing < list.txt", "Show how Ferry reads a listing."),
            Example(
                "ferry listing --json --now 2026-11-20T12:00:00Z < list.txt",
                "Print JSON, as if it were another day."),
            Example(
                "ferry listing --zone +01:00 --charset CP1252 < list.txt",
                "Set the time zone and the charset of names."),
        ])
}
