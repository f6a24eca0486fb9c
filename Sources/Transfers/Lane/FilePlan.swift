import Files
import Jobs

/// A file that will be copied: its conflict is settled.
struct FilePlan {
    /// What the copy begins with.
    enum Start {
        /// The source's first byte.
        case anew
        /// A part of this very copy, if it is the same so far.
        case part(StoredPart)
        /// A part that is whole, and lacks only its name.
        case whole(StoredPart)
        /// So many bytes of the shorter file that has the name.
        case existing(UInt64)

        /// What was begun of this very copy.
        var part: StoredPart? {
            switch self {
            case .part(let part), .whole(let part): part
            case .anew, .existing: nil
            }
        }
    }

    var task: FileTask
    var replaces: Bool
    var start: Start
    /// The mode that the file being replaced has on a server; on this machine it is looked at when
    /// it is replaced.
    var keptMode: UInt16?
    /// Whether the name is a link on a server: it is written through, and stays.
    var isThroughLink = false

    /// The permissions that the file gets where there is none of its name yet; nil where the target
    /// decides. `found`: its source's as they are now, where they are known.
    func newMode(_ found: UInt16? = nil, in target: any FileSystem) -> UInt16? {
        guard let setter = target as? any SettingModes, setter.setsModes else { return nil }
        // Servers that have no modes list entries without any right; a file that is here tells itself.
        let listed = task.mode.flatMap { $0 & 0o777 == 0 ? nil : $0 }
        return task.modes.mode(ofFile: found ?? listed, mask: ProcessMask.value)
    }

    /// Whether everybody may read the file there, as far as it is known.
    func isForAll(in target: any FileSystem) -> Bool {
        (keptMode ?? newMode(in: target)).map { $0 & 0o044 == 0o044 } ?? true
    }
}

/// A written part that waits for `commit`.
struct WrittenFile {
    var task: FileTask
    var part: StoredPart
    var pending: PendingCommit
    /// The source as it was read.
    var fingerprint: FileFingerprint
    /// When it was written, in seconds of the monotonic clock.
    var time: Double

    /// What making it final does, where that can be undone.
    var step: UndoStep? {
        guard !pending.creation.replaces || task.aside != nil || task.existing.isNone else {
            return nil
        }
        return UndoStep(
            task.target,
            .madeFile(size: pending.size, modified: pending.creation.modified))
    }
}
