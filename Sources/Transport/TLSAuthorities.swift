import COpenSSL
import Glibc

/// Whom a TLS client believes.
package enum TLSAuthorities {
    /// Gives `context`, an `SSL_CTX`, the authorities of a PEM file, or of a folder as made by
    /// `openssl rehash`; nil for the system's.
    package static func load(
        _ path: String?, into context: OpaquePointer
    ) throws(TransportError) {
        ERR_clear_error()
        guard let path else {
            SSL_CTX_set_default_verify_paths(context)
            return
        }
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let loaded =
            isFolder
            ? SSL_CTX_load_verify_dir(context, path) : SSL_CTX_load_verify_file(context, path)
        guard loaded == 1 else { throw TLSWords.failure() }
    }
}
