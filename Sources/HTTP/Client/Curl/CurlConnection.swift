import CCurl
import Files
import Glibc
import Transport
import Words

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
    /// What the last exchange left, where its connection is kept and carries one at a time.
    private(set) var rest: Rest?

    /// A connection that waits for the next request.
    struct Rest {
        let ending: AnswerEnding
        let socket: CInt

        /// What lies on a connection on which nothing is asked.
        enum Stray { case nothing, bytes, end }

        /// Looks for so many milliseconds.
        func look(milliseconds: CInt) -> Stray {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            while true {
                let count = poll(&entry, 1, milliseconds)
                if count == 0 { return .nothing }
                if count > 0 { break }
                guard errno == EINTR else { return .end }
            }
            var byte: UInt8 = 0
            let count = recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
            return count > 0 ? .bytes : .end
        }

        /// Ends it for the server at once, whoever still has the exchange.
        func end() { shutdown(socket, CInt(SHUT_RDWR)) }
    }

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

    static let noMemory = TransportError(.other, tr("there is not enough memory for libcurl"))

    /// Gives the easy handle to `exchange`; one that still has it is broken off.
    func begin(_ exchange: CurlExchange) throws(TransportError) {
        self.exchange?.cancel()
        words.pointee = 0
        guard ferry_curl_multi_add(multi, easy) == CURLM_OK else { throw CurlConnection.noMemory }
        self.exchange = exchange
        rest = nil
    }

    /// Takes the easy handle back. Where its exchange was not done, libcurl closes the connection;
    /// `ending` is what the answer ended by where it was.
    func end(_ exchange: CurlExchange, _ ending: AnswerEnding? = nil) {
        guard self.exchange === exchange else { return }
        self.exchange = nil
        let socket = ending == nil ? -1 : ferry_curl_get_socket(easy)
        rest = ending.flatMap { socket < 0 ? nil : Rest(ending: $0, socket: socket) }
        ferry_curl_multi_remove(multi, easy)
    }
}
