/// Ten everyday jobs with their keys, for users who have just begun.
extension ManualTopic {
    package static let tour = ManualTopic(
        "tour", "do ten everyday jobs, key by key",
        """
        Try these in `ferry demo`: it needs no server and nothing leaves your machine. `Tab` switches
        between the panes, `Enter` opens, `Backspace` goes up, and `Esc` closes what is open.

        The right of the status bar shows one key to try. It goes away when you have used it.
        `hints = false` in `config.toml` turns that off.

        ## 1. Connect to a server

        Press `F2`, type a host such as `web01.example` or a URL, and press `Enter`. Ferry asks for the
        protocol and the password. `F7` saves the server as a site, so that next time you only type
        some letters of its name.

        ## 2. Download and upload

        Move to the other pane with `Tab` where needed. `Space` marks files, `F5` copies them into the
        other pane, and `Enter` confirms. Directories go with everything in them. You can leave at once:
        copying continues behind the panes.

        ## 3. Watch the queue

        `w` opens the queue. `Space` pauses or resumes a transfer, `r` retries one that failed, `b`
        limits its speed, and `x` cancels it. `Esc` goes back to the panes.

        ## 4. Answer a question

        If a file exists at the target, only that file waits. `Q` shows both, with size, time and the
        first line that differs. Choose to overwrite, resume, skip, keep both or rename.

        ## 5. Edit a file on a server

        `F4` opens the file in your editor. Each time you save, Ferry sends the file back. If someone
        else has changed it, nothing is replaced and Ferry shows both versions.

        ## 6. Find files

        `/` finds a name in the directory shown, and `f` filters it. `s` looks in everything below, by
        name, size, time or text. `Enter` goes to what was found.

        ## 7. Rename many files

        Mark them with `Space`, and press `r`. Type a pattern such as `photo-[C].[E]`: you see the new
        names before anything happens. `R` opens the names in your editor instead.

        ## 8. Make two directories the same

        Open one in each pane and press `M`. Choose the direction, and Ferry shows a plan first. Untick
        what you do not want with `Space`, then press `Enter`. What is deleted or replaced goes to
        `.ferry-trash`.

        ## 9. Take something back

        `U` undoes what was done last: a copy, a move, a new name, a deletion to the trash, or a whole
        mirror. `gu` lists what can be undone.

        ## 10. Share a directory

        `gS` serves the directory to any browser. The screen shows the address, and a QR code for
        phones. `S` stops it.

        ## When something goes wrong

        The line at the bottom says what happened and what to press. `L` shows every command and reply.
        `ferry doctor URL` tests a connection step by step.
        """)
}
