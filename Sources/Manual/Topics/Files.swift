/// How files are changed in the panes, for users.
extension ManualTopic {
    package static let files = ManualTopic(
        "files", "rename, delete, restore, find and change files",
        """
        In the panes you can rename, paste, link and delete files, and undo what you did. This works
        on servers too, as far as the server can do it. For copying, see `ferry help transfers`.

        ## Copying with yank and paste

        `y` yanks what is marked or under the cursor, and `x` cuts it. `p` pastes it into the
        directory shown.

        This works across tabs, panes and servers, and the files go through the queue. What is
        yanked can be pasted again.

        `F5` copies and `F6` moves to the other pane, after a dialog.

        ## Creating

        - `F7` creates a directory. `a` creates a file or a directory.
        - `Ctrl-X s` creates a symbolic link to what is under the cursor.

        ## Renaming

        - `r` or `Shift-F6` renames what is under the cursor.
        - `R` opens the marked names in your editor, one a line.
        - `gR`, or `r` with several names marked, makes the new names from a pattern.

        In a pattern you can use these signs:

        | `[N]` | The name without its extension. |
        | `[E]` | The extension. |
        | `[C]` | A counter. |

        The dialog can also replace a text in the names. You see the old and the new names before
        anything happens.

        - Names may be swapped, or go round in a circle.
        - If a new name is taken or used twice, nothing is renamed.
        - If the text from the editor has another number of lines, or an empty line, nothing is
          changed.

        ## Permissions, owner and time

        `A` shows the mode, the owner and the time of what is marked. You can set another mode, such
        as `640` or `u+rwX,go-w`, or another time. For directories you can do so for everything
        below as well, except links.

        - This works on this machine and over SFTP. It works on FTP servers that have `SITE CHMOD`,
          `MFF`, `MFMT` or `MDTM`. Over WebDAV only a time can be set.
        - What cannot be set is not offered.
        - Ferry shows each refusal with the server's reply, and changes the other files. `Esc`
          stops.

        Which permissions a copy gets is explained in `ferry help safety`.

        ## Links

        - Deleting or moving a link affects the link, never its target. This holds even on servers
          that list links as directories.
        - Copying a directory keeps the links in it as links, where the target can store them.
          `ferry help safety` says more.
        - If you choose a link itself, copying it to another machine copies its target.

        ## Deleting and the trash

        `F8`, `Del` or `d` deletes what is marked or under the cursor, after a question. On this
        machine the question offers the trash of your desktop first. `Shift-Del` asks for permanent
        deletion only.

        A file goes to the trash of your home directory, or to that of its own file system. This is
        one step, and nothing is copied or deleted for it. Other programs can restore the files too.
        Where no trash can be used, the job says so and the file stays.

        To be offered permanent deletion first, write this in `config.toml`:

            delete = "delete"

        In scripts, `ferry rm --trash` uses the trash.

        ## Restoring from the trash

        `gx` shows what is in the trash.

        - `r` restores a file. It never replaces an existing file, and it creates missing
          directories.
        - `d` deletes a file permanently.
        - A damaged record, or one that leads elsewhere, is shown but never restored.

        ## A trash on a server

        With `trash = true` for a site in `sites.toml`, deleting there offers to move files to
        `.ferry-trash/DATE/` in the login directory. Nothing is replaced there, and `U` brings the
        files back. Empty it yourself, like any directory.

        ## Undo

        `U` takes back what was done last, after a question. `gu` lists what can be undone, and says
        why the rest cannot.

        You can undo new names, new files, directories and links, copies, moves, permissions, times,
        and moves to the trash. In scripts, `ferry undo` does the same. The list holds a month, and
        covers this machine and servers.

        - Undoing a copy deletes only what the copy created and nobody has changed since.
        - Undoing never replaces a file.
        - What cannot be taken back stays in the list with its reason.
        - A copy that replaced a file cannot bring the old file back.

        ## Finding below a directory

        `s` searches everything below the directory shown. You can fill in one field or several:

        | Name | A pattern such as `*.jpg`, or some letters of the name. |
        | Containing | A text that the files contain. |
        | Size | A size, such as `+10M`. |
        | Changed since | A time, such as `7d` or `2026-11-20`. |
        | Type | All, files, directories or links. |

        A text in files can be searched for on this machine, and on SFTP servers that have a shell
        with `grep`.

        The results come as they are found. `Esc` stops the search, and a second `Esc` goes back.
        `gF` shows the results again.

        - `Enter` goes to the directory of a result.
        - `Space` marks results. `F3`, `F4`, `F5` and `F8` work as in a pane, on all that is marked.

        """)
}
