package import Files
import Glibc
import Synchronization
import Words

/// The cards of servers, kept in a file of Ferry's own, one line a server. Of two processes that write
/// at the same time one may lose a line, which is learnt again at the next connection.
package final class ServerCards: ServerNotes {
    /// So many servers are kept, those that were met last.
    static let limit = 500
    /// Bytes of the file.
    private static let sizeLimit = 16 << 20
    /// Seconds for which the time of the last connection, or of one and the same failure, is not
    /// written anew.
    private static let rest: Int64 = 600

    private struct State {
        /// What this process has written last, or all there is where there is no file.
        var noted: [ServerPlace: ServerCard] = [:]
        var hasComplained = false
    }

    /// Nil keeps everything in memory.
    private let path: String?
    private let trouble: @Sendable (String) -> Void
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// `trouble` hears once, in one sentence, of a file that cannot be read or written; `now` tells
    /// seconds since the epoch.
    package init(
        path: String?, now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) },
        trouble: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.path = path
        self.now = now
        self.trouble = trouble
    }

    /// All that are kept.
    package func all() -> [ServerPlace: ServerCard] {
        state.withLock { load(&$0) ?? $0.noted }
    }

    package func note(_ site: Site, _ change: (inout ServerCard) -> Void) {
        let now = now()
        update(site) { card in
            change(&card)
            if ServerCards.isPast(card.seen, now) { card.seen = now }
        }
    }

    package func noteFailure(_ error: FileSystemError, of site: Site) {
        // The user's own doing, or a question that he is about to answer.
        guard error.kind != .cancelled, error.question == nil else { return }
        let now = now()
        update(site) { card in
            let old = card.failure
            card.failure = ServerCard.Failure(error.message, at: now)
            let isSame = old?.sentence == card.bounded.failure?.sentence
            if let old, isSame, !ServerCards.isPast(old.time, now) { card.failure = old }
        }
    }

    /// Whether a time is to be written anew. One in the future was written by a clock that was wrong, and
    /// no strange one is counted with.
    private static func isPast(_ time: Int64?, _ now: Int64) -> Bool {
        guard let time else { return true }
        return time <= now - rest || time > now
    }

    private func update(_ site: Site, _ change: (inout ServerCard) -> Void) {
        // What is named instead of a host may change its meaning, and has no port.
        guard !site.isLocal, !site.scheme.namesRemote, site.port > 0 else { return }
        let place = ServerPlace(site)
        state.withLock { state in
            // Nearly always nothing is new, and then no file is touched.
            if let noted = state.noted[place], changed(noted, change) == noted { return }
            guard var cards = path == nil ? state.noted : load(&state) else { return }
            let before = cards[place]
            let after = changed(before ?? ServerCard(), change)
            state.noted[place] = after
            guard before != after else { return }
            cards[place] = after
            write(cards, &state)
        }
    }

    private func changed(
        _ card: ServerCard, _ change: (inout ServerCard) -> Void
    ) -> ServerCard {
        var card = card
        change(&card)
        return card.bounded
    }

    /// What the file has; nil where there is none, or it cannot be read and so must not be replaced.
    private func load(_ state: inout State) -> [ServerPlace: ServerCard]? {
        guard let path else { return nil }
        do throws(SettingsError) {
            let text = try TextFile.read(path, limit: ServerCards.sizeLimit) ?? ""
            var cards: [ServerPlace: ServerCard] = [:]
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                if let (place, card) = ServerCardLine.read(line) { cards[place] = card }
            }
            return cards
        } catch {
            complain(error, &state)
            return nil
        }
    }

    private func write(_ cards: [ServerPlace: ServerCard], _ state: inout State) {
        guard let path else { return }
        func age(_ card: ServerCard) -> Int64 { max(card.seen ?? 0, card.failure?.time ?? 0) }
        let kept = cards.sorted { age($0.value) > age($1.value) }.prefix(ServerCards.limit)
        let lines = kept.map { ServerCardLine.text($0.value, of: $0.key) }.sorted()
        let head = "# " + tr("What Ferry has learnt about servers, for the sites screen.") + "\n"
        do throws(SettingsError) {
            try TextFile.write(head + lines.map { $0 + "\n" }.joined(), to: path)
        } catch {
            complain(error, &state)
        }
    }

    private func complain(_ error: SettingsError, _ state: inout State) {
        if !state.hasComplained { trouble(error.description) }
        state.hasComplained = true
    }
}
