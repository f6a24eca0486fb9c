import Files

@testable import SFTP

extension FuzzTarget {
    /// What SFTP servers send.
    static let sftpTargets = [
        FuzzTarget("sftp-packets", longest: 4_096) { bytes, cut in
            let read = pieces(of: bytes, cut: cut).map { PacketWalk($0) }
            for walk in read {
                try hold(walk.lines == read[0].lines, "packets differ by where they are cut")
                try hold(walk.lines.count <= bytes.count, "more packets than bytes")
            }
        },
        FuzzTarget("sftp-version", longest: 2_048) { bytes, _ in
            let version = bytes.withUnsafeBytes { try? ServerVersion($0) }
            guard let version else { return }
            try hold(version.extensions.count <= 128, "extensions have no end")
            for known in Extension.allCases where version.has(known) {
                try hold(
                    version.extensions[known.rawValue] == Array(known.version.utf8),
                    "\(known.rawValue) counts with another version")
            }
        },
        FuzzTarget("sftp-limits", longest: 64) { bytes, _ in
            let limits = bytes.withUnsafeBytes { try? ServerLimits(FieldReader($0)) }
            guard let limits else { return }
            for length in [limits.readLength, limits.writeLength] {
                try hold((1...255 << 10).contains(length), "\(length) bytes are asked for")
            }
            try hold(limits.handles ?? 1 > 0, "no file may be open")
        },
        FuzzTarget("sftp-long-name", longest: 1_024) { bytes, _ in
            try bytes.withUnsafeBytes { buffer in
                let name = LongName(buffer)
                _ = name.kind
                guard let (user, group) = name.accounts else { return }
                for text in [user, group] { try holdVisible(text, "an account") }
            }
        },
        FuzzTarget("sftp-answers", longest: 2_048) { bytes, _ in
            try SFTPVisit(bytes, .answers).run()
        },
        FuzzTarget("sftp-stream", longest: 2_048) { bytes, _ in
            try SFTPVisit(bytes, .raw).run()
        },
    ]
}

/// What a reader makes of a stream of packets, as lines.
private struct PacketWalk {
    private(set) var lines: [String] = []

    init(_ pieces: [ArraySlice<UInt8>]) {
        let reader = PacketReader()
        for piece in pieces {
            var rest = piece
            while !rest.isEmpty {
                let room = reader.room()
                let count = min(room.count, rest.count)
                room.copyBytes(from: rest.prefix(count))
                reader.took(count)
                rest = rest.dropFirst(count)
                do throws(PacketFault) {
                    while let packet = try reader.next() { take(packet) }
                } catch {
                    lines.append("\(error)")
                    return
                }
            }
        }
    }

    private mutating func take(_ packet: UnsafeRawBufferPointer) {
        do throws(PacketFault) {
            let (id, reply) = try Reply.read(packet)
            lines.append("\(id) \(reply.word)" + (try words(of: reply)))
        } catch {
            lines.append("\(error)")
        }
    }

    private func words(of reply: Reply) throws(PacketFault) -> String {
        switch reply {
        case .status(let code, let message): return "\(code.words) \(Array(message))"
        case .handle(let bytes), .data(let bytes): return "\(Array(bytes))"
        case .attributes(let attributes): return "\(attributes) \(attributes.entryKind)"
        case .extended(let fields): return "\(fields.count)"
        case .names(var names):
            var text = ""
            while let name = try names.next() {
                text += "\(Array(name.name)) \(Array(name.longName)) \(name.attributes)"
            }
            return text
        }
    }
}

extension Attributes {
    fileprivate var entryKind: String { kind.map { "\($0)" } ?? "unknown" }
}
