import Files

/// A listing as it came.
struct FetchedListing {
    var directory = Directory()
    /// Whether `.` or `..` was there.
    var showsItself = false
    /// Whether the server says in words that nothing is there.
    var isToldEmpty = false
    /// The first line that was not understood.
    var firstUnread: [UInt8]?

    /// Whether there was something, and no line of it was understood.
    var isUnread: Bool {
        directory.isEmpty && firstUnread != nil && !showsItself && directory.droppedCount == 0
            && !directory.isCut
    }

    /// Whether nothing was there, not even the directory itself, and nothing was said of it.
    var isSilent: Bool {
        directory.isEmpty && !showsItself && !isToldEmpty && firstUnread == nil
            && directory.droppedCount == 0 && !directory.isCut
    }
}
