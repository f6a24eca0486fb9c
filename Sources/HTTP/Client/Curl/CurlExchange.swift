import CCurl
import Files
import Transport
import Words

/// One request and its answer. Nothing moves but inside the calls that wait: libcurl's callbacks run
/// there, and bytes go straight into, and out of, the caller's own buffer.
final class CurlExchange {
    /// Bytes of the answer kept where the caller's buffer is full; then libcurl is paused.
    private static let spareLimit = 64 << 10

    private let connection: CurlConnection
    private let idle: Double
    /// Hears of each head as it comes, the interim ones too.
    private let heard: (ResponseHead) -> Void
    private let order: CurlOrder
    private var list: CurlList?

    private var reader = HeadReader()
    private(set) var head: ResponseHead?
    /// Bytes of the answer's body that came.
    private(set) var received: UInt64 = 0
    private var target: UnsafeMutableRawBufferPointer?
    private var filled = 0
    private var spare: [UInt8] = []
    private var spareStart = 0
    private var isReceivingPaused = false

    /// Bytes of the request's body that libcurl took.
    private(set) var sent: UInt64 = 0
    private var source: UnsafeRawBufferPointer?
    private var taken = 0
    private var hasSourceEnded: Bool
    private var isSendingPaused = false

    /// When waiting ends, whatever progress there is.
    var end = Deadline.never
    private var hasProgressed = false
    /// Bytes of the request's body that had left the last time that anybody looked.
    private var departed: Int64 = 0
    private var result: CURLcode?
    private var violation: TransportError?
    /// What the answer before this one's ended by, where this one goes out on the same connection; nil
    /// where it does not.
    var follows: AnswerEnding? { openings == connection.sockets.count ? lastEnding : nil }
    private let lastEnding: AnswerEnding?
    private let openings: Int

    /// Begins it; nothing goes out yet. `idle` is how many seconds without any progress end a wait.
    init(
        _ order: CurlOrder, on connection: CurlConnection, idle: Double,
        prepare: (UnsafeMutableRawPointer) -> Void, heard: @escaping (ResponseHead) -> Void
    ) throws(TransportError) {
        self.order = order
        self.connection = connection
        self.idle = idle
        self.heard = heard
        hasSourceEnded = order.body == nil
        // The handle is set up anew, so whoever has it must let go of it first.
        connection.exchange?.cancel()
        lastEnding = connection.rest?.ending
        openings = connection.sockets.count
        let easy = connection.easy
        list = try order.apply(to: easy, words: connection.words)
        connection.sockets.install(on: easy)
        prepare(easy)
        let context = Unmanaged.passUnretained(self).toOpaque()
        ferry_curl_set_bytes_call(easy, CURLOPT_HEADERFUNCTION, takeLine)
        ferry_curl_set_context(easy, CURLOPT_HEADERDATA, context)
        ferry_curl_set_bytes_call(easy, CURLOPT_WRITEFUNCTION, takeBytes)
        ferry_curl_set_context(easy, CURLOPT_WRITEDATA, context)
        ferry_curl_set_bytes_call(easy, CURLOPT_READFUNCTION, giveBytes)
        ferry_curl_set_context(easy, CURLOPT_READDATA, context)
        try connection.begin(self)
    }

    /// Whether the answer has no body, whatever length its head tells.
    var isBodiless: Bool { order.method == "HEAD" }

    // MARK: What the caller waits for

    /// The final head.
    func awaitHead() throws(TransportError) -> ResponseHead {
        try drive { head != nil }
        guard let head else {
            throw TransportError(.closed, tr("it closed the connection without an answer"))
        }
        return head
    }

