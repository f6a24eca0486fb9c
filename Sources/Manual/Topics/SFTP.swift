/// How SFTP servers are used, for users.
extension ManualTopic {
    package static let sftp = ManualTopic(
        "sftp", "SFTP through your own ssh",
        """
        Ferry reaches SFTP servers through the `ssh` of your system, so everything in
        `~/.ssh/config` applies. That covers aliases, keys, agents, certificates, hardware keys,
        ProxyJump and ControlMaster.

        ## Opening a server

            ferry sftp://deploy@web01:2222/www
            ferry web01:/www

        `sftp://[USER@]HOST[:PORT]/path` starts `ssh`. If the URL has no user or port, your
        configuration sets them. X11, agents, ports and local commands are not forwarded.

        `host:path` is a shorter way. It works on the command line and in the box of the sites
        screen (`F2`). It also works where you send a pane to a path.

        - The host is the name of a saved site, or a `Host` written out in the configuration that
          ssh reads. `Include` is followed.
        - A host that only fits a pattern is read as a file name, and so is `./a:b`.
        - On the command line an existing file of that name wins.

        ## Where a path starts

        | `host:/docs` | Starts at the root of the server. |
        | `host:docs` | Starts where the login leads. |
        | `host:~/docs` and `sftp://host/~/docs` | Start where the login leads too. |
        | `host:~user/docs` and `sftp://host/~user/docs` | Start in the home directory of that user. |
        | `./~user`, or `/%7Euser` in a URL | A file that is really called that. |

        A user's home directory only works if the server names it (`expand-path@openssh.com` or
        `home-directory`).

        ## Questions

        A dialog asks for passwords, passphrases, PINs, codes, yes or no, and the touch of a token.
        It says who asks, in ssh's own words. `Esc` ends the login and everything it started.

        - Ferry keeps a secret that worked in memory while it runs, and never repeats a refused one.
          Answers to a server's own questions are not kept.
        - Transfers in the queue ask nothing. If they need an answer, they fail and say so.
        - A command asks on the terminal. Without a terminal, it uses your own `SSH_ASKPASS` if that
          is set, and otherwise does not ask.

        ## Host keys

        Host keys are ssh's. A new key is shown with its fingerprint and, on a screen of 30 rows or
        more, its image. If you trust it, ssh writes it to `known_hosts`.

        A changed key ends the login, and the alarm names the file and the line.
        `StrictHostKeyChecking no` does not let a changed key pass. The pane's title says `SSH ✓`.

        ## Another ssh

        `FERRY_SSH`, or `ssh_command` in `config.toml` or for a site, is a program and its first
        arguments. They are read as a shell reads them:

            ssh_command = "ssh -F ~/work.conf"

        The site's setting overrides the general one, and that overrides the variable. An ssh that
        does not understand OpenSSH's options can be put behind a wrapper.

        Two more settings are for a site only:

        | `sftp_server` | The path of sftp-server on servers that have one and do not announce it. |
        | `command` | A program that speaks SFTP on its standard input and output, used instead of ssh. |

            command = "docker exec -i box /usr/lib/openssh/sftp-server"

        ## Proxies

        ssh does not use `proxy` and `ALL_PROXY`. The log says so once, and Ferry refuses a site
        that sets one. Instead, write one of these lines for the host in `~/.ssh/config`:

            ProxyJump gate
            ProxyCommand nc -X 5 -x gate:1080 %h %p

        ## Ciphers

        If nobody has chosen ciphers, `ssh -G` shows OpenSSH's own list. Then Ferry asks ssh for
        AES-GCM before ChaCha20. It does so only if the processor of this machine has AES
        instructions.

        The same six ciphers are offered in another order. A large file needs two thirds of the
        time. `prefer_aes = false` in `config.toml` or for a site keeps OpenSSH's order, for servers
        whose processors lack AES. The log shows the options that ssh was started with.

        ## When a shell helps

        Where the server has a shell, Ferry uses it over the existing login.

        - One command deletes a tree (`F8`, `ferry rm -r`) or lists it (`ferry find`, `ferry du`).
        - The server computes checksums (`ferry checksum`) itself.
        - Before anything is deleted, Ferry makes a directory with a random name over SFTP. The
          shell must find and remove it.
        - What the shell lists or sums up must agree with SFTP.

        If it does not agree, or there is no shell, Ferry uses SFTP alone and remembers the server
        for a month. `shell = false` in `config.toml` or for a site turns the shell off.

        ## Text before the packets

        A `.bashrc` that writes, or a server without the subsystem, sends text before the packets of
        SFTP. Ferry shows it. Then it uses the login shell to find the server's own sftp-server. If
        that works, the log says how to set it permanently.

        ## Large files on long lines

        A large file uses up to two more connections if at least 64 MiB are left and answers take
        their time. These log in with the same key or with a password that worked. They never ask
        you or use a hardware key. If the server refuses, Ferry does not try again for an hour.
        `connections = 1` in `config.toml`, or `-j 1`, keeps to one.

        ## Copies on the same server

        Between two places of a server, the server itself copies files of 256 KiB and more if it can
        (`copy-data`, OpenSSH since 9.0). The row in the queue says so. Otherwise the bytes come
        through this machine. For WebDAV, see `ferry help web`.

        ## What a server refuses

        Ferry finds out what a server refuses, avoids it, and remembers it for 30 days in
        `known_servers`. Examples are renaming, times, modes, syncing, the size of an open file, and
        resuming.

        - If a server cannot rename, files are written in place.
        - Some servers empty a file that is opened to be resumed, such as rclone behind ssh or a
          `command`. There the file is sent from its first byte, and the row says so.

        """)
}
