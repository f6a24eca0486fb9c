import Files
import Transport
import Words

/// More channels to one account, over which a large file moves where one is too narrow: ssh lets 2 MiB
/// of a channel be on their way, and the system not much more of a connection, which on a long line is
/// less than the line holds.
final class SideChannels {
    /// Starts one more carrier, without asking anybody.
    typealias Opener = (SideKind) throws(FileSystemError) -> (any Carrier)?

    /// Channels besides the first.
    private static let most = 3
    /// Those of them that have a connection of their own, where that can be had.
    private static let mostConnections = 2
    /// Bytes of a channel that are on their way at most.
    private static let channelWindow = 2 << 20
    /// Bytes on their way from which on it is clear that one channel will be full; others take a while
    /// to be there.
    private static let nearlyFull = channelWindow / 2
    /// Bytes of one of several that are sent and not answered at most: what a channel and the pipe to it
    /// hold. Who waited for room on one would keep the others waiting.
    static let sentLimit = channelWindow + 128 << 10
    /// The same for bytes that are asked for: its part of all that may be.
    static let askedLimit = TransferWindow.most / (most + 1)
    /// Seconds of an answer from which on a line is long, and very long.
    private static let (longAnswer, veryLongAnswer) = (0.02, 0.1)
    /// Bytes still to be moved for which channels are worth the round trips, and for which connections
    /// are worth their logins.
    private static let worthwhile: (channels: UInt64, connections: UInt64) = (16 << 20, 64 << 20)

    private let main: Channel
    private let another: Opener
    /// What was asked for: what could not be had then is not asked for again.
    private var tried: Set<SideKind> = []

    init(besides main: Channel, _ another: @escaping Opener) {
        self.main = main
        self.another = another
    }

    /// Those that are there.
    var channels: [Channel] { main.sides.filter { $0.loss == nil } }

    /// What is of use to a file that has so many bytes on their way, and so many left, all of which are
    /// `sure` to be moved: who only looks at its beginning logs in nowhere for it.
    func worthwhile(window: Int, left: UInt64, sure isSure: Bool) -> Set<SideKind> {
        let answer = main.quickestAnswer ?? 0
        guard answer > SideChannels.longAnswer else { return [] }
        // On a very long line a channel takes seconds to show what it carries, and a login to be there.
        let isWanted =
            window >= SideChannels.nearlyFull
            || (isSure && answer > SideChannels.veryLongAnswer)
        guard isWanted else { return [] }
        var kinds: Set<SideKind> = []
        if left >= SideChannels.worthwhile.channels { kinds.insert(.channel) }
        if left >= SideChannels.worthwhile.connections { kinds.insert(.connection) }
        return kinds
    }

    /// A file with so many bytes to come will be moved: what it is sure to want is started ahead.
    func prepare(for left: UInt64) {
        _ = open(worthwhile(window: 0, left: left, sure: true))
    }

    /// Those that are there, with those that are started for it: all at once, and none is waited for.
    func open(_ kinds: Set<SideKind>) -> [Channel] {
        if kinds.contains(.connection) {
            add(.connection, atMost: SideChannels.mostConnections)
        }
        if kinds.contains(.channel) { add(.channel, atMost: SideChannels.most) }
        return channels
    }

    private func add(_ kind: SideKind, atMost most: Int) {
        guard tried.insert(kind).inserted else { return }
        var count = 0
        while channels.count < most, let carrier = (try? another(kind)) ?? nil {
            main.sides.append(Channel(carrier, besides: main))
            count += 1
        }
        guard count > 0 else { return }
        main.log.remark(
            kind == .channel
                ? tr("Using \(count) more channels of this connection for large files.")
                : tr("Using \(count) more connections for large files."))
    }
}
