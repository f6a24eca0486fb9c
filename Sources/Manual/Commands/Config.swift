/// What `ferry config` does, beyond its options.
extension CommandPage {
    package static let config = CommandPage(
        "config",
        """
        Use this command to see your settings, to learn about all settings, and to check the files.

        `ferry config` prints where the settings are, and each value that is not the default, with
        its file and line.

        `ferry config --defaults` prints a `config.toml` with every setting, what it does, its
        values and its default. All of it is commented out, so that you can save it as it is. Then
        remove the `#` in front of what you want to change.

        `ferry config check` reads `config.toml`, `sites.toml`, `keymap.toml`, your themes and
        your translations. It prints every mistake with its file and line, and exits with 1. Without
        a mistake, it prints each file that it read and exits with 0.

        `--config FILE` works with all of them. In the screen, choose `Settings…` in the Options
        menu. See `ferry help settings`.

        """,
        [
            Example("ferry config", "Show where the settings are, and what you have changed."),
            Example(
                "ferry config --defaults > config.toml",
                "Write a file with all settings, to start from."),
            Example("ferry config check", "Check all settings files for mistakes."),
        ])
}
