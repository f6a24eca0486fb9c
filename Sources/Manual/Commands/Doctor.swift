/// What `ferry doctor` does, beyond its options.
extension CommandPage {
    package static let doctor = CommandPage(
        "doctor",
        """
        Without an argument, Ferry checks the terminal, the locale, libraries and programs. Then follow
        the directories that it writes to, your settings, the clock and the system's limits. Nothing is
        changed.

        With a URL or the name of a saved site, it connects step by step and shows the time of each.
        The steps are `dns`, `connect`, `tls` or `ssh`, `login`, `features`, `data` and `list`. FTP
        alone has `data`, its second connection.

        Each line says `ok`, `hint` or `problem`. Below a hint or a problem is what to do. A hint is
        something that works less well than it could.

        ## For programs

        With `--json`, each check is an object with `group`, `check`, `result` and `message`. It has
        `advice` if there is some, and `seconds` for the steps of a connection. The exit status is 1
        if there is a problem.
        """,
        [
            Example("ferry doctor", "Check this machine."),
            Example("ferry doctor web01", "Find out why a site cannot be reached."),
            Example("ferry doctor --json > doctor.json", "Save what was found, for a program."),
        ])
}
