/// What `ferry sync` does, beyond its options.
extension CommandPage {
    package static let sync = CommandPage(
        "sync",
        """
        Use this command to make two directories the same, both ways. What is new, changed, renamed
        or deleted on one side becomes so on the other. Either side can be on this machine or on any
        server, and their order does not matter.

        Ferry remembers what both sides had when they were last synchronised. That is how it
        distinguishes what is new on one side from what was deleted on the other. The first time,
        nothing is deleted.

        `--dry-run` prints the plan and does nothing. A line with `>` changes B, a line with `<`
        changes A, and each line gives the reason.

        It compares as `ferry compare` does, with the same patterns. A is the first place that you
        name, and B the second.

        ## Conflicts

        A file that was changed on both sides is kept twice, and no clock decides. A's file keeps
        its name. B's file gets a name such as `report.conflict-20261127-113405.txt`, on both sides.
        `--conflict` chooses something else:

        | `keep-both` | Keep both files. This is the default. |
        | `newer` | Keep the newer file, or both if nothing says which is newer. |
        | `first` | Keep A's file. |
        | `second` | Keep B's file. |
        | `skip` | Leave both as they are. |

        The same change on both sides is not a conflict, and a new time alone is not a change. A
        file that was changed on one side and deleted on the other comes back. With `--update`, a
        file that is newer than the other is never replaced.

        ## Deleting

        The guards are those of `ferry mirror`, for each side. If one side is empty, or if more than
        half of the other's files would be deleted, nothing is deleted there. `--max-delete` sets
        another limit. If B has disappeared, nothing is done at all. The same is true if one side
        holds none of the files of the last sync, as when another disk is mounted there.

        ## Taking it back

        What is deleted or replaced is moved to `.ferry-trash` on its side, by date. `--backup DIR`
        uses another directory, and `--no-backup` keeps nothing.

        `ferry undo` takes back the last sync on both sides. After that, Ferry no longer knows what
        both sides had agreed about there. Files that still differ count as changed on both sides.

        ## Permissions

        A change of permissions is copied as well. If they differ at the first sync, they stay as
        they are. `--conflict first` or `--conflict second` chooses the permissions of one side.
        `--no-mode` ignores permissions.

        ## Plans and scripts

        `--save-plan` and `--plan` work as with `ferry mirror`. So do `--existing`, `--missing` and
        `--checksum`. With `--json`, the plan comes first, and then the events of the transfers. See
        `ferry help scripting`.

        In the screen, `M` also synchronises both panes.

        """,
        [
            Example(
                "ferry sync --dry-run photos nas:/incoming",
                "Print what would be done on both sides."),
            Example("ferry sync photos nas:/incoming", "Make both directories the same."),
            Example(
                "ferry sync --conflict newer --exclude '*.txt' . web01:/www",
                "Let the newer file win, and skip some names."),
        ])
}
