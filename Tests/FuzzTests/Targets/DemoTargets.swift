@testable import DemoServer
import FTP
import Glibc

extension FuzzTarget {
    /// The server's side: whatever a client sends to it.
    static let demoTargets = [
        FuzzTarget("demo", longest: 512) { bytes, _ in
            let folder = try ServedFolder()
            defer { folder.remove() }
            let server = try DemoServer(root: folder.root)
            let replies = try folder.converse(with: server, bytes)
            let reading = ReplyReading([replies[...]])
            try hold(
                reading.error == nil, "the server breaks FTP: \(String(describing: reading.error))")
            try hold(reading.noise == 0, "the server sends lines outside of replies")
            try hold(!reading.isOpen, "the server leaves a reply open")
            try hold(
                reading.replies.count <= 2 + bytes.count { $0 == 0x0A }, "more replies than lines")
            try hold(folder.isConfined, "a client got out of the served folder")
        },
        FuzzTarget("line-ends", samples: "netrc") { bytes, cut in
            for pieces in pieces(of: bytes, cut: cut) {
                var reducer = LineEnds.Reducer()
                var reduced: [UInt8] = []
                for piece in pieces {
                    let expanded = Array(piece).withUnsafeBytes { LineEnds.expanded($0) }
                    reduced += expanded.withUnsafeBytes { reducer.reduce($0) }
                }
                reduced += reducer.finish()
                try hold(reduced == bytes, "line ends do not come back as they were")
            }
        },
    ]
}

/// A folder with the served one in it and nothing else.
private struct ServedFolder {
    let base: String
    var root: String { base + "/root" }

    init() throws {
        var template = Array("/tmp/ferry-fuzz-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made, mkdir(made + "/root", 0o700) == 0 else {
            throw Broken(description: "there is no temporary folder")
        }
        base = made
    }

    var isConfined: Bool { names(in: base) == ["root"] }

    func remove() { remove(base) }

    /// Everything that the server answers to a client that sends these bytes and then no more.
    func converse(with server: DemoServer, _ bytes: [UInt8]) throws -> [UInt8] {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Broken(description: "there is no pair of sockets")
        }
        let client = Descriptor(ends[0])
        var room: CInt = 4 << 20
        setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        write(client.number, bytes, bytes.count)
        shutdown(client.number, CInt(SHUT_WR))
        do {
            let control = Control(Descriptor(ends[1]), faults: Faults(server))
            ClientSession(server: server, control: control).run()
        }
        var replies: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(client.number, &piece, piece.count)
            guard count > 0 else { return replies }
            replies += piece[..<count]
        }
    }

    private func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private func remove(_ path: String) {
        chmod(path, 0o700)
        for name in names(in: path) where unlink("\(path)/\(name)") != 0 {
            remove("\(path)/\(name)")
        }
        rmdir(path)
    }
}
