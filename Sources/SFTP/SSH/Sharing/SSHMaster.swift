import Files
import Glibc
import Synchronization
import Transport

/// One login by ssh, whose process carries channels for others too (ControlMaster). Belongs to no file
/// system: its program is ended when the last of its channels is closed. Any thread may use it.
final class SSHMaster: Sendable {
    /// What becomes of the login.
    enum Phase {
        /// Those that wait for it are told of its end.
        case loggingIn([Notice])
        case standing
        /// Why, as far as is known.
        case over(FileSystemError?)
    }

    private struct State {
        var phase = Phase.loggingIn([])
        var watch: ProgramWatch?
        /// Channels that are open or being opened, the one of whoever logged in among them.
        var channels = 1
        /// Whether that one is among them.
        var isFirstOpen = true
        /// Whether its login had to be told what no other can be told.
        var wasAnswered = false
        /// Whether nobody else can reach it.
        var isAlone = false
        /// How many channels were granted where one more was refused; nil where none was.
        var known: ChannelLimit?

        /// Channels that fit.
        var limit: Int { isAlone ? 1 : known?.channels() ?? .max }
    }

    /// Channels that a server grants a login, unless it is told otherwise (MaxSessions).
    private static let usualLimit = 10
    /// Bytes that ssh adds to the socket's path while it makes it.
    private static let spare = 17
    /// Seconds to wait for the program's last words once a channel has broken.
    private static let lastWords = 0.5

    /// Where others reach it.
    var path: String { directory.path }
    private let directory: PrivateDirectory
    private let state: Mutex<State>

    /// About to log in, with a socket in the first of `directories` that can take it; nil where none
    /// can. `limit` is how many channels the server is known to grant.
    init?(in directories: [String], limit: ChannelLimit?) {
        let found = directories.lazy.filter(SSHMaster.isPlain)
            .compactMap { PrivateDirectory(in: $0, name: "m", spare: SSHMaster.spare) }.first
        guard let found else { return nil }
        directory = found
        state = Mutex(State(known: limit))
    }

    /// ssh expands what else might stand in a path.
    private static func isPlain(_ directory: String) -> Bool {
        directory.first == "/"
            && directory.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "/._-+:@,".utf8.contains(byte)
                }
            }
    }

    // MARK: The login

    /// Its program was started.
    func attach(_ watch: ProgramWatch) {
        state.withLock { $0.watch = watch }
    }

    /// Somebody is asked for what is good for this login alone: a code, a token's touch.
    func noteAnswered() {
        state.withLock { $0.wasAnswered = true }
    }

    /// Whether another login like it needs nobody to ask, as far as is known.
    var isRepeatable: Bool { state.withLock { !$0.wasAnswered } }

    /// The login has succeeded.
    func stand() {
        let isReachable = access(path, F_OK) == 0
        let waiting = state.withLock { state in
            guard case .loggingIn(let waiting) = state.phase else { return [Notice]() }
            state.phase = .standing
            // A wrapper may have told ssh otherwise, or hidden its files.
            if !isReachable { state.isAlone = true }
            return waiting
        }
        for notice in waiting { notice.give() }
    }

    /// It has ended, or is being ended; the first reason counts.
    func end(_ failure: FileSystemError?) {
        let waiting = state.withLock { state in
            let phase = state.phase
            guard !phase.isOver else { return [Notice]() }
            state.phase = .over(failure)
            if case .loggingIn(let waiting) = phase { return waiting }
            return []
        }
        for notice in waiting { notice.give() }
    }

    /// Nothing is left of its program.
    func vanish() {
        end(nil)
        directory.remove()
    }

    /// Ends its program with all that it carries; does not wait for that.
    func close() {
        end(nil)
        state.withLock { $0.watch }?.end()
    }

    var phase: Phase { state.withLock { $0.phase } }

    // MARK: Channels

    /// Whether there is room for one more and `leaving` others, which counts from now on, until `leave`.
    func take(leaving others: Int = 0) -> Bool {
        state.withLock { state in
            let limit = others > 0 ? min(state.limit, SSHMaster.usualLimit) : state.limit
            guard case .standing = state.phase, state.channels < limit - others else {
                return false
            }
            state.channels += 1
            return true
        }
    }

    /// Whether it is worth it to wait for the login; `notice` is given at its end then.
    func wait(_ notice: Notice) -> Bool {
        state.withLock { state in
            guard case .loggingIn(let waiting) = state.phase,
                state.channels + waiting.count < state.limit
            else { return false }
            state.phase = .loggingIn(waiting + [notice])
            return true
        }
    }

    /// A channel that was taken is closed. The last one ends the program.
    func leave() {
        leave { $0.channels -= 1 }
    }

    /// The same for the channel of whoever logged in.
    func leaveFirst() {
        leave { state in
            guard state.isFirstOpen else { return }
            state.isFirstOpen = false
            state.channels -= 1
        }
    }

    /// The same for a channel that could not be opened: there is room for no more than these. How many
    /// they are.
    func leaveRefused() -> Int {
        var limit = 0
        leave { state in
            state.channels -= 1
            limit = min(state.limit, state.channels)
            state.known = ChannelLimit(limit)
        }
        return limit
    }

    /// Nobody else gets a channel from now on.
    func keepToOne() {
        state.withLock { $0.known = ChannelLimit(1) }
    }

    private func leave(_ change: (inout State) -> Void) {
        let (waiting, watch): ([Notice], ProgramWatch?) = state.withLock { state in
            change(&state)
            guard state.channels <= 0 else { return ([], nil) }
            // Nobody may come to it any more.
            defer { if !state.phase.isOver { state.phase = .over(nil) } }
            if case .loggingIn(let waiting) = state.phase { return (waiting, state.watch) }
            return ([], state.watch)
        }
        for notice in waiting { notice.give() }
        watch?.end()
    }

    /// Whether it carries others' channels, and so outlives the one of whoever logged in.
    var carriesOthers: Bool {
        state.withLock { state in
            guard case .standing = state.phase else { return false }
            return state.channels > (state.isFirstOpen ? 1 : 0)
        }
    }

    /// Why a channel that was open has broken; nil where this one's words do not tell.
    func explanation() -> FileSystemError? {
        if case .over(let failure) = phase, let failure { return failure }
        return state.withLock { $0.watch }?.failure(within: SSHMaster.lastWords)
    }
}

extension SSHMaster.Phase {
    fileprivate var isOver: Bool {
        if case .over = self { true } else { false }
    }
}
