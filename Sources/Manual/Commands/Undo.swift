/// What `ferry undo` does, beyond its options.
extension CommandPage {
    package static let undo = CommandPage(
        "undo",
        """
        Use this command to take back what was done to files last, on this machine or on a server.
        Without a number, it undoes the newest entry of the list. `ferry undo --list` numbers all
        entries with the newest first.

        ## What can be undone

        In the screen, Ferry records new names, files, directories and links, copies, moves,
        permissions, times and the trash. It also records what the queue does. Of the commands,
        `ferry rm --trash`, `ferry mirror` and `ferry sync` are recorded. Others such as
        `ferry get`, `ferry mv` and `ferry rm` are not.

        The list holds a month. It covers this machine and servers.

        ## How it behaves

        Nothing is ever replaced. Undoing a copy deletes only what the copy created and nobody has
        changed since. A copy that replaced a file cannot bring the old one back, unless there was a
        backup.

        What cannot be taken back stays in the list with its reason, and the exit code is 1. Undoing
        a sync changes both sides. See `ferry help mirror` and `ferry help sync` for what they can
        bring back.

        In the screen, `U` undoes what was done last, and `gu` shows the list.

        ## Output

        Each line of `--list` has the number, the time, what was done, where, and why some of it
        cannot be undone. Tabs separate the columns. With `--json`, each entry is an object:

        | `number` | The number for `ferry undo NUMBER`. |
        | `time` | When it was done. |
        | `action`, `summary` | What was done, as a word and as text. |
        | `site`, `place` | Where. |
        | `steps` | How many changes it has. |
        | `lost` | How many of them cannot be undone. |
        | `error` | Why not. |

        """,
        [
            Example("ferry undo --list", "Number and list what can be undone."),
            Example(
                "ferry rm --trash notes.txt && ferry undo",
                "Move a file to the trash, and take that back."),
            Example("ferry undo --list --json", "Print the list as JSON."),
        ])
}
