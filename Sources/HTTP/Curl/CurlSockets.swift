import CCurl
import Glibc

/// The sockets that libcurl has open for one connection: opened so that no child inherits them, and
/// known, so that a connection that the server closed is noticed.
final class CurlSockets {
    private var descriptors: Set<CInt> = []
    /// Called when a connection is begun.
    var opened: () -> Void = {}

    /// Whether one is open on which nothing has come unasked, the end included.
    var hasQuiet: Bool {
        descriptors.contains { descriptor in
            var polled = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
            return poll(&polled, 1, 0) == 0
        }
    }

    /// Whether one is open that has not ended, whatever has come on it.
    var hasOpen: Bool {
        descriptors.contains { descriptor in
            var byte: UInt8 = 0
            let count = recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT) | CInt(MSG_PEEK))
            return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
        }
    }

    /// Sets the handle's callbacks; this must live until the handle's connections are closed.
    func install(on easy: UnsafeMutableRawPointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        ferry_curl_set_open_call(easy) { context, _, address in
            guard let context, let address else { return -1 }
            let kind = address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.pointee.family, kind, address.pointee.protocol)
            guard descriptor >= 0 else { return -1 }
            let sockets = Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue()
            sockets.descriptors.insert(descriptor)
            sockets.opened()
            return descriptor
        }
        ferry_curl_set_context(easy, CURLOPT_OPENSOCKETDATA, context)
        ferry_curl_set_close_call(easy) { context, descriptor in
            if let context {
                let sockets = Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue()
                sockets.descriptors.remove(descriptor)
            }
            return close(descriptor)
        }
        ferry_curl_set_context(easy, CURLOPT_CLOSESOCKETDATA, context)
    }
}
