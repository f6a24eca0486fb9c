import Files
import Transport

/// More channels of one connection, over which a large file moves where one is too narrow: ssh lets
/// 2 MiB of a channel be on their way, which on a long line is less than the line holds.
final class SideChannels {
    /// Channels besides the first.
    private static let most = 3
    /// Bytes on their way from which on one channel is full.
    static let channelWindow = 2 << 20
    /// Seconds of an answer from which on a line is long.
    private static let longAnswer = 0.02
    /// Bytes still to be moved for which it is worth the round trips.
    static let worthwhile: UInt64 = 16 << 20

    private let main: Channel
    private let another: () throws(FileSystemError) -> (any Carrier)?
    private var wasTried = false

    /// `another` starts one more, without asking anybody.
    init(
        besides main: Channel, _ another: @escaping () throws(FileSystemError) -> (any Carrier)?
    ) {
        self.main = main
        self.another = another
    }

    /// Those that are there.
    var channels: [Channel] { main.sides.filter { $0.loss == nil } }

    /// Whether more channels are of use to a file that has so many bytes on their way, and so many
    /// left.
    func areWorthwhile(window: Int, left: UInt64) -> Bool {
        window > SideChannels.channelWindow && left >= SideChannels.worthwhile
            && main.quickestAnswer ?? 0 > SideChannels.longAnswer
    }

    /// Starts them where they are not there; asked for once, since what cannot be had stays so.
    func open() -> [Channel] {
        if !wasTried {
            wasTried = true
            for _ in 0..<SideChannels.most {
                guard let carrier = (try? another()) ?? nil else { break }
                main.sides.append(Channel(carrier, besides: main))
            }
            if !main.sides.isEmpty {
                main.log.remark(
                    "Moving large files over \(main.sides.count + 1) channels of this connection.")
            }
        }
        return channels
    }
}
