import COpenSSL
import Web

/// The digests with which ssh's file of known hosts names hosts and keys. Does no I/O.
package enum HostKeyDigest {
    /// Bytes of a block of SHA-1 (RFC 2104).
    private static let block = 64

    /// `SHA256:…` of a key as the file has it, in base64; nil where it is none.
    package static func fingerprint(ofKey key: String) -> String? {
        guard let bytes = Base64.decode(key), !bytes.isEmpty,
            let digest = hash(bytes, EVP_sha256())
        else { return nil }
        return "SHA256:" + Base64.encode(digest).prefix { $0 != "=" }
    }

    /// Whether a hashed name (`|1|salt|digest`: HMAC-SHA1) is that of a host.
    package static func isName(_ hashed: String, of host: String) -> Bool {
        let pieces = hashed.split(separator: "|")
        guard pieces.count == 3, pieces[0] == "1", let salt = Base64.decode(String(pieces[1])),
            let wanted = Base64.decode(String(pieces[2])), salt.count <= block
        else { return false }
        let key = salt + [UInt8](repeating: 0, count: block - salt.count)
        guard let inner = hash(key.map { $0 ^ 0x36 } + Array(host.utf8), EVP_sha1()),
            let outer = hash(key.map { $0 ^ 0x5C } + inner, EVP_sha1())
        else { return false }
        return outer == wanted
    }

    private static func hash(_ bytes: [UInt8], _ kind: OpaquePointer?) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &length, kind, nil) == 1 else { return nil }
        return Array(digest.prefix(Int(length)))
    }
}
