/// What `ferry share` does, beyond its options.
extension CommandPage {
    package static let share = CommandPage(
        "share",
        """
        Use this command to let others read a directory of this machine, with any browser, with
        WebDAV programs or with another Ferry. It prints the URL and who can reach it. On a
        terminal, it also prints a QR code of the URL.

        Only this machine can reach the share unless `--bind` opens it, and visitors can only read
        unless you add `--writable`. In the screen, `gS` shares the directory of a pane. See
        `ferry help sharing`.

        ## Who gets in

        - `--bind 0.0.0.0` or `--bind ::` opens the share to every address of this machine.
        - `--user NAME` requires that name and a password. The password comes from
          `--password-file`, from `FERRY_PASSWORD` or from a prompt. Otherwise it is generated and
          shown.
        - `--pin` requires a six-digit PIN, which is generated and shown. Visitors enter it as the
          password, with any user name.
        - `--tls` encrypts, with a temporary certificate whose SHA-256 is shown. `--certificate`
          uses one of your own.

        Programs log in by Basic or, without TLS, by Digest, as Windows requires. Each wrong
        password makes the visitor wait longer. Guesses from up to 4,000 addresses do not keep new
        visitors out.

        Without a login, the share only answers requests for an address or a local name, never for a
        foreign host name.

        ## What visitors can do

        Pages need no scripts. A directory can also be downloaded as `.tar` or `.zip`. Links are
        never served, and names that begin with a dot only with `--hidden`.

        With `--writable`, visitors can upload, rename and delete. An upload never replaces a file
        without saying so. WebDAV programs can lock files and directories. No other visitor can
        change what is locked or is still being uploaded. A lock ends by itself after an hour at
        most, unless the program renews it, always after a day, and with the share. With
        `--user`, all visitors count as one, but a change still needs the lock's token. What Ferry's
        own queue is writing counts as locked, too.

        WebDAV programs can also set properties of files. They are kept in `share/properties.sqlite`
        beside the queue, and follow files that are moved or copied through the share.

        The files that macOS adds (`._*` and `.DS_Store`) are kept in memory for the visitor who
        sent them. They appear in no listing, are never on the disk, and end with the share.
        `--mac-files disk`, or `share_mac_files` in `config.toml`, keeps them on the disk. `refuse`
        refuses them.

        ## How it runs

        Each transfer that ends is a line on stderr, and `-v` prints every request and response.

        On Linux with Landlock and seccomp, the process can only reach the shared directory, and
        cannot start programs. `-v` says so. If that is impossible, a line on stderr says so.

        Ctrl-C accepts no new visitors and waits for running transfers. A second Ctrl-C, or SIGTERM,
        ends at once. The exit code is then 0.

        """,
        [
            Example("ferry share photos", "Share a directory with programs on this machine."),
            Example(
                "ferry share --bind 0.0.0.0 --pin photos",
                "Share it with everyone on the network who has the PIN."),
            Example(
                "ferry share --port 0 --writable --user anna --tls photos",
                "Let anna upload files, encrypted and at any free port."),
        ])
}
