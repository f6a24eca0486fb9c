import Files
import Words

/// Sets the times of a WebDAV server's files by PROPPATCH (RFC 4918 section 9.2), and learns by
/// which property the server takes them.
final class TimeSetter {
    private enum Support {
        case untried
        case by(DAVTimeProperty)
        case none
    }

    private let client: HTTPClient
    private let lookup: PropertyLookup
    private var support = Support.untried
    /// Whether the server is of ownCloud's kin, by the fields that these add to their answers.
    private var isOwnCloud = false

    init(_ client: HTTPClient, _ lookup: PropertyLookup) {
        self.client = client
        self.lookup = lookup
    }

    /// Whether times are known to be taken.
    var isSupported: Bool { if case .by = support { true } else { false } }

    /// Whether times may be taken: it is known, or was not tried yet.
    var isWorthTrying: Bool { if case .none = support { false } else { true } }

    /// Learns from the answer to an upload.
    func learn(from head: ResponseHead) {
        if ["oc-etag", "oc-fileid", "x-oc-mtime"].contains(where: { head.value($0) != nil }) {
            isOwnCloud = true
        }
    }

    /// `.unsupported` where the server takes no times, or this one has no zone.
    func set(_ time: Timestamp, of path: Path) throws(FileSystemError) {
        let site = client.site
        guard time.isZoned else {
            throw FileSystemError(
                .unsupported, path: path,
                detail: tr("The time of \(path.text(on: site)) has no time zone and was not set."))
        }
        switch support {
        case .by(let property):
            guard try sets(time, of: path, property) else {
                throw .cannot(.setTime, path, on: site)
            }
        case .none: throw .cannot(.setTime, path, on: site)
        case .untried:
            support = try trial(time, of: path)
            guard isSupported else { throw .cannot(.setTime, path, on: site) }
        }
    }

    /// Tries one property after the other.
    private func trial(_ time: Timestamp, of path: Path) throws(FileSystemError) -> Support {
        for property in DAVTimeProperty.allCases {
            // Others would keep a property that they do not know.
            if property == .seconds, !isOwnCloud { continue }
            guard try sets(time, of: path, property) else { continue }
            // Some keep the property, and change nothing.
            guard try lookup.entry(at: path)?.modified?.seconds == time.seconds else { continue }
            return .by(property)
        }
        return .none
    }

    /// Whether the server says that it did.
    private func sets(
        _ time: Timestamp, of path: Path, _ property: DAVTimeProperty
    ) throws(FileSystemError) -> Bool {
        let response = try client.send(
            Request(
                "PROPPATCH", path, fields: [DAVBody.type],
                body: .bytes(DAVBody.time(time.seconds, property)), redirection: .give))
        guard response.head.status == 207 else {
            response.drain()
            if response.head.isSuccess { return true }
            guard [400, 403, 405, 409, 415, 422, 501].contains(response.head.status) else {
                throw client.refusal(response.head, .setTime, path)
            }
            return false
        }
        let reader = try lookup.read(response, about: path, as: path, depth: 0)
        // An answer about nothing is none about the time.
        return reader.own != nil && reader.refusedProperties == nil && reader.failures.isEmpty
    }
}

/// The properties by which servers let a time be set.
enum DAVTimeProperty: CaseIterable {
    /// The standard's own property, which most servers protect.
    case standard
    /// ownCloud's and its kin's, in seconds since the epoch.
    case seconds
}
