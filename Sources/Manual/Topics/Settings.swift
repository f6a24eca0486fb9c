/// Settings on the screen, for users.
extension ManualTopic {
    package static let settings = ManualTopic(
        "settings", "change settings on the screen and in files",
        """
        Settings are in `$XDG_CONFIG_HOME/ferry/config.toml`, usually `~/.config/ferry/config.toml`.
        What differs for one server is in `sites.toml` beside it. You can change them on the screen
        or in an editor.

        ## On the screen

        Choose `Settings…` in the Options menu. The screen lists every setting of `config.toml`. If
        the site of the focused pane is in `sites.toml`, it lists the settings of that site too.
        Each setting has its value, what it does, its default, and its file and line. `*` marks what
        is not the default.

        | `Enter` | Toggle the setting, offer its choices, or ask for a value, which is checked as you type. |
        | `d` | Restore the default. |
        | `/` | Find a setting. |

        Only the value is written. Comments and all other lines of the file are kept.

        The theme, characters, mouse, hidden files, order, speed limits, connections, the notice and
        the editor change at once. For the rest, the screen says when.

        ## In files

        `ferry config --defaults` prints a `config.toml` with every setting and its explanation, all
        of it commented out. `ferry config` shows what you have changed, and `ferry config check`
        finds mistakes. See `ferry help config`.

        `--config FILE` uses another file in place of `config.toml`, with every command.
        """)
}
