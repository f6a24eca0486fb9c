extension ManualTopic {
    /// All subjects, in the order in which they are listed.
    package static let all = [
        tour, switching, connecting, panes, files, transfers, safety, editing, comparing, archives,
        addresses, ftp, sftp, rclone, web, sharing, scripting, settings, themes, languages,
        accessibility,
    ]
}

extension CommandPage {
    /// All pages of commands.
    package static let all = [
        attach, cat, checksum, chmod, compare, config, cp, demo, doctor, du, edit, find, get,
        listing, ln,
        ls,
        manual, mirror, mkdir, mv, parts, post, put, queue, raw, rm, share, sites, stat, sync, undo,
    ]
}
