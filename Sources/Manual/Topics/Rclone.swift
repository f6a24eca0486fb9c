/// How rclone's stores are used, for users.
extension ManualTopic {
    package static let rclone = ManualTopic(
        "rclone", "clouds and other stores through rclone",
        """
        Ferry opens any remote of your rclone configuration as a pane. rclone does the work and
        takes care of the logins.

        ## Opening a remote

            ferry rclone://REMOTE/path

        This starts `rclone serve sftp --stdio REMOTE:`. Case counts in the name of a remote, and a
        space in it is `%20`. The sites screen (`F2`) lists the remotes.

        - `FERRY_RCLONE` sets another program and its first arguments.
        - The password of a locked configuration comes from `RCLONE_CONFIG_PASS` or
          `RCLONE_PASSWORD_COMMAND`. Ferry does not ask for it.
        - rclone reads `HTTPS_PROXY` itself.

        ## Limits

        - A file counts as written once the store has accepted it.
        - Interrupted uploads start again from the beginning, because rclone cannot resume a file.
        - There are no links or permissions.
        - Missing directories above a new file are created.
        - One connection carries files to a remote, whatever `-j` says.

        """)
}
