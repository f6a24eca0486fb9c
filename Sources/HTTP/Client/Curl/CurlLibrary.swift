import CCurl
import COpenSSL
import Transport
import Words

/// libcurl itself: loaded on first use, and fit for use or not.
enum CurlLibrary {
    /// Loads it. Throws, saying what is missing, where it cannot be used.
    static func load() throws(TransportError) {
        guard ferry_curl_load() == 1 else {
            throw TransportError(
                .other,
                tr(
                    "libcurl.so.4 cannot be loaded; install your system's package of libcurl (libcurl4)"
                )
            )
        }
        // Ferry judges certificates itself, in callbacks of the OpenSSL that it shares with libcurl.
        let name = String(cString: ferry_curl_tls())
        let wanted = "OpenSSL/\(OPENSSL_VERSION_MAJOR)."
        guard name.hasPrefix(wanted) else {
            throw TransportError(
                .other,
                tr(
                    "libcurl.so.4 on this machine was built with \(name), but Ferry needs one with "
                        + "\(wanted)x"))
        }
    }
}
