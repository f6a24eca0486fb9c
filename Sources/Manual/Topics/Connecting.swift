/// The sites screen, for users.
extension ManualTopic {
    package static let connecting = ManualTopic(
        "connecting", "choose, save and test sites on the screen",
        """
        `F2` opens the sites screen, from which you connect to servers. It lists your own sites by
        folder, the hosts of ssh's configuration, rclone's remotes, and the newest visit to each
        host.

        ## Connecting

        The box at the top filters the list, and `Enter` connects. When you come from a server's
        pane, the cursor starts on that server.

        You can also type `host`, `user@host`, `host:port`, `host/path` or an address. See
        `ferry help addresses`. A saved site or an ssh host of that name comes first. Words with
        spaces only filter.

        A dialog then asks for the protocol. It starts with the one that you used last for that
        host, or the one that the port suggests. It says of each protocol's port whether it is open,
        and moves to the first that is. If you typed a port, the first words of the server decide
        the protocol.

        While no site is known, the screen offers the demo server and the import instead of the
        list.

        ## Keeping sites

        | `F7` | Save what is chosen or typed as a site. |
        | `F4` | Change a saved site. |
        | `F5` | Copy a site. |
        | `F8` or `Del` | Remove a site after a question, or forget a visit. |
        | `F3` | Test the connection. |
        | `F6` | Import sites from other programs. |

        The form of `F4` has everything that `sites.toml` can hold for a site. Each field is
        explained, and checked as you type. Comments and other lines of the file are kept.

        `F3` tests step by step and shows the time of each step. `Esc` stops it. `F6` first shows
        the lists that it found, then a preview, then the result. `ferry help sites` says what is
        imported, and has the same commands for scripts.

        ## What Ferry knows of a server

        The card beside the list shows what is known of the chosen site and its server. On a narrow
        screen, `Right` opens it.

        Titles of panes and targets in the queue have the name of a saved site, as in `web01:/www`.
        """)
}
