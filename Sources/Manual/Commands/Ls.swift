/// What `ferry ls` does, beyond its options.
extension CommandPage {
    package static let ls = CommandPage(
        "ls",
        """
        Use this command to see what is in a directory, here or on a server. Without an argument it
        lists the current directory. Of a file, it prints the name of that file.

        Directories come first, and names are in natural order, so `a2` comes before `a10`. Names
        that begin with a dot are hidden unless you add `-a`.

        ## Patterns

        The path of a server may be a pattern such as `web01:/logs/*.gz`. What it matches is printed
        by its path from the directory that all matches share. A pattern that matches nothing is an
        error. See `ferry help addresses`.

        ## Output for scripts

        On a terminal, control characters in names are shown safely, a tab as `\\t` and a line break
        as `\\n`. Into a file or a pipe, the bytes of a name are written as they are. Use `-0` for
        names that may contain line breaks, as it ends each name with NUL.

        With `--json`, each line is an object with these keys. Whatever the server does not report
        is omitted.

        | `name` | The name, as text. |
        | `bytes` | The bytes of the name in hexadecimal, if they are not valid text. |
        | `path` | The whole path, for a pattern whose matches are in several directories. |
        | `type` | `file`, `dir`, `link` or `other`. |
        | `size` | The size in bytes. |
        | `modified` | The time of the last change, with `Z` only if the time zone is known. |
        | `precision` | How exact that time is, such as `second`, `minute` or `day`. |
        | `target` | Where a link leads. |
        | `mode` | The permissions, such as `rw-r--r--`. |
        | `owner`, `group` | Who owns it. |

        ## Limits

        A listing that is too long for Ferry is cut off. The exit code is then 1, and a line on
        stderr says so.

        The command is tried at most twice, the second time only after a lost connection.

        """,
        [
            Example("ferry ls web01:/www", "List a directory on a server."),
            Example("ferry ls -a", "List the current directory with its hidden names."),
            Example("ferry ls 'web01:/logs/*.gz'", "List only what matches a pattern."),
            Example("ferry ls --json web01:/", "Print name, size, time and permissions as JSON."),
        ])
}
