import Files

/// What a server says of itself first (draft-ietf-secsh-filexfer-02, section 4).
package struct ServerVersion: Hashable, Sendable {
    /// Extensions that are kept; nobody has as many.
    private static let extensionLimit = 128
    /// Bytes of a name, or of what stands beside it, that are kept.
    private static let textLimit = 1_024

    /// The version that both ends speak from here on: the lower of their two.
    package var number: UInt32
    /// What each extension's name stands for, mostly its version.
    package var extensions: [String: [UInt8]]

    /// Reads a packet of type VERSION.
    package init(_ packet: UnsafeRawBufferPointer) throws(PacketFault) {
        var fields = FieldReader(packet)
        let type = try fields.byte()
        guard type == PacketType.version.rawValue else { throw .badType(type) }
        number = try fields.number()
        extensions = [:]
        while !fields.isAtEnd, extensions.count < ServerVersion.extensionLimit {
            let name = try fields.string()
            let value = try fields.string()
            guard name.count <= ServerVersion.textLimit, value.count <= ServerVersion.textLimit
            else { continue }
            extensions[String(decoding: name, as: UTF8.self)] = Array(value)
        }
    }

    /// What `vendor-id` says (draft-ietf-secsh-filexfer-13, section 5.5): vendor, product, version.
    var vendor: String? {
        guard let bytes = extensions["vendor-id"] else { return nil }
        return bytes.withUnsafeBytes { raw in
            var fields = FieldReader(raw)
            var words: [String] = []
            while words.count < 3, let word = try? fields.string() {
                words.append(VisibleText.make(word, limit: 60))
            }
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }

    /// Whether it is one that confuses two channels of one login while both send: ProFTPD's, which tells
    /// its `versions` and keeps what has come of a packet in one place for all of them.
    var mixesChannels: Bool { extensions["versions"] != nil }

    /// Whether it renames what a link leads to, and not the link: ProFTPD's does.
    var renamesLinkTargets: Bool { extensions["versions"] != nil }

    /// Whether the server has an extension, in the version that Ferry knows: with another it would be
    /// something else.
    func has(_ known: Extension) -> Bool {
        guard let version = extensions[known.rawValue] else { return false }
        return String(decoding: version, as: UTF8.self) == known.version
    }
}
