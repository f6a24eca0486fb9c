import CCurl
import Glibc

/// Opens the sockets of one connection for libcurl, so that no child inherits them.
final class CurlSockets {
    /// Called when a connection is begun.
    var opened: () -> Void = {}
    /// Connections that were begun so far.
    private(set) var count = 0

    /// Sets the handle's callback; this must live as long as the handle's exchange.
    func install(on easy: UnsafeMutableRawPointer) {
        ferry_curl_set_open_call(easy) { context, _, address in
            guard let context, let address else { return -1 }
            let kind = address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.pointee.family, kind, address.pointee.protocol)
            if descriptor >= 0 {
                let sockets = Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue()
                sockets.count += 1
                sockets.opened()
            }
            return descriptor
        }
        ferry_curl_set_context(
            easy, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    }
}
