/// How commands behave in scripts, for users.
extension ManualTopic {
    package static let scripting = ManualTopic(
        "scripting", "use Ferry's commands in scripts",
        """
        Every command uses the same engine as the screen and needs no terminal. This page says what
        all commands have in common. See `ferry help COMMAND` for each of them.

        ## Output and exit codes

        Data goes to stdout, and everything else to stderr. With `-v`, stderr also has each command
        that is sent to a server, and each reply.

        | `0` | Everything was done. |
        | `1` | Something failed, was skipped or could not be written. Each such file has its own line on stderr. |
        | `2` | The command was used wrongly, or a setting is wrong. |

        `ferry compare` exits with 1 if the places differ, and with 2 if something could not be
        compared.

        With `-r` or a pattern, one file that fails does not end the others.

        ## Where files go

        The rule for targets is that of `cp`.

        - If the target is an existing directory, or ends in a slash, files are copied into it under
          their own names. The directory must exist.
        - Otherwise the target is the new name, in an existing directory.
        - `-o` of `ferry get` names the file or directory itself.

        `get`, `put` and `cp` replace existing files without a question. `mv` never replaces a file.

        ## Resuming

        With `-c`, a command skips files that are complete and resumes partial ones. In a tree, it
        only resumes files that took longer than two seconds. A pipe is refused.

        Without `-c`, a command deletes the partial files that a killed one with the same source and
        target left behind. When the disk is full, the partial file is deleted too, unless you gave
        `-c`, and the old file is kept.

        If a server cannot confirm that a copy is complete, a line on stderr says so. With
        `--checksum`, each file is compared with its source before it gets its name, and the key
        `verified` of `--json` says how. Ferry uses digests from the server (`HASH` and `XSHA256` of
        FTP, or a shell over SFTP), or else reads the file back. A difference is a failure, and the
        previous file is kept. With `-c`, files that seem complete are compared too, and copied
        again if they differ.

        ## A command always ends

        A server may be silent for `--timeout`, which is 30 seconds unless you change it. Then the
        try has failed.

        - Commands that read, change or remove are tried at most twice, the second time only if the
          connection was lost. These are `ls`, `stat`, `find`, `du`, `cat`, `checksum`, `mkdir`,
          `chmod`, `ln` and `rm`.
        - Commands that copy or move are tried three times, after pauses of 1 and 4 seconds. These
          are `get`, `put`, `cp` and `mv`, also with `-r`.

        One try can meet `--timeout` twice, because Ferry first checks what an earlier try has left.
        So if nothing moves at the server, a command ends within six times `--timeout` and 15
        seconds.

        A try that has made progress is not counted, and the next one follows at once. A bad line
        therefore never ends a transfer. One file at which the server fails does not end the others.
        Three failures in a row, with nothing done between them, end everything that is bound for
        that server.

        Only what waits for a server's disk gets more time for more bytes, at most a second for each
        256 KiB. That is a sync, a copy made by the server, or a checksum.

        Each retry is a line on stderr, and the last line says why it failed. The queue is
        different, because it waits for a server without end.

        ## Ending a command

        Ctrl-C, SIGTERM and SIGHUP end a command at once. Every ssh, rclone, `command` and helper
        that it has started ends with it. `ferry share` and `ferry queue run` end in their own ways,
        as their pages say.

        ## Passwords without a terminal

        Put passwords where Ferry can find them. The ways are `~/.netrc`, `--password-file FILE`
        with `-` for stdin, `FERRY_PASSWORD`, `password_command` for a site, and your keyring. See
        `ferry help addresses` for the order.

        Questions of ssh, such as a passphrase or a code, are asked on the terminal. Without one,
        Ferry uses your own `SSH_ASKPASS` if that is set. Otherwise nobody is asked, and the login
        fails. Passwords of FTP and web servers are never asked for by a command.

        A certificate or host key that is not known yet is an error in a script. Trust it in the
        screen first, or name its authority with `--ca FILE`.

        `ferry rm` with a pattern that matches several names needs `--yes`.

        ## Events

        With `--json`, `get`, `put`, `cp` and `queue run` report on stdout what happens, one object
        per line. `mirror` and `sync` do so too, after their plan. `event` is one of these:

        | `queued` | A transfer is to be done. |
        | `began` | A transfer has started. |
        | `moved` | Some of a file has been copied. |
        | `asks` | A transfer needs an answer or a password. |
        | `done` | A transfer has ended well. |
        | `failed` | A transfer has failed. |
        | `total` | The last line, with `files`, `bytes`, `failed` and `seconds`, and `deleted` if a mirror or sync was to delete. |

        The other keys are there if they are known:

        | `source`, `target` | From where to where. |
        | `bytes`, `size` | The bytes copied so far, and those of the whole file. |
        | `message` | Why something failed, or what is needed. |
        | `verified` | How the copy was compared with its source. |
        | `via` | `here`, `server` if the server copied by itself, or `fxp` if one server sent straight to another. |
        | `source_bytes`, `target_bytes` | The bytes of a path in hexadecimal, if it is not text. |

        Wrong usage is reported on stderr alone. `ls`, `find`, `stat`, `compare`, `queue`, `undo`
        and `sites` have a `--json` of their own, as their pages say. There too, a path that is not text
        has its bytes beside it, such as `path_bytes`.

        Keys and states are the same in every language, sentences are in yours. See
        `ferry help languages`.

        ## Work in the background

        `ferry queue add` adds a transfer to your queue and returns at once. `ferry queue run`
        carries out the queue without a screen, and `ferry queue run --detach` does so in the
        background. `ferry queue stop` stops it and keeps all jobs. `ferry attach` opens the screen
        on it. See `ferry help queue`.

        ## When transfers are over

        The shell runs `on_done = "COMMAND"` from `config.toml` once a transfer has ended and
        nothing in the queue continues by itself. It runs in the process that ran the queue, without
        a terminal, and is stopped after ten minutes. These numbers are in its environment:

        | `FERRY_DONE` | Transfers that ended well. |
        | `FERRY_SKIPPED` | Transfers that were skipped. |
        | `FERRY_FAILED` | Transfers that failed. |
        | `FERRY_WAITING` | Jobs that need you. |
        | `FERRY_FILES` | Files that were copied. |
        | `FERRY_BYTES` | Their bytes. |

        They count everything since the queue last had nothing to do, including the work of an
        earlier process.

        `done_notice = "osc9"` or `"osc777"` shows a desktop notice at that time, through the
        terminal of the screen.

        ## Speed limits by the time of day

        `limit_rate` in `config.toml` limits all transfers together. `limit_times` does so by the
        time of day, also while transfers run:

            limit_times = ["08:00-18:00 500K", "22:00-06:00 0"]

        The first range that fits overrides `limit_rate`, and 0 means no limit. A limit that you
        type on the screen holds until the next change, also after a restart, and the queue shows
        it. `--limit-rate` always holds.

        ## Complete examples

        Fetch last night's logs, and resume what an earlier run could not finish:

            #!/bin/sh
            cd /srv/logs || exit 1
            exec ferry get -c 'web01:/logs/*.gz' .

        Deploy a build only if it differs from what is online:

            #!/bin/sh
            ferry compare build web01:/www > /tmp/changes
            case $? in
                0) exit 0 ;;
                1) ferry mirror --delete --backup .ferry-trash build web01:/www ;;
                *) exit 2 ;;
            esac

        List the files that failed, with `jq`:

            ferry put -r --json build web01:/www |
                jq -r 'select(.event == "failed") | .message'

        Add several transfers to the queue, and let them run after you log out:

            for file in *.iso; do
                ferry queue add "$file" nas:/backups
            done
            ferry queue run --detach

        Take a password from a password manager:

            pass show web01 | ferry put --password-file - notes.txt ftpes://deploy@web01/incoming/
        """)
}
