package import Files
import Words

/// The path of a URL as one below the shared folder. What could climb out of it, by any spelling,
/// does not get through: components are split before they are decoded, decoded once, and each must
/// then be one name.
package enum RequestPath {
    /// Components at most; deeper folders are refused.
    static let depthLimit = 128

    /// `raw` is what is between host and `?`. A path that is not a sound one is refused by 400.
    package static func decode(
        _ raw: some StringProtocol
    ) throws(Refusal) -> (path: Path, endsInSlash: Bool) {
        let bytes = Array(raw.utf8)
        guard bytes.first == 0x2F else {
            throw Refusal(.badRequest, tr("The path of the URL does not begin with a slash."))
        }
        // A fragment is nothing to a server: what it is sent with is not what was meant (RFC 9112, section 3.2).
        guard !bytes.contains(0x23) else {
            throw Refusal(.badRequest, tr("The URL has a #; write it as %23."))
        }
        var components: [Name] = []
        for part in bytes.split(separator: 0x2F) {
            guard let decoded = PercentCoding.decode(part) else {
                throw Refusal(.badRequest, tr("A % in the URL is not followed by two digits."))
            }
            guard let name = Name(decoded), decoded.count <= 255 else {
                throw Refusal(
                    .badRequest,
                    tr(
                        "A component of the URL's path is not a valid file "
                            + "name."))
            }
            components.append(name)
        }
        guard components.count <= depthLimit else {
            throw Refusal(.uriTooLong, tr("The URL's path has too many levels."))
        }
        return (Path(components: components), bytes.last == 0x2F)
    }

    /// The path as a URL has it, from the root: `/a%20b/`.
    package static func encode(_ path: Path, isDirectory: Bool = false) -> String {
        let text = path.components.map { "/" + PercentCoding.encode($0.bytes) }.joined()
        return isDirectory || text.isEmpty ? text + "/" : text
    }
}
