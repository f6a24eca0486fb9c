import COpenSSL
package import Files

/// Makes a checksum of bytes that come in pieces.
package final class Digester {
    private enum State {
        case crc(CRC32)
        case openSSL(OpaquePointer)
        /// It was finished, or OpenSSL has failed.
        case over
    }

    private let algorithm: ChecksumAlgorithm
    private var state: State

    /// Nil where OpenSSL is not there, or does not let the algorithm be used.
    package init?(_ algorithm: ChecksumAlgorithm) {
        self.algorithm = algorithm
        let kind =
            switch algorithm {
            case .md5: EVP_md5()
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha512: EVP_sha512()
            case .crc32: OpaquePointer?.none
            }
        guard algorithm != .crc32 else {
            state = .crc(CRC32())
            return
        }
        guard let kind, let context = EVP_MD_CTX_new() else { return nil }
        guard EVP_DigestInit_ex(context, kind, nil) == 1 else {
            EVP_MD_CTX_free(context)
            return nil
        }
        state = .openSSL(context)
    }

    deinit {
        if case .openSSL(let context) = state { EVP_MD_CTX_free(context) }
    }

    /// Takes the next bytes.
    package func update(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .crc(var crc):
            crc.update(bytes)
            state = .crc(crc)
        case .openSSL(let context):
            guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) != 1 else { return }
            EVP_MD_CTX_free(context)
            state = .over
        case .over: break
        }
    }

    /// The checksum of all that came; nil where OpenSSL has failed, or it was asked for before.
    package func finish() -> Checksum? {
        defer { state = .over }
        switch state {
        case .crc(let crc):
            let value = crc.value
            return Checksum(
                algorithm, (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
        case .openSSL(let context):
            defer { EVP_MD_CTX_free(context) }
            var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var count: UInt32 = 0
            guard EVP_DigestFinal_ex(context, &bytes, &count) == 1 else { return nil }
            return Checksum(algorithm, Array(bytes.prefix(Int(count))))
        case .over: return nil
        }
    }
}
