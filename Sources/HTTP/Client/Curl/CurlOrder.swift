import CCurl
import Files
import Transport

/// What libcurl is told to do: one request, and the ways to the server.
struct CurlOrder {
    var method: String
    var origin: Origin
    /// The path and query as they go out.
    var target: String
    var fields: [RequestField]
    /// Nil for no body.
    var body: Body?
    var proxy: Proxy?
    var proxyPassword: Secret?
    /// The paths of PEM files; only for the site's own server.
    var clientCertificate: String?
    var clientKey: String?
    /// Seconds until a server that does not take the connection counts as dead.
    var connectTimeout: Double
    /// Over TLS, where the server has it.
    var mayBeHTTP2 = true

    struct Body {
        /// Bytes; nil where it is not known.
        var length: UInt64?
        /// Whether the server is asked before the body goes out (RFC 9110 section 10.1.1).
        var asksFirst = false
        /// Whether libcurl asks of its own accord, and again without asking after a 417; it does so
        /// above a size that it has built in.
        var isAskedByItself: Bool { asksFirst && length ?? .max > 1 << 20 }
        /// Seconds until the body goes out all the same: many servers never answer that.
        var continueTimeout = 1.0
    }

    private static let bufferSize = 512 << 10

    /// Sets the handle up from nothing. The list is what libcurl reads the fields from; it must live
    /// as long as the exchange.
    func apply(
        to easy: UnsafeMutableRawPointer, words: UnsafeMutablePointer<CChar>
    ) throws(TransportError) -> CurlList {
        ferry_curl_easy_reset(easy)
        text(easy, CURLOPT_URL, origin.url + target)
        number(easy, CURLOPT_PATH_AS_IS, 1)
        text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        number(easy, CURLOPT_FOLLOWLOCATION, 0)
        number(easy, CURLOPT_NOSIGNAL, 1)
        number(easy, CURLOPT_QUICK_EXIT, 1)
        number(easy, CURLOPT_BUFFERSIZE, CurlOrder.bufferSize)
        number(easy, CURLOPT_UPLOAD_BUFFERSIZE, CurlOrder.bufferSize)
        number(easy, CURLOPT_TCP_KEEPALIVE, 1)
        number(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(connectTimeout * 1_000))
        number(
            easy, CURLOPT_HTTP_VERSION,
            Int(mayBeHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        ferry_curl_set_context(easy, CURLOPT_ERRORBUFFER, words)
        applyMethod(to: easy)
        applyTLS(to: easy)
        applyProxy(to: easy)
        let list = CurlList()
        for field in fields {
            try list.append(
                field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // Without these libcurl would add its own.
        if !fields.contains(where: { $0.name.lowercased() == "accept" }) {
            try list.append("Accept: */*")
        }
        if let body, !body.isAskedByItself {
            try list.append(body.asksFirst ? "Expect: 100-continue" : "Expect:")
        }
        ferry_curl_set_fields(easy, CURLOPT_HTTPHEADER, list.head)
        return list
    }

    private func applyMethod(to easy: UnsafeMutableRawPointer) {
        if let body {
            number(easy, CURLOPT_UPLOAD, 1)
            let length = body.length.map { Int64(clamping: $0) }
            ferry_curl_set_size(easy, CURLOPT_INFILESIZE_LARGE, length ?? -1)
            number(easy, CURLOPT_EXPECT_100_TIMEOUT_MS, Int(body.continueTimeout * 1_000))
            if method != "PUT" { text(easy, CURLOPT_CUSTOMREQUEST, method) }
        } else if method == "HEAD" {
            number(easy, CURLOPT_NOBODY, 1)
        } else {
            number(easy, CURLOPT_HTTPGET, 1)
            if method != "GET" { text(easy, CURLOPT_CUSTOMREQUEST, method) }
        }
    }

    private func applyTLS(to easy: UnsafeMutableRawPointer) {
        number(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // Certificates are judged by `HTTPTrust`, in the handshake, and not by libcurl.
        number(easy, CURLOPT_SSL_VERIFYPEER, 0)
        number(easy, CURLOPT_SSL_VERIFYHOST, 0)
        number(easy, CURLOPT_SSL_SESSIONID_CACHE, 0)
        ferry_curl_set_text(easy, CURLOPT_CAINFO, nil)
        ferry_curl_set_text(easy, CURLOPT_CAPATH, nil)
        guard let clientCertificate else { return }
        text(easy, CURLOPT_SSLCERT, clientCertificate)
        text(easy, CURLOPT_SSLKEY, clientKey ?? clientCertificate)
        // Else OpenSSL would ask on the terminal for the passphrase of a key that has one.
        text(easy, CURLOPT_KEYPASSWD, "")
    }

    private func applyProxy(to easy: UnsafeMutableRawPointer) {
        // Set even without one, because libcurl would look into the environment.
        text(easy, CURLOPT_NOPROXY, "")
        guard let proxy else { return text(easy, CURLOPT_PROXY, "") }
        let host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
        let isSOCKS = proxy.kind == .socks5
        text(easy, CURLOPT_PROXY, "\(isSOCKS ? "socks5h" : "http")://\(host):\(proxy.port)")
        number(easy, CURLOPT_HTTPPROXYTUNNEL, origin.isEncrypted && !isSOCKS ? 1 : 0)
        number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Any choice would have libcurl ask twice, which a body cannot be sent for.
        number(easy, CURLOPT_PROXYAUTH, CurlOrder.basic)
        guard let user = proxy.user else { return }
        text(easy, CURLOPT_PROXYUSERNAME, user)
        text(easy, CURLOPT_PROXYPASSWORD, proxyPassword?.reveal() ?? "")
    }

    /// CURLAUTH_BASIC, a macro that Swift cannot read.
    private static let basic = 1

    private func number(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: Int) {
        ferry_curl_set_number(easy, option, value)
    }

    private func text(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: String) {
        ferry_curl_set_text(easy, option, value)
    }
}

/// A list of texts, as libcurl takes header fields.
final class CurlList {
    private(set) var head: UnsafeMutablePointer<curl_slist>?

    func append(_ text: String) throws(TransportError) {
        guard let longer = ferry_curl_append(head, text) else { throw CurlConnection.noMemory }
        head = longer
    }

    deinit {
        ferry_curl_free_list(head)
    }
}
