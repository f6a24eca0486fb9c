import Files

/// Files that come next: they are opened, and their beginnings asked for, while others are read.
final class ReadAhead {
    private let channel: Channel
    private let handles: OpenFiles
    private let sides: SideChannels
    private var upcoming: ArraySlice<Upcoming> = []
    private var begun: [Path: Download] = [:]

    init(_ channel: Channel, _ handles: OpenFiles, _ sides: SideChannels) {
        self.channel = channel
        self.handles = handles
        self.sides = sides
    }

    /// These come next; others that were begun are given up.
    func prepare(_ next: [Upcoming]) {
        let kept = Set(next.map(\.path))
        for (path, download) in begun where !kept.contains(path) {
            download.cancel()
            begun[path] = nil
        }
        upcoming = next[...]
    }

    /// The file, once the server has opened it.
    func opened(_ path: Path, from offset: UInt64) throws(FileSystemError) -> Download {
        let isCrowded = handles.count > 0
        let download = open(path, from: offset)
        do throws(FileSystemError) {
            try download.waitUntilOpen()
            return download
        } catch {
            guard isCrowded, error.kind == .other, channel.loss == nil else { throw error }
        }
        // Others were open, or on their way and given up, which may be why it was refused.
        let again = open(path, from: offset)
        try again.waitUntilOpen()
        return again
    }

    /// The file, begun already or now, and those that follow it begun as far as there is room.
    private func open(_ path: Path, from offset: UInt64) -> Download {
        let download: Download
        if offset == 0, let ready = begun.removeValue(forKey: path), !ready.wasRefused {
            download = ready
        } else {
            let size = offset == 0 ? upcoming.first { $0.path == path }?.size : nil
            download = Download(path, from: offset, size: size, over: channel, handles, sides)
        }
        if let index = upcoming.firstIndex(where: { $0.path == path }) {
            upcoming = upcoming[(index + 1)...]
        }
        begin()
        return download
    }

    /// Begins what comes next, as far as there is room.
    func begin() {
        guard channel.loss == nil else { return }
        for next in upcoming {
            guard handles.hasRoom else { return }
            if begun[next.path] == nil, next.offset == 0 {
                begun[next.path] = Download(
                    next.path, from: 0, size: next.size, over: channel, handles, sides)
            }
        }
    }
}
