/// How places are written, for users.
extension ManualTopic {
    package static let addresses = ManualTopic(
        "addresses", "name files on this machine and on servers",
        """
        Wherever a command or the screen takes a place, you can write a path of this machine, a URL,
        or `host:path`.

        | `notes.txt` | A path of this machine. |
        | `web01:/www` | A path on a saved site or a host of ssh's configuration. |
        | `web01:www` | The same from the directory where the login leads. |
        | `ftpes://deploy@web01/www` | A URL. |

        ## URLs

        A URL is `scheme://user@host:port/path`. User, port and path can be omitted. Without a path,
        it means the directory where the login leads.

        | `ftp://` | FTP at port 21. Ferry asks for TLS, and continues without it only if the server never had it. |
        | `ftpes://` | FTP at port 21, with TLS required. |
        | `ftps://` | FTP with TLS from the start, at port 990. |
        | `sftp://` | SFTP at port 22, through your own ssh and its configuration. |
        | `http://`, `https://` | A web server at port 80 or 443. It is read-only, unless it says that it accepts PUT. |
        | `dav://`, `davs://` | WebDAV at port 80, or with TLS at port 443. |
        | `rclone://REMOTE/path` | A remote of your rclone configuration. |
        | `file:///path` | A path of this machine. |

        An IPv6 address is written in brackets, as in `ftp://[2001:db8::1]/`. If an `sftp://` URL
        has no user or port, ssh's configuration sets them. In the name of a remote, case matters
        and a space is `%20`.

        In `http://` and `https://` URLs, `?` begins the query.

        ## host:path

        The host is the name of a saved site, or a `Host` written out in the configuration that ssh
        reads. `Include` is followed. A host that only matches a pattern there is read as a file
        name.

        A path without a leading slash starts where the login leads, and `web01:` is that directory
        itself. A saved site in a folder is written with the folder, as in `work/web01:/www`.

        On the command line, an existing file of that name comes first. Write `./a:b` for a file
        whose name contains a colon. `host:path` also works in the box of the sites screen, and
        where you send a pane to a path.

        `ferry sites` lists your saved sites and ssh's hosts, among others. `ferry sites add` saves
        a site.

        ## Home directories

        `host:~/docs` and `sftp://host/~/docs` start where the login leads too. `host:~user/docs`
        and `sftp://host/~user/docs` start in the home directory of that user, if the server reports
        it (`expand-path@openssh.com`, `home-directory`).

        A file that is really called `~user` is `./~user`, or `/%7Euser` in a URL.

        ## Patterns

        `ls`, `get`, `put`, `cp`, `mv`, `rm`, `chmod`, `du` and `checksum` take patterns in the path
        of a URL or `host:path`. `*`, `?` and `[…]` work as in a shell, in any directory of the
        path. Quote them, so that your shell leaves them alone:

            ferry get 'web01:/logs/*.gz' .

        - A name that is written exactly so comes first.
        - A name that begins with a dot is only matched by a pattern that does, too.
        - `%2A`, `%3F` and `%5B` in a URL, and a backslash in `host:path`, always mean the character
          itself.
        - A pattern that matches nothing is an error, and nothing is done.
        - As a target, a pattern must match exactly one directory.
        - `mv`, `rm` and `chmod` say on stderr how many names matched.
        - `rm` of several names by a pattern asks first. Without a terminal it requires `--yes`.

        Patterns for files of this machine are expanded by your shell.

        ## Odd names

        In a URL, `%` and two hexadecimal digits mean a byte. Control characters are written as
        `%09` for a tab or `%0A` for a line break. A terminal shows them as `\\t` and `\\n`.

        `ls -0` and `find -0` end each name with NUL, so that scripts can read any name.

        Names that are not UTF-8 are read in the charset of the site, or of `--charset`. The same
        bytes are sent back to the server.

        ## Passwords

        A URL can contain a password, as in `ftp://user:password@host/`. Other users of the machine
        may see it there, so choose another place:

        | `--password-file FILE` | The first line of a file, or of stdin for `-`. |
        | `FERRY_PASSWORD` | A variable of the environment. |
        | `password_command` | A shell command for a saved site, whose first line of output is the password. |
        | `~/.netrc` | The file that ftp and curl read too. `$NETRC` names another. |
        | your keyring | If `secret-tool` (libsecret) is installed, the dialog of the screen offers to keep a password there. |

        A password in the URL is used first, then `--password-file` or else `FERRY_PASSWORD`. After
        that Ferry tries `password_command`, `.netrc` and the keyring, in this order. If none of
        them has a password, the screen asks. A command only asks for what ssh wants to know, on the
        terminal.

        Ferry's own files never hold a password, and `sites.toml` refuses one. For example, in
        `~/.config/ferry/sites.toml`:

            [[site]]
            name = "web01"
            url = "ftpes://deploy@web01.example/www"
            password_command = "pass show web01"

        In `~/.netrc`, which only you should be able to read:

            machine web01.example login deploy password secret

        The account that some FTP servers ask for (ACCT) comes from `--account`, `.netrc` or
        `sites.toml`. Web servers also take `--auth basic`, `digest` or `bearer`, and a client
        certificate from `--client-certificate` and `--client-key`.

        ## Options for servers

        Each command that takes a server has the same options for it. They override the settings of
        the site. Among them are `--ca`, `--insecure`, `--no-tls`, `--charset`, `--active`,
        `--limit-rate`, `--timeout` and `--config`.
        """)
}
