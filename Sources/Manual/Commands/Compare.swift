/// What `ferry compare` does, beyond its options.
extension CommandPage {
    package static let compare = CommandPage(
        "compare",
        """
        Use this command to find out whether two directories hold the same, on any two places. It
        compares what is inside them and changes nothing.

        Each line has a mark, the path and the reason:

        | `+` | The path is only in A. |
        | `-` | The path is only in B. |
        | `~` | The path is in both, but differs. |

        The exit code is 0 if both are the same, 1 if they differ, and 2 if something could not be
        compared.

        ## What counts as the same

        Files are the same if their sizes and times are, as exactly as both sides report them.
        `--size-only` compares sizes only. `--checksum` compares contents, by checksums of the
        servers or by reading both sides. Permissions are compared too, unless you add `--no-mode`.

        If the times of nearly all files differ by the same number of whole quarter-hours, that is a
        time zone. They count as equal then, and a line on stderr says so.

        Names match in any Unicode form. A directory that cannot be read is never taken for an empty
        one.

        Ferry remembers each file as it was after a mirror. Servers that do not keep times can be
        compared in this way.

        ## Patterns

        `--include` and `--exclude` take patterns and can be repeated. The first one that matches a
        path, or a directory above it, decides. A pattern without a slash matches names at any
        depth, and one with a slash matches paths from the top. `dir/` matches directories only.
        Case matters. What no pattern matches is included, unless there are only `--include`
        patterns.

        With `--ignore-files`, what the `.ferryignore` file of a directory lists is skipped below
        that directory. It has one pattern per line, as for `--exclude`. A `!` in front of a pattern
        keeps what it matches.

        ## Output for scripts

        With `--json`, each difference is an object, and the last object has the totals.

        | `event` | `plan`, or `total` for the last object. |
        | `action` | What would make B the same as A, such as `copy`, `replace`, `delete` or `mkdir`. |
        | `state` | `first`, `second` or `different`. |
        | `path` | The path below A and B. |
        | `from`, `to` | The whole paths on both sides. |
        | `type` | `file` or `dir`, for example. |
        | `bytes` | The size of the file. |
        | `reason` | Why it differs. |

        To make both directories the same, see `ferry help mirror` and `ferry help sync`. In the
        screen, `C` compares both panes, as `ferry help comparing` says.

        """,
        [
            Example(
                "ferry compare . web01:/www",
                "Compare the current directory with one on a server."),
            Example(
                "ferry compare --checksum web01:/www nas:/www",
                "Compare contents on two servers."),
            Example(
                "ferry compare --exclude 'photos/' --exclude '*.txt' . web01:/www",
                "Skip what matches a pattern."),
            Example(
                "ferry compare --size-only --json . web01:/www",
                "Print the differences as JSON."),
        ])
}
