/// What `ferry mirror` does, beyond its options.
extension CommandPage {
    package static let mirror = CommandPage(
        "mirror",
        """
        Use this command to make what is inside TARGET the same as what is inside SOURCE. Both can
        be on this machine or on any server, and a website can be the source.

        It compares both as `ferry compare` does, with the same options and patterns. Then it copies
        what is new or changed. `--dry-run` only prints the plan, with a reason for each file.

        ## How it behaves

        Links and permissions are copied too. `--follow` copies what links lead to, and `--no-mode`
        lets the target choose the permissions.

        Ferry remembers each file as it was after it was copied, also on servers that do not keep
        times. A second run has nothing to do.

        A directory does not replace a file, nor a file a directory, unless you add `--delete`. With
        `--update`, a file that is newer in the target stays. A file that another program changes
        while the mirror runs is kept.

        With `--existing`, only files that both sides have are copied. With `--missing`, only files
        that the target does not have are copied.

        ## Deleting

        Nothing is deleted without `--delete`. Even with it, Ferry never deletes below a directory
        that could not be read. It keeps what a pattern skips, and what has changed since the
        comparison.

        If the source is empty, or if more than half of the target's files would be deleted, nothing
        is deleted. Up to ten files may always be deleted. `--max-delete` sets another limit, as a
        number or a share such as `20%`.

        `--delete-after` deletes only once everything has been copied.

        ## Taking it back

        `--backup DIR` moves what is deleted or replaced into a dated directory inside the target.
        `ferry undo` brings all of it back. `.ferry-trash` is a good name for DIR, because it is
        never compared, mirrored or deleted.

        Without a backup, `ferry undo` removes what was new, and says what it cannot undo.

        ## Plans

        `--save-plan FILE` writes to a file what would be done, and does nothing else. The file has
        a line with the places and options, then a line for each change. Remove the lines that you
        do not want.

        `ferry mirror --plan FILE` carries out the rest, today or later. If a file of the plan has
        changed since, on either side, nothing is done. A plan contains no password.

        ## Keeping up to date

        With `--watch`, the mirror is repeated until you press Ctrl-C. A change on this machine is
        copied half a second after the last change. A source on a server is checked every 30
        seconds.

        If the connection is lost, Ferry tries again, and then copies what has changed meanwhile.
        Each run has its own `--max-delete`.

            ferry mirror --watch --delete . web01:/www

        ## Replacing the target as a whole

        `--swap` suits a website that is deployed from a build. All of SOURCE is copied into a new
        directory beside TARGET. Where permissions can be set, nobody else can open it meanwhile.
        Then both are renamed, so that nobody sees a half-finished copy. TARGET is missing for a
        moment between the two renames. The server must be able to rename directories.

            ferry mirror --swap --delete --backup .ferry-trash build web01:/www

        `--swap` cannot be combined with `--update`, `--existing`, `--missing`, `--watch`,
        `--save-plan` or `--plan`.

        - With `--backup DIR`, the old directory is kept, and `ferry undo` brings it back as it was.
        - Without it, the old directory is deleted. Once that has started, it cannot come back, and
          `ferry undo` only removes what is new in TARGET. If something of the old directory is
          left, Ferry says where, and `ferry undo` says so again.
        - If a copy fails, or something in TARGET changes meanwhile, TARGET stays as it was.
        - If the answer to a rename is lost, Ferry checks the names. It only continues if everything
          has its new name. Otherwise nothing is deleted, because the server may still be at work,
          and Ferry says where both directories are.
        - Whatever is only in TARGET needs `--delete`. If a pattern skips something in TARGET,
          nothing is done. `.ferry-trash` and earlier backups move along.
        - Some servers are known not to list links (rclone) or names that begin with a dot (some FTP
          servers). There `--swap` needs `--backup`, because what is not listed is not copied.
          WebDAV needs it too. It shows a link as what it leads to, so deleting the link could
          delete that.
        - TARGET keeps its permissions. With `--no-mode`, or if the source has none, everything in
          it with the same path keeps its own. The account that copies owns all of it, and Ferry
          warns if the owner or group of TARGET changes.
        - After a run that was killed, `ferry undo` brings TARGET back and removes the copy beside
          it, unless deleting had started. What was done to TARGET before is undone only after that.
          If TARGET is not what the run has put there, it stays, and `ferry undo` says where the old
          directory is.

        ## Output for scripts

        With `--json`, the plan comes first, and then the events of the transfers. See
        `ferry help scripting`. With `--swap`, `target` is always the path inside TARGET. The event
        `swap` reports that the new directory is in place. Its `backup` is where the old one was
        kept, and its `rest` is where something of it is left.

        With `--checksum`, contents are compared before and after copying.

        ## Limits

        A place cannot be mirrored to itself or to something inside it, also through links. In the
        screen, `M` mirrors one pane to the other.

        """,
        [
            Example("ferry mirror --dry-run . web01:/www", "Print what would be done, and why."),
            Example(
                "ferry mirror --delete --backup .ferry-trash . web01:/www",
                "Copy what changed, delete the rest, and keep a backup."),
            Example(
                "ferry mirror --save-plan ~/release.plan web01:/www nas:/www",
                "Write the plan to a file."),
            Example("ferry mirror --plan ~/release.plan", "Carry out a saved plan."),
        ])
}
