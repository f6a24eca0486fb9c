import CQRencode
package import Jobs

extension QRCode {
    /// The code of a text, with medium error correction; nil where it is too long for one, or libqrencode
    /// is not installed.
    package static func code(of text: String) -> QRCode? { QRCode(text) }

    init?(_ text: String) {
        guard let code = ferry_qr_encode(text) else { return nil }
        defer { ferry_qr_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let data = code.pointee.data else { return nil }
        // The lowest bit of each byte is the module.
        let modules = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
        self.init(width: width, modules: modules)
    }
}
