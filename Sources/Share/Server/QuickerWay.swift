/// Chooses how a file is sent to a visitor on this machine. The kernel alone has less to do; what passes
/// through this process is in the processor's cache when the visitor takes it, and one who writes it to
/// a disk is much faster that way. Each is tried, and the faster one is kept for a while. The kernel comes
/// first, so that nothing is held in memory for one who takes only a little.
struct QuickerWay {
    enum Way {
        case kernel, process

        var other: Way { self == .process ? .kernel : .process }
    }

    /// Bytes that a trial takes, and those that are sent before the other way is tried again.
    private static let trial = 16 << 20
    private static let term = 512 << 20

    private(set) var way = Way.kernel
    /// Bytes to be sent this way.
    private var stretch = QuickerWay.trial
    private var sent = 0
    /// When this stretch was begun, in seconds.
    private var began: Double?
    /// Bytes a second.
    private var rates: [Way: Double] = [:]

    /// A part is about to be sent.
    mutating func begin(at now: Double) {
        if began == nil { began = now }
    }

    /// The visitor has taken so many bytes more.
    mutating func took(_ count: Int, at now: Double) {
        sent += count
        guard sent >= stretch, let start = began else { return }
        rates[way] = Double(sent) / max(now - start, .leastNormalMagnitude)
        if stretch == QuickerWay.trial, let other = rates[way.other] {
            if other > rates[way] ?? 0 { way = way.other }
            stretch = QuickerWay.term
        } else {
            way = way.other
            stretch = QuickerWay.trial
        }
        sent = 0
        began = now
    }
}
