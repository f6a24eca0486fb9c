import CLinux
package import Files
import Glibc
import Synchronization

/// Locks on keys of any kind, among all that open the same lock file: each key stands for one byte of
/// it. They die with whoever holds them, and nothing is written. Used from any thread.
package final class KeyLocks: Sendable {
    /// Nil where the locks are this object's own.
    private let file: Descriptor?
    /// Nil once all keys were let go of for good.
    private let held = Mutex<Set<Int64>?>([])

    /// Locks that nobody else sees.
    package init() {
        file = nil
    }

    /// Opens the lock file, making it for this user only.
    package init(at path: Path) throws(DiskError) {
        let number = try Call.retrying(.open) {
            path.bytes.withCString { ferry_openat(AT_FDCWD, $0, O_RDWR | O_CREAT, 0o600) }
        }
        file = Descriptor(number)
    }

    deinit {
        letGo()
    }

    /// Takes a key; false where it is taken, here or by another process. A file system without
    /// locks keeps only those of this object apart.
    package func take(_ key: LockKey) throws(DiskError) -> Bool {
        let place = key.place
        return try held.withLock { held throws(DiskError) in
            guard held?.contains(place) != true else { return false }
            // Once let go of, the descriptor is closed: its number may be another file's.
            guard held != nil else { return false }
            guard let file else {
                held?.insert(place)
                return true
            }
            do throws(DiskError) {
                _ = try Call.retrying(.lock) { ferry_lock_byte(file.number, place) }
            } catch {
                if error.code == EAGAIN || error.code == EACCES { return false }
                guard Call.isUnknown(error.code) || error.code == ENOLCK else { throw error }
            }
            held?.insert(place)
            return true
        }
    }

    /// Lets go of a key that was taken.
    package func release(_ key: LockKey) {
        let place = key.place
        held.withLock { held in
            guard held?.remove(place) != nil, let file else { return }
            // A lock that cannot be given back goes with the file; nothing depends on it sooner.
            _ = ferry_unlock_byte(file.number, place)
        }
    }

    /// Lets go of all keys, for good: none can be taken later.
    package func letGo() {
        held.withLock { held in
            let places = held ?? []
            held = nil
            guard let file else { return }
            // A child that was just forked has a copy of the descriptor: closing alone would leave
            // them.
            for place in places { _ = ferry_unlock_byte(file.number, place) }
            // The locks go with the descriptor, whatever closing it says.
            try? file.close()
        }
    }

    /// Whether anybody holds the key, here or in another process.
    package func isTaken(_ key: LockKey) -> Bool {
        let place = key.place
        return held.withLock { held in
            guard let held else { return false }
            if held.contains(place) { return true }
            guard let file else { return false }
            return ferry_is_byte_locked(file.number, place) == 1
        }
    }
}

/// What a lock is for: any bytes, of which only a hash is kept (FNV-1a). Two keys of one hash would
/// only have to wait for each other.
package struct LockKey: Sendable {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    package init(_ text: String) {
        add(Array(text.utf8))
    }

    /// Goes on with more bytes.
    package mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { add(byte) }
    }

    /// Goes on with one more.
    package mutating func add(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// The byte of the lock file that stands for the key: 62 bits.
    var place: Int64 { Int64(hash >> 2) }
}
