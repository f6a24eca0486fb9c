import Words

/// The ways in which a copy is compared with its source.
///
/// The queue stores them and scripts read them, so that their names are the same in every language.
package enum ComparedWay {
    /// Both were read, the copy from where it had been written.
    package static let readBack = "read back"

    private static let serverEnding = " by the server"

    /// The server has told the checksum.
    package static func byServer(_ algorithm: String) -> String {
        // No text for the user: see `text(of:)`.
        algorithm + serverEnding
    }

    /// What the user reads for a way's name; that itself, where another version of Ferry has made it up.
    package static func text(of name: String) -> String {
        if name == readBack { return tr("read back") }
        guard name.hasSuffix(serverEnding) else { return name }
        return tr("\(name.dropLast(serverEnding.count)) by the server")
    }
}
