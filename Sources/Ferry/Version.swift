/// What `--version` says.
enum Version {
    static let text = "0.1.0"

    /// When its pages of the manual were last looked through, as they show it.
    static let date = "November 28, 2026"
}
