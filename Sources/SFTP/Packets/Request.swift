import Files

/// What a server is asked (draft-ietf-secsh-filexfer-02, section 6), but WRITE, whose bytes go out
/// where they lie.
enum Request {
    case open(Path, OpenMode, Attributes)
    case close([UInt8])
    case read([UInt8], offset: UInt64, length: UInt32)
    /// Of a link, the link itself.
    case linkStatus(Path)
    case openStatus([UInt8])
    case setStatus(Path, Attributes)
    case setOpenStatus([UInt8], Attributes)
    case openDirectory(Path)
    case readDirectory([UInt8])
    case remove(Path)
    /// With what it is to be given at once.
    case makeDirectory(Path, Attributes)
    case removeDirectory(Path)
    /// A path as the user gave it: it may be relative.
    case realPath([UInt8])
    /// Of a link, what it leads to.
    case fileStatus(Path)
    /// Plain: a name that is taken is refused by most servers.
    case rename(Path, to: Path)
    case readLink(Path)
    case makeLink(Path, to: [UInt8])
    case extended(Extension, [ExtendedField])

    /// A field of an extension's request.
    enum ExtendedField {
        case path(Path)
        case bytes([UInt8])
        case number(UInt64)
        case attributes(Attributes)
    }

    var type: PacketType {
        switch self {
        case .open: .open
        case .close: .close
        case .read: .read
        case .linkStatus: .linkStatus
        case .openStatus: .openStatus
        case .setStatus: .setStatus
        case .setOpenStatus: .setOpenStatus
        case .openDirectory: .openDirectory
        case .readDirectory: .readDirectory
        case .remove: .remove
        case .makeDirectory: .makeDirectory
        case .removeDirectory: .removeDirectory
        case .realPath: .realPath
        case .fileStatus: .fileStatus
        case .rename: .rename
        case .readLink: .readLink
        case .makeLink: .makeLink
        case .extended: .extended
        }
    }

    func write(to writer: inout PacketWriter, id: UInt32) {
        writer.packet(type, id) { writer in
            switch self {
            case .open(let path, let mode, let attributes):
                writer.string(path.bytes)
                writer.number(mode.rawValue)
                writer.attributes(attributes)
            case .close(let handle), .openStatus(let handle), .readDirectory(let handle):
                writer.string(handle)
            case .read(let handle, let offset, let length):
                writer.string(handle)
                writer.longNumber(offset)
                writer.number(length)
            case .linkStatus(let path), .openDirectory(let path), .remove(let path),
                .removeDirectory(let path), .fileStatus(let path), .readLink(let path):
                writer.string(path.bytes)
            case .setStatus(let path, let attributes):
                writer.string(path.bytes)
                writer.attributes(attributes)
            case .setOpenStatus(let handle, let attributes):
                writer.string(handle)
                writer.attributes(attributes)
            case .makeDirectory(let path, let attributes):
                writer.string(path.bytes)
                writer.attributes(attributes)
            case .realPath(let path):
                writer.string(path)
            case .rename(let source, let target):
                writer.string(source.bytes)
                writer.string(target.bytes)
            case .makeLink(let link, let target):
                // OpenSSH has the two the other way round than the draft, and all follow it.
                writer.string(target)
                writer.string(link.bytes)
            case .extended(let name, let fields):
                writer.string(name.rawValue)
                for field in fields {
                    switch field {
                    case .path(let path): writer.string(path.bytes)
                    case .bytes(let bytes): writer.string(bytes)
                    case .number(let number): writer.longNumber(number)
                    case .attributes(let attributes): writer.attributes(attributes)
                    }
                }
            }
        }
    }

    /// Bytes that the server's disk has to take before it can answer, beside those that were written
    /// before; nil where it does not wait for that.
    var slowBytes: UInt64? {
        guard case .extended(let name, let fields) = self else { return nil }
        switch name {
        case .sync: return 0
        case .copyData:
            // A handle, where it begins, and how much is copied.
            guard fields.count > 2, case .number(let count) = fields[2] else { return 0 }
            return count
        default: return nil
        }
    }

    /// What the log says of it; nil for what would only fill it.
    var logText: String? {
        switch self {
        case .close, .read, .openStatus, .readDirectory: nil
        case .open(let path, let mode, _): "OPEN \(path.text) (\(mode.words))"
        case .linkStatus(let path), .openDirectory(let path), .remove(let path),
            .makeDirectory(let path, _), .removeDirectory(let path), .fileStatus(let path),
            .readLink(let path):
            "\(type.word) \(path.text)"
        case .setStatus(let path, let attributes):
            "\(type.word) \(path.text)" + Request.words(of: attributes)
        case .setOpenStatus(_, let attributes):
            type.word + Request.words(of: attributes)
        case .realPath(let path): type.word + " " + VisibleText.make(path)
        case .rename(let source, let target): "RENAME \(source.text) to \(target.text)"
        case .makeLink(let link, let target):
            "\(type.word) \(link.text) to \(VisibleText.make(target))"
        case .extended(let name, let fields):
            fields.reduce(type.word + " " + name.rawValue) { text, field in
                switch field {
                case .path(let path): "\(text) \(path.text)"
                case .attributes(let attributes): text + Request.words(of: attributes)
                case .bytes, .number: text
                }
            }
        }
    }

    private static func words(of attributes: Attributes) -> String {
        var words = ""
        if let size = attributes.size { words += " size \(size)" }
        if let permissions = attributes.permissions {
            words += " mode \(String(permissions & 0o7777, radix: 8))"
        }
        if let times = attributes.times { words += " time \(times.modification)" }
        return words
    }
}

/// How a file is opened (section 6.3).
struct OpenMode: OptionSet {
    let rawValue: UInt32

    static let read = OpenMode(rawValue: 0x01)
    static let write = OpenMode(rawValue: 0x02)
    static let create = OpenMode(rawValue: 0x08)
    static let truncate = OpenMode(rawValue: 0x10)
    static let exclusive = OpenMode(rawValue: 0x20)

    fileprivate var words: String {
        let all: [(OpenMode, String)] = [
            (.read, "read"), (.write, "write"), (.create, "create"),
            (.truncate, "truncate"), (.exclusive, "exclusive"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
