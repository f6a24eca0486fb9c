/// What `ferry find` does, beyond its options.
extension CommandPage {
    package static let find = CommandPage(
        "find",
        """
        Use this command to find files below a directory, here or on a server. It prints one whole
        path per line. Without options, it prints everything below the directory. All options that
        you give must match.

        Of a file, it prints that file if it matches.

        ## What to find

        - `--name` takes a pattern for the name, and case matters. Quote it, so that your shell does
          not expand it.
        - `--type` takes `f` for files, `d` for directories or `l` for links.
        - `--size` takes `+10M` for larger and `-10M` for smaller.
        - `--newer` takes a time such as `2026-11-20` or `2026-11-20T23:51:00Z`.

        ## Output for scripts

        On a terminal, control characters in names are shown safely. Into a file or a pipe, the
        bytes of a path are written as they are. `-0` ends each path with NUL, which suits
        `xargs -0`.

        With `--json`, each line is an object with `path` and the keys of `ferry ls --json`.

        ## How it behaves

        On an SFTP server with a shell, one command on the server lists the whole tree. Otherwise
        Ferry lists one directory after the other. Links are not followed.

        A directory that cannot be read is a line on stderr, and the exit code is 1. The search
        continues with the others. The command is tried at most twice, the second time only after a
        lost connection.

        Finding text in files works in the screen only, with `s`.

        """,
        [
            Example("ferry find web01:/www", "List everything below a directory."),
            Example(
                "ferry find web01:/ --type f --name '*.gz' --newer 2024-01-01",
                "Find new archives on a server."),
            Example(
                "ferry find -0 photos --name '*.jpg' | xargs -0 ls -l",
                "Pass what was found to another program."),
            Example("ferry find web01:/ --size +1M --json", "Print large files as JSON."),
        ])
}
