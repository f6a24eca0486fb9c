import CCurl
import Files
import Glibc
import Transport
import Words

/// libcurl's codes as the errors that all protocols share.
enum CurlFailure {
    /// `words` are libcurl's own of this failure; `hasHead` whether the answer's head had come,
    /// `hasProxy` whether the connection was to a proxy.
    static func error(
        _ code: CURLcode, words: String, easy: UnsafeMutableRawPointer, hasHead: Bool,
        hasProxy: Bool
    ) -> TransportError {
        let shown = shown(words, code)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return TransportError(.unresolved, tr("the name has no address"))
        case CURLE_COULDNT_RESOLVE_PROXY:
            return TransportError(.proxyRefused, tr("the proxy's name has no address; check it"))
        case CURLE_COULDNT_CONNECT:
            return TransportError(hasProxy ? .proxy : .unreachable, systemWords(easy) ?? shown)
        case CURLE_PROXY:
            return TransportError(.proxy, shown)
        case CURLE_OPERATION_TIMEDOUT:
            return TransportError(.timeout, tr("no answer in time"))
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            return TransportError(.tls, shown)
        case CURLE_SSL_CERTPROBLEM:
            return TransportError(.tls, tr("the client certificate cannot be used (\(shown))"))
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return TransportError(.violation, tr("its answer is not HTTP"))
        case CURLE_OUT_OF_MEMORY where !hasHead:
            return TransportError(.violation, tr("a header line of its answer is too long"))
        case CURLE_RECV_ERROR where words.contains("CONNECT"):
            return tunnelRefusal(easy, shown)
        case CURLE_RECV_ERROR where words.contains("chunked"):
            return TransportError(.violation, tr("the chunks of its answer cannot be read"))
        case CURLE_GOT_NOTHING:
            return TransportError(.closed, tr("it closed the connection without an answer"))
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
            return TransportError(.closed, shown)
        default:
            return TransportError(.other, shown)
        }
    }

    private static func tunnelRefusal(
        _ easy: UnsafeMutableRawPointer, _ words: String
    ) -> TransportError {
        var status = 0
        ferry_curl_get_number(easy, CURLINFO_HTTP_CONNECTCODE, &status)
        switch status {
        case 407:
            return TransportError(
                .proxyRefused,
                tr("the proxy requires a user name and password, or refused them (407); check them")
            )
        case 403, 405:
            return TransportError(.proxyRefused, tr("the proxy does not allow it (\(status))"))
        case 1...: return TransportError(.proxy, tr("the proxy answered \(status)"))
        default: return TransportError(.proxy, words)
        }
    }

    private static func systemWords(_ easy: UnsafeMutableRawPointer) -> String? {
        var code = 0
        ferry_curl_get_number(easy, CURLINFO_OS_ERRNO, &code)
        guard code > 0, let number = CInt(exactly: code) else { return nil }
        return systemReason(number)
    }

    private static func shown(_ words: String, _ code: CURLcode) -> String {
        let text = words.isEmpty ? String(cString: ferry_curl_words(code)) : words
        let line = VisibleText.make(String(text.prefix(300)))
        return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
}