    /// Waits for at least one byte of the body; 0 at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int {
        if buffer.isEmpty { return 0 }
        if spareStart < spare.count {
            let count = min(buffer.count, spare.count - spareStart)
            spare.withUnsafeBytes { bytes in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[spareStart..<spareStart + count]))
            }
            spareStart += count
            if spareStart == spare.count {
                spare.removeAll(keepingCapacity: true)
                spareStart = 0
            }
            return count
        }
        target = buffer
        filled = 0
        defer { target = nil }
        if isReceivingPaused, result == nil {
            isReceivingPaused = false
            ferry_curl_easy_resume(connection.easy)
        }
        try drive { filled > 0 }
        return filled
    }

    /// Waits until all of `buffer` went out. False where the server answered before: it wants no
    /// more of it.
    func write(_ buffer: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
        source = buffer
        taken = 0
        defer { source = nil }
        resumeSending()
        try drive { taken == buffer.count || head != nil }
        return taken == buffer.count
    }

    /// Says that the body is complete.
    func endBody() {
        hasSourceEnded = true
        resumeSending()
    }

    /// The whole body at once.
    func sendWhole(_ bytes: [UInt8]) throws(TransportError) {
        guard order.body != nil else { return }
        let result: Result<Bool, TransportError> = bytes.withUnsafeBytes { raw in
            do throws(TransportError) {
                return .success(raw.isEmpty ? true : try write(raw))
            } catch {
                return .failure(error)
            }
        }
        _ = try result.get()
        endBody()
    }

    private func resumeSending() {
        guard isSendingPaused, result == nil else { return }
        isSendingPaused = false
        ferry_curl_easy_resume(connection.easy)
    }

    /// Gives the connection back; one whose answer did not come whole is closed.
    func cancel() { connection.end(self) }

    /// Lets libcurl work until `isMet`, or until there is nothing left to wait for.
    private func drive(until isMet: () -> Bool) throws(TransportError) {
        var deadline = Deadline.after(seconds: idle)
        while !isMet() {
            if let result {
                // Once only: what failed stays failed.
                if result != CURLE_OK { throw failure(result) }
                return
            }
            if connection.waker.isInterrupted {
                cancel()
                throw TransportError(.cancelled, tr("cancelled"))
            }
            try step()
            if isMet() || result != nil { continue }
            if hasProgressed || (deadline.hasPassed && hasSentMore()) {
                deadline = Deadline.after(seconds: idle)
            }
            hasProgressed = false
            if deadline.hasPassed || end.hasPassed {
                cancel()
                throw TransportError(.timeout, tr("no answer in time"))
            }
            let milliseconds = CInt(min(deadline.earlier(end).remaining * 1_000 + 1, 60_000))
            ferry_curl_multi_poll(connection.multi, milliseconds)
        }
    }

    /// A slow line takes long for the bytes that libcurl has taken at once.
    private func hasSentMore() -> Bool {
        guard order.body != nil else { return false }
        var count: Int64 = 0
        ferry_curl_get_size(connection.easy, CURLINFO_SIZE_UPLOAD_T, &count)
        defer { departed = count }
        return count > departed
    }

    private func step() throws(TransportError) {
        guard connection.exchange === self else {
            throw TransportError(.closed, tr("the connection was abandoned"))
        }
        var running: CInt = 0
        let code = ferry_curl_multi_perform(connection.multi, &running)
        guard code == CURLM_OK else { throw TransportError(.other, tr("libcurl failed")) }
        var outcome = CURLE_OK
        if ferry_curl_multi_result(connection.multi, &outcome) == 1 {
            result = outcome
            if outcome != CURLE_OK { failureWords = String(cString: connection.words) }
            connection.end(self, outcome == CURLE_OK ? ending : nil)
        }
    }

    /// What the answer ended by; nil where exchanges share the connection.
    private var ending: AnswerEnding? {
        guard let head, !head.version.hasPrefix("HTTP/2") else { return nil }
        if isBodiless { return .head }
        return head.status == 204 || head.status == 304 ? .status : .body
    }

    private var failureWords = ""

    private func failure(_ code: CURLcode) -> TransportError {
        violation
            ?? CurlFailure.error(
                code, words: failureWords, easy: connection.easy, hasHead: head != nil,
                hasProxy: order.proxy != nil)
    }

    // MARK: What libcurl calls

    fileprivate func take(line: UnsafeRawBufferPointer) -> Bool {
        hasProgressed = true
        do throws(TransportError) {
            switch try reader.feed(line) {
            case .more: break
            case .interim(let head): heard(head)
            case .final(let head):
                heard(head)
                // libcurl asks again by itself, without Expect (RFC 9110 section 10.1.1).
                if head.status == 417, order.body?.isAskedByItself ?? false, sent == 0 { break }
                self.head = head
            }
            return true
        } catch {
            violation = error
            return false
        }
    }

    /// Whether the bytes were taken; they come again where not.
    fileprivate func take(bytes: UnsafeRawBufferPointer) -> Bool {
        hasProgressed = true
        let room = target.map { $0.count - filled } ?? 0
        let direct = min(room, bytes.count)
        let rest = bytes.count - direct
        guard rest == 0 || spare.count - spareStart < CurlExchange.spareLimit else {
            isReceivingPaused = true
            return false
        }
        if direct > 0, let target {
            UnsafeMutableRawBufferPointer(rebasing: target[filled...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<direct]))
            filled += direct
        }
        if rest > 0 { spare.append(contentsOf: bytes[direct...]) }
        received &+= UInt64(bytes.count)
        return true
    }

    /// Fills `room` as far as there are bytes; nil where more are to come.
    fileprivate func give(_ room: UnsafeMutableRawBufferPointer) -> Int? {
        guard let source, taken < source.count else {
            if hasSourceEnded { return 0 }
            isSendingPaused = true
            return nil
        }
        hasProgressed = true
        let count = min(room.count, source.count - taken)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[taken..<taken + count]))
        taken += count
        sent &+= UInt64(count)
        return count
    }
}

private func exchange(_ context: UnsafeMutableRawPointer) -> CurlExchange {
    Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
}

private func takeLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let length = size &* count
    let line = UnsafeRawBufferPointer(start: bytes, count: length)
    return exchange(context).take(line: line) ? length : Int(CURL_READFUNC_ABORT)
}

private func takeBytes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let length = size &* count
    let piece = UnsafeRawBufferPointer(start: bytes, count: length)
    return exchange(context).take(bytes: piece) ? length : Int(CURL_WRITEFUNC_PAUSE)
}

private func giveBytes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
    let room = UnsafeMutableRawBufferPointer(start: bytes, count: size &* count)
    return exchange(context).give(room) ?? Int(CURL_READFUNC_PAUSE)
}
