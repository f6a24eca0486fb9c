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
    /// Lines of those in which the server's program complains of something.
    var complaintCount = 0

    /// Whether there was nothing else than that the directory could not be read.
    var isRefusal: Bool {
        directory.isEmpty && complaintCount > 0 && complaintCount == directory.unreadCount
            && !showsItself && directory.droppedCount == 0 && !directory.isCut
    }

    /// Whether there was something, and no line of it was understood.
    var isUnread: Bool {
        directory.isEmpty && !isRefusal && firstUnread != nil && !showsItself
            && directory.droppedCount == 0
            && !directory.isCut
    }

    /// Whether nothing was there, not even the directory itself, and nothing was said of it.
    var isSilent: Bool {
        directory.isEmpty && !showsItself && !isToldEmpty && firstUnread == nil
            && directory.droppedCount == 0 && !directory.isCut
    }
}
