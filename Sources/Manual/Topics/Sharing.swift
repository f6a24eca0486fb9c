/// How a directory is shared, for users.
extension ManualTopic {
    package static let sharing = ManualTopic(
        "sharing", "serve a directory to browsers, WebDAV and Ferry",
        """
        You can serve a directory of this machine to any browser, to WebDAV programs and to another
        Ferry. By default only this machine can reach it, and visitors can only read.

        ## Starting a share

            ferry share DIR

        In a pane, `gS` shares the directory shown. The screen shows who can reach it, and the URL
        with a QR code. Each visitor's transfer is a row of the queue, where `x` disconnects it. On
        the share's screen there are these keys:

        | `S` or `Enter` | Stop sharing. |
        | `x` | Disconnect the visitor, or release the lock. |
        | `c` or `y` | Copy the URL. |
        | `i` | Invert the QR code. |

        `--port` sets another port than 8080. With the command, `Ctrl-C` lets running transfers
        finish, and a second one ends at once.

        Pages need no scripts. A directory can also be downloaded as `.tar` or `.zip`.

        ## Who can do what

        | `--bind ADDRESS` | Open the share to other machines. |
        | `--writable` | Let visitors upload, rename and delete. |
        | `--user USER` | Require a user and a password. |
        | `--pin` | Require a PIN. |
        | `--tls` | Encrypt, with a temporary certificate or yours. |
        | `--certificate FILE` and `--key FILE` | Your certificate and its key. |
        | `--hidden` | Serve dot-files too. |

        Links are never served. An upload never replaces a file without saying so.

        Programs log in by Basic or, without TLS, by Digest, as Windows requires.

        ## Protection

        - Each wrong password makes the visitor wait longer. Guesses from up to 4,000 addresses do
          not keep new visitors out.
        - Without a login, the share answers only requests for an address or a local name, never for
          a foreign host name.
        - On Linux with Landlock and seccomp, the share is a process that can reach only its
          directory. It can start no programs. The share's screen and `-v` say so.

        ## Locks

        With `--writable`, WebDAV programs can lock files and directories. No other visitor can
        change what is locked, or what is still being uploaded. What Ferry's own queue is writing
        counts as locked, too.

        A lock or an upload belongs to the logged-in user where the share has `--user`, on any device,
        otherwise to the visitor's address. Even then, only a program that sends the lock's token can change what is
        locked.

        A lock ends with the share. It also ends by itself after an hour at most, unless the program
        renews it, and always after a day. The share's screen lists the locks and who holds
        them, and `x` releases the selected one.

        Where the file system ignores the case of letters, a lock covers a name in capitals and in small letters.

        ## Properties

        What visitors note of files (properties) is kept in `share/properties.sqlite` beside the
        queue. It follows the files when they are moved or copied through the share.

        ## Files that macOS adds

        macOS adds files named `._*` and `.DS_Store`. `--mac-files`, or `share_mac_files` in
        `config.toml`, says what becomes of them:

        | `memory` | Keep them in memory, for the visitor who sent them. This is the default. |
        | `disk` | Keep them on the disk. |
        | `refuse` | Refuse them. |

        In memory they are in no listing and never on the disk, and they end with the share.

        """)
}
