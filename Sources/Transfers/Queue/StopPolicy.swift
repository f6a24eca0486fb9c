/// What becomes of a queue whose work another process stops (`ferry queue stop`).
package enum StopPolicy: Sendable {
    /// It works no more, and shows all as paused, until something is asked of it or another process
    /// works.
    case rests
    /// It takes nothing over any more; its owner is told, on the queue's thread, and ends it.
    case ends(@Sendable () -> Void)
}

/// What a process does for the queue now.
package enum QueueStanding: Sendable {
    /// It works.
    case works
    /// Another does, or did until it was killed just now.
    case looksOn
    /// The work was stopped from outside.
    case rests
    /// Nothing is done any more, or ever.
    case ended(StoreError)
}
