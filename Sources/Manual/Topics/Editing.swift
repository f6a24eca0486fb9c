/// Editing files of servers on the screen, for users.
extension ManualTopic {
    package static let editing = ManualTopic(
        "editing", "edit files of servers in your own editor",
        """
        `F4` or `e` on a file of a server opens it in your editor. Ferry fetches the file into a
        copy. It sends every save back while the editor is open, and once more when the editor ends.
        `ferry edit URL` does the same without the screen.

        The editor is `editor` in `config.toml`, else `VISUAL`, `EDITOR` or `vi`.

        Before Ferry sends a file, it compares what the server has, by contents up to 4 MiB, else by
        size and time. The new version is sent into a temporary file, which gets the name once it is
        complete.

        ## If the file has changed on the server

        Nothing is replaced then. A dialog shows your version, theirs and the one before, with the
        first line that differs. You can do one of these:

        - Overwrite theirs.
        - Keep both, with yours under a name such as `name.web01-20261126-120311`.
        - Merge both.
        - Discard yours.

        `Esc` keeps your copy for later.

        To merge in a program of your choice, set `merge_command` in `config.toml`. It merges into
        `{mine}`:

            merge_command = "vimdiff {mine} {base} {theirs}"

        Without it, `diff3 -m` marks conflicts for your editor.

        ## Opening files with other programs

        `o` opens the file under the cursor with a program, and sends what that saves in the same
        way. `open_with` sets the command for a type. `{}` is the file, and `&` marks a program with
        a window of its own:

            open_with = ["*.pdf zathura {} &"]

        If no command is set for the type, `o` offers `xdg-open` on a desktop.

        ## Files being edited

        `ge` lists the files that are being edited.

        | `Enter` | Open a file again, or answer its conflict. |
        | `s` | Send it now. |
        | `f` | Finish it. |
        | `d` | Discard the copy. |

        An editor with a window of its own returns at once. The file then stays in the list until
        you finish it.

        ## Where copies are kept

        Copies are in `$XDG_STATE_HOME/ferry/edits`, readable by you alone. They are removed once
        the server is known to have them, or when you discard them.

        If a session died, the next start of the screen offers what it left, and
        `ferry edit --recover` sends it. Two Ferry processes never take each other's edits. What a
        killed editor left beside a copy is kept until you finish or discard the edit.

        ## Limits

        Links, directories and devices are refused, as are servers that accept no uploads. Above 64
        MiB Ferry asks first. At most 50 files can be edited at once.
        """)
}
