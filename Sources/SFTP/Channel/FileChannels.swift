import Files
import Transport

/// The channels over which one file moves, each with a handle of its own: the first, and those beside
/// it once the file is worth them.
final class FileChannels {
    /// One of them.
    final class Way {
        fileprivate enum State {
            case opening
            case open([UInt8])
            case closed
        }

        let channel: Channel
        fileprivate var state: State
        /// Bytes that are asked for or sent over it, and not answered.
        private(set) var unanswered = 0
        private(set) var window = TransferWindow()

        fileprivate init(_ channel: Channel, _ state: State) {
            self.channel = channel
            self.state = state
        }

        /// So many bytes are asked for or sent.
        func begin(_ count: Int) {
            unanswered += count
        }

        /// They are answered; so many of them have moved.
        func end(_ count: Int, moved: Int) {
            unanswered -= count
            guard moved > 0 else { return }
            window.answered(
                moved, at: Deadline.now(), roundTrip: channel.quickestAnswer ?? 0)
        }

        /// Nil while it cannot be used.
        var handle: [UInt8]? {
            guard case .open(let handle) = state, channel.loss == nil else { return nil }
            return handle
        }
    }

    let main: Way
    private let path: Path
    private let mode: OpenMode
    private let sides: SideChannels
    /// Whether all of the file is sure to be moved.
    private let isWhole: Bool
    private var others: [Way] = []
    private var tried: Set<SideKind> = []

    /// The file is open on the first channel.
    init(
        _ path: Path, _ mode: OpenMode, on channel: Channel, _ handle: [UInt8],
        besides sides: SideChannels, isWhole: Bool
    ) {
        self.isWhole = isWhole
        self.path = path
        self.mode = mode
        self.sides = sides
        main = Way(channel, .open(handle))
    }

    /// Whether others are in use, or on their way.
    var areMany: Bool { !others.isEmpty }

    /// The one that has most room for what is asked for or sent; nil while none has any. Each has what
    /// it carries by itself, where they are many no more than `limit`: one that is slow, or that has
    /// grown large while it was alone, does not keep the others waiting.
    func roomiest(of limit: Int) -> Way? {
        var best: (way: Way, room: Int)?
        for way in [main] + others where way === main || way.handle != nil {
            let most = areMany ? min(way.window.size, limit) : way.window.size
            let room = most - way.unanswered
            if room > best?.room ?? 0 { best = (way, room) }
        }
        return best?.way
    }

    /// What more is of use to a file that has so many bytes left, and is not opened yet.
    func worthwhile(for left: UInt64) -> Set<SideKind> {
        sides.worthwhile(window: main.window.size, left: left, sure: isWhole).subtracting(tried)
    }

    /// Opens the file on the channels beside the first that are there or had for it. One that cannot be
    /// opened is not used, nor one that is not `like` what was opened first: the name may be another
    /// file's by now. Nil for a file that nobody else can give the name to.
    func open(_ kinds: Set<SideKind>, like first: Attributes? = nil) {
        guard !kinds.isEmpty else { return }
        tried.formUnion(kinds)
        for channel in sides.open(kinds)
        where !others.contains(where: { $0.channel === channel }) {
            let way = Way(channel, .opening)
            others.append(way)
            let site = channel.site
            channel.send(.open(path, mode, Attributes())) { [path] answer in
                guard let handle = try? Answer(answer, .open, path, on: site).handle() else {
                    way.state = .closed
                    return
                }
                guard let first else { return FileChannels.use(way, handle) }
                channel.send(.openStatus(handle)) { answer in
                    let found = try? Answer(answer, .examine, path, on: site).attributes()
                    if found?.isSameFile(as: first) == true {
                        FileChannels.use(way, handle)
                    } else {
                        way.state = .closed
                        channel.send(.close(handle)) { _ in }
                    }
                }
            }
            channel.flushAvailable()
        }
    }

    private static func use(_ way: Way, _ handle: [UInt8]) {
        if case .opening = way.state {
            way.state = .open(handle)
        } else {
            way.channel.send(.close(handle)) { _ in }
        }
    }

    /// Closes the handles of those beside the first; `answer` hears of each.
    func closeOthers(_ answer: @escaping (Result<Reply, FileSystemError>) -> Void = { _ in }) {
        for way in others {
            if let handle = way.handle { way.channel.send(.close(handle), answer) }
            way.state = .closed
            way.channel.flushAvailable()
        }
        others = []
    }

    /// Handles that `closeOthers` will close.
    var closingCount: Int { others.count { $0.handle != nil } }
}

extension Attributes {
    /// Whether nothing that is told of two open files tells them apart: not the time of reading, which
    /// reading changes.
    fileprivate func isSameFile(as other: Attributes) -> Bool {
        size == other.size && owner == other.owner && permissions == other.permissions
            && times?.modification == other.times?.modification
    }
}
