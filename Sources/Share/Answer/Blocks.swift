import Synchronization

/// Makes a body on the way. Called by one thread at a time, which may block on the disk.
package protocol BlockSource {
    /// The next bytes, best about 256 KiB of them and never more than 1 MiB; nil at the end. An
    /// error breaks the connection off, so that the visitor sees that the rest is missing.
    mutating func next() throws(Refusal) -> [UInt8]?
}

/// A body that is made on the way, confined to whoever pulls at the moment.
package final class Blocks: Sendable {
    private let source: Mutex<any BlockSource>

    package init(_ source: sending any BlockSource) {
        self.source = Mutex(source)
    }

    func next() throws(Refusal) -> [UInt8]? {
        // Mutex hands typed errors on only from closures that say so.
        try source.withLock { (source) throws(Refusal) in try source.next() }
    }
}
