import Files
import Terminal

extension Model {
    /// Takes in what happened; what is to be done about it comes back.
    package mutating func update(_ message: Message) -> [Effect] {
        let effects = take(message)
        keepCursorsVisible()
        presentQuestions()
        return effects
    }

    private mutating func take(_ message: Message) -> [Effect] {
        switch message {
        case .terminal(let event):
            return take(event)
        case .clock(let instant, let date):
            self.instant = instant
            now = date
            return tick()
        case .drawn(let instant):
            if isLargeEnough { dialogs.noteDrawn(at: instant) }
        case .listened(let instant, let isQuiet):
            if isQuiet { dialogs.noteRest(at: instant) } else { dialogs.noteTyping(at: instant) }
        case .listed(let request, let result):
            return takeListing(request, result)
        case .listing(let request, let count):
            noteListing(request, count: count)
        case .arranged(let request, let order):
            takeOrder(request, order)
        case .attached(let side, let connection):
            self[side].connectionNumber = connection
        case .detached(let side, let reason):
            detach(side, reason: reason)
        case .exchanged(let exchanges):
            log.append(exchanges)
            noteReplies(exchanges)
        case .queue(let change):
            return takeQueue(change)
        case .shared(let status):
            return takeShare(status)
        case .shareRefused(let reason):
            takeShareRefusal(reason)
        case .addresses(let addresses):
            takeAddresses(addresses)
        case .counted(let request, let tally, let isFinal):
            takeTally(request, tally, isFinal: isFinal)
        case .finished(let request, let result):
            return takeFinished(request, result)
        case .chunk(let request, let result):
            return takeChunk(request, result)
        case .replied(let request, let result):
            return takeReply(request, result)
        case .raw(let request, let reply):
            return takeRaw(request, reply)
        case .passwordNeeded(let request, let site, let detail):
            askPassword(request, site, detail: detail)
        case .trustNeeded(let request, let site, let question):
            askTrust(TrustDialog(site: site, question: question, requests: [request]))
        case .sites(let choices):
            return takeSites(choices)
        case .notice(let text, let isError):
            status.show(text, isError ? .error : .quiet)
        case .resumed:
            dialogs.noteHidden()
            return [.redraw]
        }
        return []
    }

    /// Whether something on the screen moves by itself, so that a clock message is wanted every
    /// second: a listing that takes long, a transfer, a reread that is due.
    package var isMoving: Bool {
        Side.allCases.contains { self[$0].pending != nil || self[$0].rereadDue != nil }
            || queue.rowCount(of: .active) > 0
    }
}
