import Files

/// What is written down of an edit, so that the next process can go on with it.
struct EditRecord: Codable, Hashable, Sendable {
    /// The server's file as it was fetched, or as it was sent last.
    struct Version: Codable, Hashable, Sendable {
        var size: UInt64?
        var seconds: Int64?
        var precision: UInt8?
        var isZoned: Bool?

        init(_ fingerprint: FileFingerprint) {
            size = fingerprint.size
            seconds = fingerprint.modified?.seconds
            precision = fingerprint.modified?.precision.rawValue
            isZoned = fingerprint.modified?.isZoned
        }

        var modified: Timestamp? {
            guard let seconds else { return nil }
            return Timestamp(
                seconds: seconds,
                precision: precision.flatMap { Timestamp.Precision(rawValue: $0) } ?? .day,
                isZoned: isZoned ?? false)
        }

        var fingerprint: FileFingerprint { FileFingerprint(size: size, modified: modified) }
    }

    /// A temporary file on the server that may have been left there.
    struct Sent: Codable, Hashable, Sendable {
        var number: UInt64
        /// Nil where the bytes go into the file itself.
        var name: [UInt8]?
        /// Under which name the file that is replaced waits.
        var aside: [UInt8]?
    }

    /// What this layout is called, for later ones.
    var format = 1
    var site: Site
    var path: [UInt8]
    /// The copy's name.
    var name: [UInt8]
    var version: Version
    /// The permissions that the file has.
    var mode: UInt16?
    /// Whether the server is known to have the base.
    var isVerified = true
    /// Whether there is to be no file of that name before the copy is sent.
    var isNew = false
    /// Counts the temporary files.
    var count: UInt64 = 0
    var sent: Sent?

    var location: Location { Location(site: site, path: Path(path)) }
}
