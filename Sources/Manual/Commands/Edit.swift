/// What `ferry edit` does, beyond its options.
extension CommandPage {
    package static let edit = CommandPage(
        "edit",
        """
        Use this command to change a file on a server with your own editor. Ferry fetches the file
        into a copy and opens the copy. Each time you save, Ferry sends the file back, and once more
        when the editor ends.

        The editor is `editor` in `config.toml`, else `VISUAL`, `EDITOR` or `vi`. A file of this
        machine is opened directly.

        The screen does the same with `F4` or `e`. See `ferry help editing` for that, and for where
        the copies are kept.

        ## If the file has changed on the server

        Before it sends a file, Ferry compares what the server has. It compares the contents up to 4
        MiB, and the size and time above that. If they have changed, nothing is replaced, and Ferry
        asks on the terminal:

        | `o` | Overwrite the version on the server. |
        | `k` | Keep both, with yours under a new name such as `name.web01-20261126-120311`. |
        | `m` | Merge the two versions, if that is possible. |
        | `d` | Discard your version. |
        | `Enter` | Keep your copy for later. |

        Without a terminal, Ferry keeps your copy, prints its name and exits with 1.
        `ferry edit --recover` sends the copies that earlier sessions could not send.

        ## Editors with windows of their own

        If the editor returns at once, Ferry asks you to press `Enter` when you have finished.
        Without a terminal, it waits until the editor's process has ended.

        ## Limits

        Links, directories and devices are refused, as are servers that accept no uploads. Above 64
        MiB Ferry asks first. In a script, without a terminal, it does not ask and fetches the file.
        At most 50 files can be edited at once.

        """,
        [
            Example("ferry edit web01:/readme.txt", "Edit a file on a server."),
            Example(
                "EDITOR='nano -w' ferry edit web01:/www/index.html",
                "Use another editor this time."),
            Example("ferry edit --recover", "Send what an earlier session could not send."),
        ])
}
