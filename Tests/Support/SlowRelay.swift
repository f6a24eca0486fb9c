import Glibc
import Synchronization

/// A stream with a long way: what goes in at one end comes out at the other so much later, in both
/// directions, and as fast as it went in. Both ends are connected AF_UNIX sockets. Its threads end
/// once both directions have, or an end is closed.
package final class SlowRelay: Sendable {
    /// The ends; whoever takes one closes it.
    package let near: CInt
    package let far: CInt
    private let toFar = Counts()
    private let toNear = Counts()

    /// What one direction has carried.
    final class Counts: Sendable {
        let state = Mutex((carried: 0, mostOnTheWay: 0))
    }

    /// What is closed once both directions have let go of it.
    final class Ends: Sendable {
        let near: CInt
        let far: CInt

        init(near: CInt, far: CInt) {
            self.near = near
            self.far = far
        }

        deinit {
            close(near)
            close(far)
        }
    }

    /// `milliseconds` are for one direction; a round trip takes twice that. `window` is how many
    /// bytes may be on the way in one direction at once, as with a TCP connection: what is more
    /// waits where it went in.
    package init(milliseconds: Int, window: Int = .max) throws {
        let (near, nearInside) = try SlowRelay.pair()
        let (far, farInside) = try SlowRelay.pair()
        (self.near, self.far) = (near, far)
        let ends = Ends(near: nearInside, far: farInside)
        let delay = Duration.milliseconds(milliseconds)
        for isToFar in [true, false] {
            let counts = isToFar ? toFar : toNear
            Background.run {
                let way = SlowWay(
                    ends, isToFar: isToFar, delay: delay, window: max(1, window), counts)
                way.carry()
            }
        }
    }

    /// Bytes that have come out at the far end.
    package var carriedToFar: Int { toFar.state.withLock(\.carried) }

    /// Bytes that have come out at the near end.
    package var carriedToNear: Int { toNear.state.withLock(\.carried) }

    /// Bytes that were on the way to the far end at once, at most.
    package var mostOnTheWayToFar: Int { toFar.state.withLock(\.mostOnTheWay) }

    /// Bytes that were on the way to the near end at once, at most.
    package var mostOnTheWayToNear: Int { toNear.state.withLock(\.mostOnTheWay) }

    private static func pair() throws -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ScriptedPeer.Mismatch("no pair of sockets")
        }
        return (ends[0], ends[1])
    }
}
