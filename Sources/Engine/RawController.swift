import Files
import HTTP
import UI
import Web
import Words
import Work

/// Raw exchanges that run, and the bodies of those that have ended. Belongs to the main thread.
final class RawController {
    private struct Place {
        let site: Site
        let request: RawRequest
        let worker: Worker<RawBodies>
        let stop: Cancellation
    }

    private let context: ConnectionContext
    private let inbox: Inbox
    private var places: [RequestID: Place] = [:]

    init(_ context: ConnectionContext, _ inbox: Inbox) {
        self.context = context
        self.inbox = inbox
    }

    /// Sends what was typed, and posts what comes of it.
    func begin(_ id: RequestID, _ site: Site, _ typed: [UInt8]) {
        guard let request = RawRequest(typed: typed) else {
            let error = FileSystemError(.unsupported, detail: tr("There is no request to send."))
            inbox.post(.raw(id, .ended(.failure(error))))
            return
        }
        for remark in request.remarks { inbox.post(.raw(id, .remark(remark))) }
        places[id] = Place(
            site: site, request: request,
            worker: Worker(label: "ferry.raw.\(id.rawValue)") { RawBodies() },
            stop: Cancellation())
        run(id)
    }

    private func run(_ id: RequestID) {
        guard let place = places[id] else { return }
        let (context, inbox) = (context, inbox)
        let (site, request, stop) = (place.site, place.request, place.stop)
        place.worker.perform { bodies in
            guard !stop.isCancelled else { return }
            let result = Result { () throws(FileSystemError) in
                let exchange = try context.rawExchange(for: site)
                stop.onCancel(exchange.interrupt)
                var teller = RawTeller(id, request, inbox, bodies)
                try exchange.run(request) { event throws(FileSystemError) in
                    try teller.take(event)
                }
                try teller.finish()
            }
            guard !stop.isCancelled else { return }
            if case .failure(let error) = result, let question = error.question {
                inbox.post(.trustNeeded(id, site, question))
            } else {
                inbox.post(.raw(id, .ended(result)))
            }
        }
    }

    /// Goes on with an exchange that waited for a decision about its server, or ends it with the
    /// reason.
    func goOn(_ id: RequestID, _ refusal: FileSystemError?) {
        guard places[id] != nil else { return }
        if let refusal {
            inbox.post(.raw(id, .ended(.failure(refusal))))
        } else {
            run(id)
        }
    }

    /// Ends an exchange at once, and throws its bodies away.
    func stop(_ id: RequestID) {
        guard let place = places.removeValue(forKey: id) else { return }
        place.stop.cancel()
        place.worker.retire()
    }

    func stopAll() {
        for id in Array(places.keys) { stop(id) }
    }

    /// Writes a body to a file that is not there yet.
    func save(_ id: RequestID, body: Int, to path: Path) {
        let inbox = inbox
        guard let place = places[id] else {
            inbox.post(.notice(tr("The body is no longer available."), isError: true))
            return
        }
        place.worker.perform { bodies in
            do throws(FileSystemError) {
                try bodies.save(body, to: path)
                inbox.post(.raw(id, .saved(path)))
            } catch {
                inbox.post(.notice(error.message, isError: true))
            }
        }
    }
}

/// Tells the screen what comes of an exchange; belongs to its worker.
private struct RawTeller {
    /// Bytes of a text that are shown.
    private static let textLimit = 256 << 10

    private let id: RequestID
    private let inbox: Inbox
    private let bodies: RawBodies
    private var targets: ArraySlice<[UInt8]>
    private var head: RawReplyHead?
    private var number: Int?
    private var text: [UInt8]?
    private var size: UInt64 = 0
    private var pace = ReportPace()

    init(_ id: RequestID, _ request: RawRequest, _ inbox: Inbox, _ bodies: RawBodies) {
        self.id = id
        self.inbox = inbox
        self.bodies = bodies
        targets = request.lines.map(\.target)[...]
    }

    mutating func take(_ event: RawReplyParser.Event) throws(FileSystemError) {
        switch event {
        case .head(let head):
            self.head = head
            tell(.head(head.text, code: head.code))
        case .headless:
            head = nil
            tell(.remark(tr("The response has no header; it is shown as received.")))
        case .remark(let words): tell(.remark(words))
        case .body(let bytes): try takeBody(bytes)
        case .trailer(let line):
            endBody()
            tell(.trailer(VisibleText.make(line)))
        case .end(let end):
            endBody()
            if end != .interim { _ = targets.popFirst() }
            switch end {
            case .whole, .closed, .interim: break
            case .cut(let words): tell(.remark(tr("The reply ended \(words).")))
            case .broken(let words):
                tell(.remark(tr("Ferry stopped reading the reply, because \(words).")))
            }
        }
    }

    /// The exchange is over.
    mutating func finish() throws(FileSystemError) { endBody() }

    private mutating func takeBody(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        if number == nil {
            number = try bodies.begin()
            size = 0
            text = RawText.isText(head, bytes) ? [] : nil
        }
        try bodies.append(bytes)
        size &+= UInt64(bytes.count)
        if let shown = text?.count, shown < RawTeller.textLimit {
            text?.append(contentsOf: bytes.prefix(RawTeller.textLimit - shown))
        }
        if pace.isDue() { tell(.progress(size)) }
    }

    private mutating func endBody() {
        guard let number else { return }
        self.number = nil
        guard let name = BodyName.make(for: head, target: targets.first ?? []) else { return }
        tell(
            .body(
                RawBody(
                    number: number, name: name, size: size, mediaType: head?.mediaType?.text,
                    text: text.map(decoded))))
    }

    /// As UTF-8, where the head names another charset that is known.
    private func decoded(_ bytes: [UInt8]) -> [UInt8] {
        guard let name = head?.mediaType?.charset, name != "utf-8",
            let text = Charset(named: name)?.decode(bytes)
        else { return bytes }
        return Array(text.utf8)
    }

    private func tell(_ reply: RawReply) { inbox.post(.raw(id, reply)) }
}
