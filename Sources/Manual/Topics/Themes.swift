/// How the screen's colours and characters are chosen, for users.
extension ManualTopic {
    package static let themes = ManualTopic(
        "themes", "themes, colours, characters and the mouse",
        """
        A theme sets the colours of the screen. By default Ferry takes a light or a dark one, as
        your terminal does.

        ## Choosing a theme

        The Options menu (`F9`) shows each theme while the cursor is on it. `Enter` writes it to
        `config.toml`:

            theme = "dusk"

        `--theme THEME` takes a name, or the path of a theme file, for one start.

        | `dark` | For dark surroundings; the others inherit it. |
        | `light` | Black on paper, for light surroundings. |
        | `high-contrast` | As few colours as possible, as far apart as possible. |
        | `commander` | White on blue, as in file managers since 1986. |
        | `dusk` | Plum and rose on violet, for evenings. |
        | `amber` | Amber on black, as on old terminals. |
        | `colour-blind` | Blue, orange and yellow, which everybody can tell apart. |
        | `monochrome` | Greys only. |

        Nothing is said by colour alone, and text has a contrast of at least 4.5.

        ## Light or dark by itself

        With `theme = "auto"`, the default, Ferry asks the terminal for its background and uses
        `light` or `dark`. If the terminal does not answer, it reads `COLORFGBG`. Without that, the
        theme is `dark`.

        ## Themes of your own

        Themes are TOML files, which can inherit from each other. Your own are in
        `$XDG_CONFIG_HOME/ferry/themes`. `ferry config check` reports mistakes in them with file and
        line.

            name = "dusk"
            inherits = "dark"

            [palette]
            base = ["#1d1826", "black"]

        ## Colours of the terminal

        Ferry supports direct colour, 256, 16 and 8 colours, and `NO_COLOR`. If `NO_COLOR` is set
        and not empty, attributes such as bold and reverse say everything.

        ## Plain characters

        `--ascii`, or `ascii = true` in `config.toml`, draws with plain ASCII characters instead of
        lines and arrows. `--plain` draws for screen readers, see `ferry help accessibility`.

        ## Mouse

        `mouse = false` in `config.toml` leaves clicks and the wheel to the terminal. Otherwise you
        can use the mouse in these ways:

        - Press a row to move the cursor there. A double press opens it, and the right button marks
          it.
        - The wheel scrolls the list under the pointer.
        - Press a pane's title to go to a path, and a column's title to sort by it.
        - Press a tab to show it, and press it with the middle button to close it.
        - The key bar, the transfers, a question in the status line, and the log can be pressed too.

        """)
}
