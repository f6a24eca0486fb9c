import Files
import Web

/// The properties that a file or folder of a share has.
struct PropertyFacts {
    /// What both have in common, in the order in which they are told.
    private static let common: [PropertyName] = [
        .resourceType, .displayName, .lastModified, .creationDate, .entityTag, .supportedLock,
        .lockDiscovery,
    ]

    let name: Name?
    /// What the shared folder itself is called.
    let share: String
    let status: FileStatus
    /// Room on the disk in bytes.
    let room: (free: UInt64, used: UInt64)?
    /// Those that visitors gave it.
    let dead: [PropertyName: DeadProperties.Value]
    /// Those that it has; nil where it can have none.
    let locks: [Lock]?

    private var isDirectory: Bool { status.kind == .directory }

    /// What no visitor can set: it is what the disk says, or the share.
    static let protected = Set(
        common + [.contentLength, .contentType, .quotaFree, .quotaUsed]
    ).subtracting([.lastModified])

    /// Those that are told to whoever asks for all.
    var usual: [PropertyName] {
        PropertyFacts.common + (isDirectory ? [] : [.contentLength, .contentType])
            + dead.keys.sorted { ($0.namespace, $0.name) < ($1.namespace, $1.name) }
    }

    /// All there are; those of RFC 4331 are for who asks for them by name.
    var names: [PropertyName] {
        usual + (isDirectory && room != nil ? [.quotaFree, .quotaUsed] : []) + [.windowsModified]
    }

    /// The property's value as XML; nil where there is no such property.
    func value(of property: PropertyName) -> Markup? {
        guard names.contains(property) else { return nil }
        var value = Markup()
        if let dead = dead[property] {
            value.append(sound: dead.markup)
            return value
        }
        switch property {
        case .resourceType: if isDirectory { value.append("<D:collection/>") }
        case .displayName: value.append(text: name?.text ?? share)
        case .lastModified, .windowsModified: value.append(text: HTTPDate.text(status.modified))
        case .creationDate: value.append(text: PageWords.machineTime(status.modified))
        case .entityTag: value.append(text: status.entityTag)
        case .contentLength: value.append(status.size)
        case .contentType:
            value.append(text: (name.map { MediaType(fileNamed: $0) } ?? .bytes).field)
        case .quotaFree: value.append(room?.free ?? 0)
        case .quotaUsed: value.append(room?.used ?? 0)
        case .supportedLock: if locks != nil { value.append(LockMarkup.supported) }
        case .lockDiscovery: value.append(LockMarkup.discovery(locks ?? []))
        default: break
        }
        return value
    }
}
