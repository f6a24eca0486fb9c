/// What `ferry demo` does, beyond its options.
extension CommandPage {
    package static let demo = CommandPage(
        "demo",
        """
        This command opens the screen on a small FTP server of its own, so that you can try Ferry
        out. The right pane shows a sample tree on that server, and the left one shows the current
        directory.

        The server runs on this machine only, and nothing leaves it. You may copy, rename and delete
        whatever you like. The samples are deleted when Ferry ends.

        ## Transfers in the demo

        The server sends at most 2 MiB a second, so that you can watch transfers. `--server-rate`
        sets another speed, for instance `--server-rate 200K`.

        The demo has a queue of its own, which ends with it. Jobs of your own queue do not appear
        there, and the demo does not add itself to the recent places.

        Inside the screen, the same server can be opened from the command palette as
        `Open the demo server`.

        """,
        [
            Example("ferry demo", "Try Ferry out on sample files."),
            Example(
                "ferry demo --server-rate 200K",
                "Make the server slow, to watch the queue at work."),
        ])
}
