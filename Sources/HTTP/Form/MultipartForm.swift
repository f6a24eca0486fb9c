import Files
import Glibc
package import Web

/// The bytes around the parts of a form that carries files (multipart/form-data, RFC 7578). Does no
/// I/O but for random numbers.
package struct MultipartForm: Hashable, Sendable {
    /// What stands between the parts. It holds 128 random bits, drawn after the files were made, so
    /// that nobody can have put it into one; what is known beforehand is checked all the same.
    package let boundary: String

    /// `texts` are names and values that the boundary must not occur in.
    package init(apartFrom texts: [[UInt8]]) {
        var generator = SystemRandomNumberGenerator()
        self.init(apartFrom: texts, using: &generator)
    }

    /// The same with random numbers from `generator`.
    package init(
        apartFrom texts: [[UInt8]], using generator: inout some RandomNumberGenerator
    ) {
        while true {
            let made = MultipartForm.draw(using: &generator)
            let bytes = Array(made.utf8)
            if !texts.contains(where: { !$0.ranges(of: bytes).isEmpty }) {
                boundary = made
                return
            }
        }
    }

    private static func draw(using generator: inout some RandomNumberGenerator) -> String {
        let halves = [
            UInt64.random(in: 0 ... .max, using: &generator),
            .random(in: 0 ... .max, using: &generator),
        ]
        let digits = halves.map { half in
            let hex = String(half, radix: 16)
            return String(repeating: "0", count: 16 - hex.count) + hex
        }
        return "----FerryForm" + digits.joined()
    }

    /// The request's Content-Type.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// A whole part with a text.
    package func field(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
        Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8)
            + MultipartForm.escaped(name) + Array("\"\r\n\r\n".utf8) + value + MultipartForm.partEnd
    }

    /// What stands before a file's bytes.
    package func fileHead(field: [UInt8], fileName: [UInt8], type: MediaType) -> [UInt8] {
        Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8)
            + MultipartForm.escaped(field) + Array("\"; filename=\"".utf8)
            + MultipartForm.escaped(fileName)
            + Array("\"\r\nContent-Type: \(type.text)\r\n\r\n".utf8)
    }

    /// What stands behind a file's bytes.
    package static let partEnd: [UInt8] = [0x0D, 0x0A]

    /// What ends the form.
    package var end: [UInt8] { Array("--\(boundary)--\r\n".utf8) }

    /// A name within quotes (HTML, "multipart/form-data encoding algorithm").
    private static func escaped(_ name: [UInt8]) -> [UInt8] {
        name.flatMap { byte in
            switch byte {
            case 0x22: Array("%22".utf8)
            case 0x0D: Array("%0D".utf8)
            case 0x0A: Array("%0A".utf8)
            default: [byte]
            }
        }
    }
}
