import Files
import Transport

@testable import HTTP

extension FuzzTarget {
    /// What web servers say in the heads of their answers, and where they send the client.
    static let webTargets = [
        FuzzTarget("heads", samples: "http") { bytes, _ in
            var reader = HeadReader()
            var count = 0
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                count += 1
                let fed = Array(line) + [0x0A]
                let piece = fed.withUnsafeBytes { raw in
                    Result { () throws(TransportError) in try reader.feed(raw) }
                }
                guard case .success(let found) = piece else { break }
                try hold(count <= HeadReader.lineLimit, "a head has no end")
                if case .final(let head) = found { try holdSound(head) }
            }
        },
        FuzzTarget("fields") { bytes, _ in
            let text = ResponseHead.string(bytes)
            let challenges = Challenge.parse([text, text])
            try hold(challenges.count <= 16, "a server asks in too many ways")
            var digest = Digest.best(of: challenges)
            if let answer = digest?.answer(
                user: "user", password: Secret("secret"), method: "GET", target: "/")
            {
                try hold(!answer.contains("secret"), "the password goes out in clear")
            }
            if let range = ContentRange(text), case .part(let first, let last, let total) = range {
                try hold(first <= last && last < total ?? .max, "a part ends before it begins")
            }
            let fields: [(name: String, value: [UInt8])] = [
                "etag", "last-modified", "date", "content-length", "retry-after",
            ].map { ($0, bytes) }
            try holdSound(
                ResponseHead(version: "HTTP/1.1", status: 503, reason: "", fields: fields))
        },
        FuzzTarget("destinations", samples: "urls") { bytes, _ in
            let text = ResponseHead.string(bytes)
            try holdVisible(QueryMask.location(text), "a place to go to")
            let start = Destination(
                origin: Origin(isEncrypted: true, host: "127.0.0.1", port: 443), target: "/a/b")
            if let next = try? start.following(text) {
                try hold(next.target.hasPrefix("/"), "\(next.target) is no path")
                try hold(
                    next.url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F },
                    "\(next.url) would end a request's line")
                try hold(!next.origin.host.contains("@"), "a login came along")
            }
            let path = Path(bytes)
            for query in [nil, text] {
                let target = RequestTarget.make(path, query: query)
                try hold(
                    target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
                    "\(target) would end a request's line")
                try hold(RequestTarget.path(of: target).path == path, "\(target) is another path")
            }
        },
    ]
}

/// Holds for every head that was read.
private func holdSound(_ head: ResponseHead) throws {
    try hold((100...599).contains(head.status), "\(head.status) is no status")
    try holdVisible(head.version + head.text, "a status line")
    try hold(head.fields.count <= HeadReader.lineLimit, "a head has too many fields")
    if let version = FileVersion.of(head) {
        try hold(version.utf8.count <= 1_024, "a version is too long")
        try hold(FileVersion.fits(head, version), "a version is not its own")
        try hold(RequestField("If-Range", version).isSendable, "a version cannot be sent back")
    }
    let error = StatusMeaning.error(
        head, .read, Path("/a"), on: Site(scheme: .http, host: "web"), now: 0)
    try holdVisible(error.message, "a refusal")
}
