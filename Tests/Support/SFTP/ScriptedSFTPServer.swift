import Glibc

/// An SFTP server inside a test, version 3, on a folder of this machine that the client sees as `/`.
/// It is OpenSSH's sftp-server unless its behaviour says otherwise, and keeps what it was asked. Each
/// connection has a thread of its own, and lives until either end closes it, also when nobody holds
/// the server any more.
package final class ScriptedSFTPServer: Sendable {
    private let place: ScriptedSFTPPlace
    private let ledger: ScriptedSFTPLedger

    /// `root` is an absolute path without links.
    package init(root: String, behaviour: ScriptedSFTPBehaviour = .init()) {
        place = ScriptedSFTPPlace(root: root)
        ledger = ScriptedSFTPLedger(behaviour)
    }

    /// A new connection: the client's end of it, a connected AF_UNIX socket that the caller closes.
    package func connect() throws -> CInt {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ScriptedPeer.Mismatch("no pair of sockets")
        }
        try accept(ends[1])
        return ends[0]
    }

    /// Serves a connection that is there already, and closes it: the other end of a `SlowRelay`.
    package func accept(_ descriptor: CInt) throws {
        let wake = try ScriptedSFTPWake()
        let number = ledger.withState { state in
            state.lastConnection += 1
            state.wakes[state.lastConnection] = wake
            return state.lastConnection
        }
        Background.run { [place, ledger] in
            let connection = ScriptedSFTPConnection(
                number, descriptor, wake, ScriptedSFTPFiles(place), ledger)
            connection.serve()
            ledger.withState { state in
                state.wakes[number] = nil
                state.pending[number] = nil
                state.handles[number] = nil
            }
        }
    }

    /// Ends every connection; those that are made later serve nothing.
    package func end() {
        ledger.withState { $0.isEnding = true }
        wakeAll()
    }

    /// Changes how it behaves from the next request on.
    package func change(_ body: (inout ScriptedSFTPBehaviour) -> Void) {
        ledger.withState { body(&$0.behaviour) }
        wakeAll()
    }

    /// Lets go of all answers that are held back now.
    package func release() {
        ledger.withState { $0.released.formUnion($0.wakes.keys) }
        wakeAll()
    }

    private func wakeAll() {
        for wake in ledger.withState({ Array($0.wakes.values) }) { wake.wake() }
    }

    // MARK: - What was done

    /// Every packet so far but INIT, in the order of arrival.
    package var requests: [ScriptedSFTPRequest] { ledger.withState(\.requests) }

    /// The same as lines: `OPEN /a`, `READ /a 0+32768`, `posix-rename@openssh.com /a /b` …
    package var log: [String] { requests.map(\.description) }

    /// How many requests of a kind there were.
    package func count(_ kind: ScriptedSFTPRequest.Kind) -> Int {
        requests.count { $0.kind == kind }
    }

    /// Handles that are open now, of all connections, and at most so far.
    package var openHandles: Int { ledger.withState { $0.handles.values.reduce(0, +) } }
    package var mostOpenHandles: Int { ledger.withState(\.mostHandles) }

    /// Requests that waited for their answers at once, at most: all that are on the way only where
    /// answers are held back.
    package var mostPending: Int { ledger.withState(\.mostPending) }

    /// How often answers went out together: round trips, where the pace is `quiet`.
    package var rounds: Int { ledger.withState(\.rounds) }

    /// Bytes of the longest packet that came, without its length.
    package var largestPacket: Int { ledger.withState(\.largestPacket) }

    // MARK: - Waiting

    /// Waits until so many requests have come; false, with an issue recorded, where they do not.
    @discardableResult
    package func waitForRequests(_ count: Int) -> Bool {
        ledger.signal(of: .requests(count)).wait("\(count) requests did not come")
    }

    /// Waits until so many requests wait for their answers.
    @discardableResult
    package func waitForPending(_ count: Int) -> Bool {
        ledger.signal(of: .pending(count)).wait("\(count) requests at once did not come")
    }

    /// Waits until all connections have ended.
    @discardableResult
    package func waitForEnd() -> Bool {
        ledger.signal(of: .connections(0)).wait("a connection did not end")
    }
}
