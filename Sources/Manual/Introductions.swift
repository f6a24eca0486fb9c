/// What pages that are made from tables say before them. Each is read by `ManualText`.
package enum ManualIntroduction {
    /// All of them.
    package static let all = [overview, config, sites, keymap, theme, files, keys]

    /// Of the page of `ferry` itself.
    package static let overview = """
        Ferry is a full-screen, two-pane file manager for the terminal. One pane usually shows this
        machine, the other an FTP, SFTP, web or WebDAV server. Transfers run in a queue behind the
        panes, and a log shows every command and reply.

        Without a command, `ferry` opens the screen. Two places can be given, one for each pane: a
        directory, a URL, the name of a saved site, or `host:path`. Without places, the tabs of the
        last time come back.

        If you are new, begin with `ferry demo`. It opens the screen on a small server of its own, and
        nothing leaves your machine. `F1` shows the keys, `F9` a menu of everything, and `F10` quits.
        """

    /// Of ferry-config(5).
    package static let config = """
        `config.toml` holds your settings. It is a TOML file in `$XDG_CONFIG_HOME/ferry`, usually
        `~/.config/ferry`. Without it, and for every key that it does not have, the defaults apply.

        - `ferry config --defaults` prints a file with every setting, explained and commented out. Save
          it as `config.toml`, and remove the `#` before what you change.
        - `ferry config check` finds mistakes, and names the file and the line.
        - `ferry config` shows what differs from the defaults.
        - On the screen, choose Settings… in the Options menu (`F9`).

        Ferry reads the file again when it is saved. What can change at once does so; for the rest, the
        screen says when.

        Settings that concern connections can be set for one site too, in `sites.toml`.
        """

    /// Of ferry-sites(5).
    package static let sites = """
        `sites.toml` holds your saved sites. It is a TOML file in `$XDG_CONFIG_HOME/ferry`, usually
        `~/.config/ferry`. The sites screen (`F2`) and `ferry sites` write it, and keep your comments.
        You can edit it as well. It never holds a password.

            [[site]]
            name = "work/web01"
            url = "ftpes://deploy@web01.example/www"
            comment = "The staging server"

        Each `[[site]]` is one site. Its name works in every command, as in
        `ferry ls work/web01:/www`.
        """

    /// Of ferry-keymap(5).
    package static let keymap = """
        `keymap.toml` changes keys. It is a TOML file in `$XDG_CONFIG_HOME/ferry`, usually
        `~/.config/ferry`. A line gives keys an action. Keys under `[keys]` work everywhere, and those
        under `[keys.pane]` and the like only there. The action `none` takes a key away.

            [keys]
            "g g" = "go.top"

            [keys.pane]
            "Ctrl-D" = "file.delete"
            "Alt-x" = "none"

        Keys that follow one another are separated by a space. `ferry config check` finds unknown
        actions and keys that cannot both work, and names the line. To let letters find names as in
        Midnight Commander, set `preset = "commander"` in `config.toml`.
        """

    /// Of ferry-theme(5).
    package static let theme = """
        A theme says in which colours Ferry draws. Put your own into `$XDG_CONFIG_HOME/ferry/themes/`
        as `NAME.toml`, and choose it with `theme = "NAME"` or in the Options menu (`F9`).

            name = "mine"
            inherits = "dark"

            [palette]
            accent = ["#7db3ff", "bright-cyan"]

            [roles]
            "pane.directory" = "bold accent"
            "pane.cursor" = { fg = "base", bg = "accent", bold = true }

        - A colour is `"#rrggbb"`, a name such as `"bright-blue"` or `"default"`, or a number from 0 to
          255. In the palette, a second colour is for terminals with 16 colours or fewer.
        - A role is `"bold COLOUR on COLOUR"`, or a table with `fg`, `bg`, `bold`, `underline`,
          `reverse` and `dim`. What it does not say comes from the role before its last dot, so that
          `pane.cursor` follows `pane`.
        - What a theme does not say at all comes from the one that it inherits.

        The themes `dark`, `light`, `high-contrast`, `commander`, `dusk`, `amber`, `colour-blind` and
        `monochrome` come with Ferry.
        """

    /// Of ferry(5).
    package static let files = """
        Ferry follows the XDG directories. `$XDG_CONFIG_HOME` is usually `~/.config`, and
        `$XDG_STATE_HOME` is usually `~/.local/state`. `ferry config` shows the real paths.

        ## Files that you write

        | `$XDG_CONFIG_HOME/ferry/config.toml` | Settings, see ferry-config(5). |
        | `$XDG_CONFIG_HOME/ferry/sites.toml` | Saved sites without passwords, see ferry-sites(5). |
        | `$XDG_CONFIG_HOME/ferry/keymap.toml` | Keys, see ferry-keymap(5). |
        | `$XDG_CONFIG_HOME/ferry/themes/` | Themes of your own, see ferry-theme(5). |
        | `$XDG_CONFIG_HOME/ferry/languages/` | Translations of your own, see ferry-languages(7). |

        ## Files that Ferry keeps

        | `$XDG_STATE_HOME/ferry/ferry.sqlite` | The queue and its partial files. Beside it are the locks of the processes that run it, and `ferry.sqlite.stages`, which records how far small files have come. |
        | `$XDG_STATE_HOME/ferry/known_servers` | Certificates that you trust, and what Ferry has learned about servers. Examples are TLS, how many commands and connections they accept, and what they refuse. |
        | `$XDG_STATE_HOME/ferry/server_cards` | What servers have shown of themselves, for the sites screen. |
        | `$XDG_STATE_HOME/ferry/recent.toml`, `visited` | The places visited last. |
        | `$XDG_STATE_HOME/ferry/tabs` | What the tabs showed last. |
        | `$XDG_STATE_HOME/ferry/used` | What you did from the palette last. |
        | `$XDG_STATE_HOME/ferry/hints` | The hints of the status bar that you have followed. |
        | `$XDG_STATE_HOME/ferry/pairs` | What you chose for two directories to mirror or synchronise. |
        | `$XDG_STATE_HOME/ferry/choices.toml` | What you chose last in a dialog. |
        | `$XDG_STATE_HOME/ferry/edits` | Copies of files that you are editing, readable by you alone. |
        | `$XDG_STATE_HOME/ferry/share/properties.sqlite` | What visitors of a share note of files. |
        | `$XDG_RUNTIME_DIR/ferry-*.sock` | How other processes reach the one that runs the queue. Without that directory it is beside the queue. |

        Nothing else is written, apart from the files that you copy. No password is in any of them. To
        remove all traces of Ferry, delete both directories named `ferry`.
        """

    /// Of ferry-keys(7).
    package static let keys = """
        The F-keys are those of Midnight Commander and Total Commander. The letters are those of vim, lf
        and yazi. Both work at once, and `keymap.toml` changes all of them. No letter deletes anything
        without a question.

        `F1` or `?` shows the keys of the current screen, `F9` the menu, and `:` finds any action by
        its name. `Esc` closes whatever is open.
        """
}
