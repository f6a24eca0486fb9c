import CCurl
import Files
import Transport

/// One connection to a server, kept alive from exchange to exchange: a multi handle with one easy
/// handle. Belongs to one worker; another thread may interrupt it through its waker.
final class CurlConnection {
    let multi: UnsafeMutableRawPointer
    let easy: UnsafeMutableRawPointer
    let waker: CurlWaker
    let sockets = CurlSockets()
    /// libcurl's own words for the last failure.
    let words: UnsafeMutablePointer<CChar>
    /// The exchange that has the easy handle.
    private(set) var exchange: CurlExchange?

    init(_ waker: CurlWaker) throws(TransportError) {
        try CurlLibrary.load()
        guard let multi = ferry_curl_multi_init() else { throw CurlConnection.noMemory }
        guard let easy = ferry_curl_easy_init() else {
            ferry_curl_multi_cleanup(multi)
            throw CurlConnection.noMemory
        }
        self.multi = multi
        self.easy = easy
        self.waker = waker
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        ferry_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 2)
        waker.attach(multi)
    }

    deinit {
        waker.detach(multi)
        if exchange != nil { ferry_curl_multi_remove(multi, easy) }
        ferry_curl_easy_cleanup(easy)
        ferry_curl_multi_cleanup(multi)
        words.deallocate()
    }

    static let noMemory = TransportError(.other, "there is no memory for libcurl")

    /// Gives the easy handle to `exchange`; one that still has it is broken off.
    func begin(_ exchange: CurlExchange) throws(TransportError) {
        self.exchange?.cancel()
        words.pointee = 0
        guard ferry_curl_multi_add(multi, easy) == CURLM_OK else { throw CurlConnection.noMemory }
        self.exchange = exchange
    }

    /// Takes the easy handle back. Where its exchange was not done, libcurl closes the connection.
    func end(_ exchange: CurlExchange) {
        guard self.exchange === exchange else { return }
        self.exchange = nil
        ferry_curl_multi_remove(multi, easy)
    }
}
