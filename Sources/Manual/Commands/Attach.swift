/// What `ferry attach` does, beyond its options.
extension CommandPage {
    package static let attach = CommandPage(
        "attach",
        """
        Use this command to open the screen on transfers that run in the background. They may come
        from `ferry queue run --detach`, or from a screen that you closed while transfers ran.

        The screen shows and controls that work. The work does not stop when you close the screen.
        If no process runs the queue, the screen says so and runs it.

        You can name up to two places to open in the panes. See `ferry help queue` for what runs in
        the background, and how it ends.

        """,
        [
            Example("ferry attach", "Open the screen on the work in the background."),
            Example("ferry attach . web01:/www", "Open two places in the panes as well."),
        ])
}
