/// How much of a file leaves through the kernel at once: little at first, so that a slow visitor is
/// not taken for one who takes nothing.
struct SendPace {
    private static let smallest: UInt64 = 1 << 16
    private static let largest: UInt64 = 1 << 19

    /// Bytes.
    private(set) var step: UInt64 = 1 << 17

    /// The last step took so many seconds.
    mutating func took(_ seconds: Double) {
        if seconds < 0.05 {
            step = min(step * 2, SendPace.largest)
        } else if seconds > 0.5 {
            step = max(step / 2, SendPace.smallest)
        }
    }
}
