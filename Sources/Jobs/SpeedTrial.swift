/// Which of two ways to move a file's bytes is the quicker: both are taken in turn, then the better one.
/// That the kernel copies nothing is no gain where whoever takes the bytes pays for it.
package struct SpeedTrial: Sendable {
    /// Bytes at the beginning of each turn that are not measured: the buffers of both ends hold as many
    /// that went the other way, and take as many before the slower end shows.
    private static let settling = 16 << 20
    /// Bytes that go one way in turn, with these.
    private static let stretch = 32 << 20
    /// Turns of both together.
    private static let turns = 4
    /// The kernel's way is kept unless it takes so much longer: what it saves is worth something too.
    private static let tolerance = 1.1

    /// Seconds of the quickest turn of each way: others were held up by what else the machine does.
    private var best = (kernel: Double.infinity, blocks: Double.infinity)
    private var seconds = 0.0
    private var bytes = 0
    private var turn = 0

    /// The kernel's way is tried first.
    package init() {}

    /// Whether the kernel is to move the next bytes, without their passing through this process.
    package var isKernels: Bool {
        guard turn < SpeedTrial.turns else {
            return best.kernel <= best.blocks * SpeedTrial.tolerance
        }
        return turn % 2 == 0
    }

    /// So many bytes went that way, in so many seconds: 16 MiB at most, or a turn has nothing to measure.
    package mutating func note(_ count: Int, _ elapsed: Double) {
        guard turn < SpeedTrial.turns else { return }
        if bytes >= SpeedTrial.settling { seconds += elapsed }
        bytes += count
        guard bytes >= SpeedTrial.stretch else { return }
        if isKernels {
            best.kernel = min(best.kernel, seconds)
        } else {
            best.blocks = min(best.blocks, seconds)
        }
        (bytes, seconds) = (0, 0)
        turn += 1
    }
}
