/// What `ferry man` does, beyond its options.
extension CommandPage {
    package static let manual = CommandPage(
        "man",
        """
        Each command has a page, such as ferry-get(1). So has each subject that `ferry help` explains,
        such as ferry-transfers(7), and each settings file, such as ferry-config(5).

        On a terminal the page opens in `man`. Where `man` is not installed, the page is printed. Into
        a pipe or a file goes its source, which `man -l FILE` shows. `ferry help PAGE` always prints
        plain text.

        `--output` writes every page into a directory, for packages.
        """,
        [
            Example("ferry man --list", "List all pages."),
            Example("ferry man transfers > transfers.7", "Save the source of a page."),
            Example("ferry man --output .", "Write the sources of all pages."),
        ])
}
