/// How to work with Ferry by ear, without colours or on a small screen, for users.
extension ManualTopic {
    package static let accessibility = ManualTopic(
        "accessibility", "screen readers, contrast and small screens",
        """
        Everything in Ferry can be done with the keyboard. Nothing is said by colour alone.

        ## Screen readers

        `--plain`, or `plain = true` in `config.toml`, draws for a screen that is read aloud:

        - The terminal's own cursor is on what has the keyboard. That is the name in a pane, the
          entry of a menu, or the button or field of a dialog.
        - There are no frames, bars or graphs.
        - One pane is shown at a time, across the whole screen. Its first line says which one it is.
          `Tab` shows the other pane.
        - Dialogs and menus have the screen to themselves.
        - States are words: a row says `(marked)`, a comparison `different`, a transfer `upload` or
          `download`, and a line of the log `sent` or `received`.

        For one start:

            ferry --plain

        Commands such as `ferry ls`, `ferry get` and `ferry queue` need no screen at all. With
        `--json` other programs can read what they say. See `ferry help scripting`.

        ## Colours and contrast

        All themes have a contrast of at least 4.5 for text. `theme = "high-contrast"` has more. If
        `NO_COLOR` is set, Ferry uses no colours. See `ferry help themes`.

        ## Characters

        `--ascii` draws frames and arrows with ASCII characters. In a locale without UTF-8, such as
        `LANG=C`, Ferry does so by itself.

        ## Small screens

        Every screen works from 60 columns and 16 rows. On a smaller one, Ferry says so and waits
        until it is enlarged. Nothing is lost meanwhile.
        """)
}
