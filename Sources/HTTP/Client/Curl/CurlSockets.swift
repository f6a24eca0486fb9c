import CCurl
import Glibc

/// Opens the sockets of one connection for libcurl, so that no child inherits them.
final class CurlSockets {
    /// Called when a connection is begun.
    var opened: () -> Void = {}

    /// Sets the handle's callback; this must live as long as the handle's exchange.
    func install(on easy: UnsafeMutableRawPointer) {
        ferry_curl_set_open_call(easy) { context, _, address in
            guard let context, let address else { return -1 }
            let kind = address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.pointee.family, kind, address.pointee.protocol)
            if descriptor >= 0 {
                Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue().opened()
            }
            return descriptor
        }
        ferry_curl_set_context(
            easy, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    }
}
