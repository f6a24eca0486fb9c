/// What `ferry sites` does, beyond its options.
extension CommandPage {
    package static let sites = CommandPage(
        "sites",
        """
        A site is a server with a name. A saved site holds the protocol, host, port, user and
        directory, and any settings that differ for this server. You can use its name in every
        command, as in `web01:/www`.

        `ferry sites` prints a name and a URL per line. It lists the sites of `sites.toml`, the
        hosts of ssh's configuration, the remotes of rclone and recent places. In the screen, `F2`
        opens the same list. See `ferry help connecting`.

        A slash in a name separates folders, as in `work/web01`.

        ## Output for scripts

        With `--json`, each site is an object. Whatever is not known is omitted.

        | `name` | The name with its folders. |
        | `folder` | Everything before the last slash of the name. |
        | `url`, `protocol` | Where it is, and how it is reached. |
        | `last_used` | When it was last used. |
        | `source` | `ferry`, `ssh`, `rclone` or `recent`. |

        ## Adding and removing

        `ferry sites add NAME URL` saves a site, and `ferry sites remove NAME` removes one. Both
        change `sites.toml` and keep all its other lines, comments too. A URL with a password is
        refused. `ferry help addresses` says where passwords belong.

        ## Testing

        `ferry sites test` takes a saved site, a host of ssh's configuration or a URL. It connects
        step by step, and shows the result and the time of each step.

            dns  connect  tls or ssh  login  features  data  list

        If a step fails, the reason is in its line, and the exit code is 1. With `--json`, each step
        is an object with `step`, `result` (`ok` or `failed`), `seconds` and `message`.

        ## Importing from other programs

        `ferry sites import` imports the lists of other programs, and recognises them by their
        contents. Without a file it reads the usual places:

        | FileZilla | `$XDG_CONFIG_HOME/filezilla/sitemanager.xml`, `~/.filezilla/sitemanager.xml` |
        | WinSCP | `~/.wine/drive_c/users/USER/AppData/Roaming/WinSCP.ini`, `~/WinSCP.ini` |
        | lftp, ncftp | `$XDG_DATA_HOME/lftp/bookmarks`, `~/.lftp/bookmarks`, `~/.ncftp/bookmarks` |
        | Cyberduck | `~/.duck/Bookmarks/*.duck` |
        | termscp | `$XDG_CONFIG_HOME/termscp/bookmarks.toml` |
        | rclone | `$RCLONE_CONFIG`, `$XDG_CONFIG_HOME/rclone/rclone.conf`, `~/.rclone.conf` |
        | .netrc | `$NETRC`, else `~/.netrc` |

        Each site is a line that begins with `taken` or `skipped`, with the reason or what was lost.
        The last line counts them. `--dry-run` writes nothing. With `--json`, each site is an object
        with `event`, `name`, `url`, `source` (the program), `reason` and `note`.

        All sites are written at once, or none. Exit code 1 means that a file could not be read or
        written. A skipped site is not a failure.

        - Folders are kept. Bookmarks of a site are listed below it, as in `work/web01/logs`. A
          second site of the same name becomes `web01 (2)`. If the same place is already known under
          the same name, it is skipped.
        - Ferry imports protocol and TLS, host, port, user, start directory, charset, active mode,
          timeout, connections, proxy, account and comment. A key file becomes an `ssh_command`. The
          note lists what has no place in Ferry, such as local directories, colours, time offsets,
          tunnels, and keys in PuTTY's format.
        - Only the place is imported from ncftp. Remotes of rclone that Ferry does not support
          itself are reached through rclone. Clouds in other programs' lists are skipped.
        - Passwords that a file stores unencrypted or only obscured are moved to your keyring, or
          are not imported. Those that a master password or a key protects are not imported either.
          Those in your `.netrc` stay there, where Ferry reads them.
        - Files of more than 10 MiB or 10,000 sites are refused. So are XML with a DTD (except the
          usual line of a property list), NULs, pipes and devices. Text must be UTF-8, except that
          WinSCP's may be in the charset of western Windows.

        """,
        [
            Example("ferry sites", "List all sites with their URLs."),
            Example("ferry sites test web01", "Connect step by step, and show where it fails."),
            Example(
                "ferry sites add work/web02 ftpes://deploy@web02.example/www",
                "Save a site in a folder."),
            Example(
                "ferry sites import --dry-run",
                "Show which sites of other programs would be imported."),
        ])
}
