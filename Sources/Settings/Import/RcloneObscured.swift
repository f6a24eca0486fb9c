import COpenSSL
import Files
import Web

/// A password as rclone keeps it where its file has no password of its own: under a key that is the
/// same in every rclone, so that nobody reads it over a shoulder.
enum RcloneObscured {
    private static let key: [UInt8] = [
        0x9C, 0x93, 0x5B, 0x48, 0x73, 0x0A, 0x55, 0x4D, 0x6B, 0xFD, 0x7C, 0x63, 0xC8, 0x86, 0xA9,
        0x2B, 0xD3, 0x90, 0x19, 0x8E, 0xB8, 0x12, 0x8A, 0xFB, 0xF4, 0xDE, 0x16, 0x2B, 0x8B, 0x95,
        0xF6, 0x38,
    ]
    /// Bytes of AES's block.
    private static let block = 16
    /// Base64 for URLs, without padding, of a block to begin with and the password under AES-256-CTR;
    /// nil for what is none.
    static func reveal(_ text: String) -> String? {
        let letters = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let bytes = Base64.decode(letters), bytes.count >= block,
            let context = EVP_CIPHER_CTX_new()
        else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        let (start, locked) = (Array(bytes.prefix(block)), Array(bytes.dropFirst(block)))
        guard EVP_DecryptInit_ex(context, EVP_aes_256_ctr(), nil, key, start) == 1 else {
            return nil
        }
        var clear = [UInt8](repeating: 0, count: locked.count + block)
        var count: CInt = 0
        guard EVP_DecryptUpdate(context, &clear, &count, locked, CInt(locked.count)) == 1,
            Int(count) == locked.count
        else { return nil }
        return String(validating: clear.prefix(locked.count), as: UTF8.self)
    }
}
