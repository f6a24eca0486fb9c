/// How files and passwords are kept safe, for users.
extension ManualTopic {
    package static let safety = ManualTopic(
        "safety", "how Ferry keeps files, links and passwords safe",
        """
        Ferry is made so that a bad connection, a full disk or a crash costs you no file. This page
        says what it does for that, and where a server sets limits.

        ## Whole files only

        Ferry writes a copy beside its target, under a name such as `.ferry-TOKEN-N`. This is so on
        this machine and on a server. It compares the size, syncs the file where that is possible,
        and only then renames it.

        - The copy keeps the time of its source.
        - A file that is replaced passes on its mode and its owner.
        - Standard output, pipes and devices are written to directly. `-c` refuses a pipe.

        With an empty file, Ferry finds out whether a server can rename, delete and accept such
        names. If not, files are written in place, and the row in the queue says so. There, a
        private file is first created empty, then gets its permissions, and only then is filled.

        ## Partial files

        An interrupted transfer leaves a partial file. It belongs to one job. Only that job resumes
        it, after comparing the last 64 KiB, or deletes it. Two processes never write the same file.

        - `ferry parts` lists the partial files.
        - `ferry parts --remove` deletes those that no job needs.

        ## After a crash

        - The queue survives a crash and `kill -9`; see `ferry help transfers`.
        - After `kill -9`, a complete file gets its name. It is neither sent again nor asked about.
        - A command deletes the partial files that a killed command with the same source and target
          left behind.

        ## Moves

        A move removes its source only after the copy is proven complete. On this machine it must be
        written to the disk. On a server it must be confirmed with its size. The source must also be
        unchanged since. Otherwise the source is kept, and the row says why.

        ## Checksums

        With `--checksum`, each file is compared with its source before it gets its name. The
        reports of `--json` say under `verified` how that was done.

        - Ferry uses digests from the server, which are `HASH` and `XSHA256` of FTP, or SFTP with a
          shell. Otherwise it reads the file back.
        - A difference is a failure, and the previous file is kept.
        - With `-c`, files that seem complete are compared too, and copied again if they differ.

        ## Permissions

        Permissions go with copies. Between two places that know them, a new file or directory gets
        the permission bits of its source, less the umask. A file that is replaced keeps its own.

        Until a file is complete, nobody can read it who could not read its source, whatever its
        name. A directory gets its mode once everything is in it.

        | `--no-mode` | The target sets the mode. |
        | `Permissions` in the dialog of `F5` and `F6` | Choose the same on the screen. |
        | `--preserve` | Also keep special bits, owners and the times of directories. |

        The special bits are set-user-ID, set-group-ID and sticky. `--preserve` keeps them whatever
        the umask, and owners only where that is allowed.

        ## Links

        Links stay links where the target can store them. Otherwise Ferry skips them and names each
        one.

        - `--follow` copies the targets of links instead. In the dialog of `F5` and `F6` this is
          `Links`.
        - From a server, Ferry only creates links that stay inside the copied directory.
        - If you choose a link itself, copying it to another machine copies its target.
        - Deleting or moving affects the link, never its target. This holds even on servers that
          list links as directories.

        ## What a server sends

        Nothing that a server sends reaches the screen or the disk unchecked. Commands show control
        characters in names as `\\t` or `\\n` on a terminal.

        Names go back to the server as the same bytes that it sent; see `ferry help ftp`. Entries
        that lead out of an archive are skipped; see `ferry help archives`.

        ## Passwords

        The files that Ferry writes for itself never hold a password, and the log never contains
        one. A password comes from one of these:

        | `password_command` | A command for a site in `sites.toml`. The first line that it prints is the password. |
        | `.netrc` | `$NETRC`, else `~/.netrc`. |
        | The keyring | If `secret-tool` (libsecret) is installed. Ferry searches it after the first two. |
        | The dialog | It offers to keep the password in your keyring. |
        | `--password-file FILE` | For a command; `-` is stdin. |
        | `FERRY_PASSWORD` | For a command, in the environment. |

        A URL can contain a password too, but the other ways are safer. The account that some FTP
        servers ask for (`ACCT`) comes from `--account`, `.netrc` or `sites.toml`.

        What ssh asks is explained in `ferry help sftp`.

        ## Ferry's own files

        These are in `$XDG_CONFIG_HOME/ferry`, which is usually `~/.config/ferry`:

        | `config.toml` | Settings. `--config FILE` uses another file. |
        | `keymap.toml` | Keys. |
        | `sites.toml` | Sites, without passwords. |
        | `themes/` | Themes of your own. |
        | `languages/` | Translations of your own. |

        These are in `$XDG_STATE_HOME/ferry`, which is usually `~/.local/state/ferry`:

        | `ferry.sqlite` | The queue and its partial files. Beside it are the locks of the processes that run it, and `ferry.sqlite.stages`, which records how far small files have come. |
        | `recent.toml` | The places visited last. |
        | `choices.toml` | What was chosen last in a dialog. |
        | `hints` | The hints of the status bar that you have followed. |
        | `server_cards` | What servers have shown of themselves, for the sites screen. |
        | `known_servers` | What Ferry remembers of servers. |
        | `visited` | The directories that panes have shown recently. |
        | `tabs` | What the tabs showed last. |
        | `pairs` | What was chosen for two directories to mirror or synchronise. |
        | `used` | What was done from the command palette last. |
        | `edits/` | Copies of files being edited, readable by you alone. |

        `known_servers` holds the certificates that you trust, and which servers had TLS. It also
        holds how many connections servers accept, and what SFTP servers refuse. It says which
        servers take several commands at a time, and which only one.

        `$XDG_RUNTIME_DIR/ferry-*.sock` is how other processes reach the one that works on the
        queue. Without that directory, or once it is gone, the socket is beside the queue.

        """)
}
