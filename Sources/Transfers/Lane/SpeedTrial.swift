/// Which of two ways to move a file's bytes is the quicker: both are gone in turn, then the better one.
/// That the kernel copies nothing is no gain where whoever takes the bytes pays for it.
struct SpeedTrial {
    /// Bytes at the beginning of each turn that are not measured: the socket's buffer still holds as
    /// many that went the other way, and is empty only once.
    private static let settling = 4 << 20
    /// Bytes that go one way in turn, with these.
    private static let stretch = 16 << 20
    /// Turns of both together.
    private static let turns = 4
    /// The kernel's way is kept unless it takes so much longer: what it saves is worth something too.
    private static let tolerance = 1.1

    private var bytes = 0
    private var seconds = (kernel: 0.0, blocks: 0.0)
    private var turn = 0

    /// Whether the kernel's way is the one to go now.
    var isKernels: Bool {
        guard turn < SpeedTrial.turns else {
            return seconds.kernel <= seconds.blocks * SpeedTrial.tolerance
        }
        return turn % 2 == 0
    }

    /// So many bytes went that way, in so many seconds.
    mutating func note(_ count: Int, _ elapsed: Double) {
        guard turn < SpeedTrial.turns else { return }
        if bytes >= SpeedTrial.settling {
            if isKernels { seconds.kernel += elapsed } else { seconds.blocks += elapsed }
        }
        bytes += count
        guard bytes >= SpeedTrial.stretch else { return }
        bytes = 0
        turn += 1
    }
}
