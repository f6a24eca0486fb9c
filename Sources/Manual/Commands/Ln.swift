/// What `ferry ln` does, beyond its options.
extension CommandPage {
    package static let ln = CommandPage(
        "ln",
        """
        Use this command to create a symbolic link, here or on a server. The first argument is the
        target, which is stored in the link as you write it. The second argument is the link itself.
        If that is an existing directory, the link gets the target's name in it.

            ferry ln releases/42 web01:/srv/current

        ## How it behaves

        A target without a leading slash is relative to the directory of the link. It need not
        exist. It is a path on the machine of the link, so a URL is refused.

        An existing name is not replaced.

        ## Where it works

        It works on this machine and over SFTP. Few FTP servers can create links. They only link to
        existing files, and store the full path. Web servers, WebDAV and the stores of rclone have
        no links.

        The command is tried at most twice, the second time only after a lost connection.

        """,
        [
            Example("ferry ln notes.txt latest.txt", "Create a link in the current directory."),
            Example(
                "ferry ln ../index.html photos/",
                "Create a link of the same name in another directory."),
        ])
}
