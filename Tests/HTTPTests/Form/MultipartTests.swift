import Files
import Glibc
import HTTP
import Support
import Testing
import Web

@Suite("Forms that carry files")
struct MultipartTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> FormPart {
        try folder.write(String(decoding: bytes, as: UTF8.self), to: name)
        return .file(field: Array("file".utf8), path: Path(folder.path(name)))
    }

    private func drain(_ body: MultipartBody, by step: Int) throws -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 1)
        defer { buffer.deallocate() }
        var all: [UInt8] = []
        while true {
            let count = try body.read(into: buffer)
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }

    @Test("Texts and files come as RFC 7578 has them, in pieces of any size, of the length told")
    func whole() throws {
        let parts: [FormPart] = [
            .text(name: Array("a".utf8), value: Array("b\nc".utf8)),
            try file("x.png", Array("\r\n--png".utf8)),
            try file("empty", []),
        ]
        for step in [1, 2, 3, 7, 64, 4_096] {
            let body = try MultipartBody(parts)
            let mark = body.form.boundary
            let expected =
                "--\(mark)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\nc\r\n"
                + "--\(mark)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.png\""
                + "\r\nContent-Type: image/png\r\n\r\n\r\n--png\r\n"
                + "--\(mark)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"empty\""
                + "\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--\(mark)--\r\n"
            let bytes = try drain(body, by: step)
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
            #expect(body.length == UInt64(bytes.count))
            #expect(body.sent == UInt64(bytes.count))
            #expect(body.form.contentType == "multipart/form-data; boundary=\(mark)")
            body.rewind()
            #expect(try drain(body, by: step) == bytes)
        }
    }

    @Test("Quotes and line ends of names cannot end them")
    func escaping() throws {
        let form = MultipartForm(apartFrom: [])
        let head = form.fileHead(
            field: Array("a\"b\r\nX: y".utf8), fileName: Array("ü\";\n%.txt".utf8), type: .plainText
        )
        let text = String(decoding: head, as: UTF8.self)
        #expect(text.contains("name=\"a%22b%0D%0AX: y\"; filename=\"ü%22;%0A%.txt\"\r\n"))
        #expect(text.split(separator: "\r\n").count == 3)
    }

    @Test("A boundary that a text holds is not taken")
    func boundary() {
        struct Counting: RandomNumberGenerator {
            var value: UInt64 = 0
            mutating func next() -> UInt64 {
                defer { value += 1 }
                // The same two numbers twice, then others.
                return value < 4 ? 7 + value % 2 : value
            }
        }
        var first = Counting()
        let taken = MultipartForm(apartFrom: [], using: &first).boundary
        var second = Counting()
        let other = MultipartForm(apartFrom: [Array("xx\(taken)yy".utf8)], using: &second).boundary
        #expect(other != taken)
        #expect(other.utf8.count <= 70)
    }

    @Test("A file that grows or shrinks after the form was made breaks it off")
    func changed() throws {
        for (before, after) in [("long", "lo"), ("lo", "long"), ("", "x")] {
            let part = try file("f.txt", Array(before.utf8))
            let body = try MultipartBody([part])
            try folder.write(after, to: "f.txt")
            let error = #expect(throws: FileSystemError.self) { try drain(body, by: 16) }
            #expect(error?.kind == .changed)
        }
    }

    @Test("A file that changes while it is sent breaks it off, too")
    func changing() throws {
        let part = try file("f.txt", [UInt8](repeating: 0x61, count: 10_000))
        for size in [5_000, 20_000] {
            try folder.write(String(repeating: "a", count: 10_000), to: "f.txt")
            let body = try MultipartBody([part])
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
            defer { buffer.deallocate() }
            _ = try body.read(into: buffer)
            #expect(truncate(folder.path("f.txt"), size) == 0)
            let error = #expect(throws: FileSystemError.self) { try drain(body, by: 4_096) }
            #expect(error?.kind == .changed)
        }
    }

    @Test("What is not there, or is a directory, is refused before anything is sent")
    func refused() throws {
        let field = Array("file".utf8)
        let missing = #expect(throws: FileSystemError.self) {
            try MultipartBody([.file(field: field, path: Path(folder.path("none")))])
        }
        #expect(missing?.kind == .notFound)
        let directory = #expect(throws: FileSystemError.self) {
            try MultipartBody([.file(field: field, path: Path(folder.path))])
        }
        #expect(directory?.kind == .isDirectory)
    }

    @Test("A pipe has no size, and its form no length")
    func pipe() throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let body = try MultipartBody([.file(field: [0x66], path: Path(path))])
        #expect(body.length == nil)
        Background.run {
            let descriptor = open(path, O_WRONLY)
            _ = write(descriptor, "hello", 5)
            close(descriptor)
        }
        let text = String(decoding: try drain(body, by: 3), as: UTF8.self)
        #expect(text.contains("\r\n\r\nhello\r\n--"))
    }
}
