package import Files
import Glibc
package import Jobs
import Synchronization

/// Downloads and uploads: those that run, and the last 100 that ended. Used from any thread.
package final class Visits: Sendable {
    /// Ended ones that are kept.
    static let keptLimit = 100

    private struct Running {
        var visit: Visit
        var speed: SpeedWindow
        let hangUp: @Sendable () -> Void
    }

    private struct State {
        var last: UInt64 = 0
        var running: [Visit.ID: Running] = [:]
        var ended: [Visit] = []
    }

    private let state = Mutex(State())
    private let changed: @Sendable () -> Void

    /// `changed` is called after each change, on the thread that made it.
    package init(changed: @escaping @Sendable () -> Void = {}) {
        self.changed = changed
    }

    /// A new row. `path` lies below the shared folder; `size` in bytes, nil where not known.
    package func begin(
        _ direction: Visit.Direction, _ path: Path, size: UInt64?, for request: Request
    ) -> OpenVisit {
        let id = state.withLock { state in
            state.last += 1
            let id = Visit.ID(rawValue: state.last)
            state.running[id] = Running(
                visit: Visit(
                    id: id, direction: direction, visitor: request.visitorText, path: path,
                    size: size),
                speed: SpeedWindow(start: Visits.now), hangUp: request.hangUp)
            return id
        }
        changed()
        return OpenVisit(id, self)
    }

    /// Oldest first: those that ended, then those that run.
    package var rows: [Visit] {
        let now = Visits.now
        return state.withLock { state in
            let running = state.running.values.map { running in
                var visit = running.visit
                visit.speed = running.speed.rate(at: now)
                return visit
            }
            return (state.ended + running).sorted { $0.id < $1.id }
        }
    }

    /// Breaks a visit off, with its connection.
    package func kick(_ id: Visit.ID) {
        let hangUp = state.withLock { $0.running[id]?.hangUp }
        end(id, .kicked)
        hangUp?()
    }

    func advance(_ id: Visit.ID, by count: Int) {
        let now = Visits.now
        state.withLock { state in
            guard var running = state.running[id] else { return }
            running.visit.done &+= UInt64(clamping: count)
            running.speed.note(running.visit.done, at: now)
            state.running[id] = running
        }
        changed()
    }

    func end(_ id: Visit.ID, _ outcome: Visit.State) {
        let isNew = state.withLock { state in
            guard var visit = state.running.removeValue(forKey: id)?.visit else { return false }
            visit.state = outcome
            visit.speed = nil
            state.ended.append(visit)
            state.ended.removeFirst(max(0, state.ended.count - Visits.keptLimit))
            return true
        }
        if isNew { changed() }
    }

    /// Seconds on a clock that is never set.
    static var now: Double { ClockTime.seconds(of: CLOCK_MONOTONIC) }
}
