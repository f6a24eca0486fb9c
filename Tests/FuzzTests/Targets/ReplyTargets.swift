@testable import FTP
import Files
import Listing
import Transport

extension FuzzTarget {
    /// What comes on the control connection.
    static let replyTargets = [
        FuzzTarget("replies") { bytes, cut in
            let readings = pieces(of: bytes, cut: cut).map { ReplyReading($0) }
            for reading in readings.dropFirst() {
                try hold(reading == readings[0], "pieces are read otherwise than the whole")
            }
            for line in readings[0].lines {
                try hold(line.count <= LineReader.limit, "a line is longer than its limit")
                try hold(!line.contains { $0 == 0x0A || $0 == 0 }, "a line holds its own end")
            }
            for reply in readings[0].replies { try holdReply(reply) }
        },
        FuzzTarget("passive") { bytes, _ in
            for port in [PassiveReply.extendedPort(bytes), PassiveReply.endpoint(bytes)?.port] {
                try hold(port != 0, "port 0 is taken")
            }
        },
        FuzzTarget("directory") { bytes, _ in
            guard let directory = DirectoryReply.directory(bytes) else { return }
            try hold(!directory.isEmpty, "an empty directory is taken")
            try hold(directory.count <= bytes.count, "the directory is longer than the reply")
        },
        FuzzTarget("features") { bytes, cut in
            let reading = ReplyReading([bytes[...]])
            for reply in reading.replies { try holdFeatures(Features(reply)) }
            let lines = bytes.split(separator: 0x0A).map(Array.init)
            try holdFeatures(Features(Reply(code: 211, lines: lines)))
        },
        FuzzTarget("values") { bytes, _ in
            let reply = Reply(code: 213, lines: [bytes])
            try holdReply(reply)
            guard let size = ReplyValues.size(reply), let text = reply.texts.last else { return }
            let digits = text.reversed().drop { $0 == 0x20 }.prefix { $0 &- 0x30 < 10 }
            let given = Array(digits.reversed().drop { $0 == 0x30 })
            let taken = Array(String(size).utf8)
            try hold(given == taken || (size == 0 && given.isEmpty), "the size is another")
        },
        FuzzTarget("times") { bytes, _ in
            guard let time = FactTime.read(bytes) else { return }
            try holdTime(time)
            try hold(time.isZoned, "the time of a fact has no zone")
            let text = FactTime.text(time.seconds)
            try hold(FactTime.read(Array(text.utf8)) == time, "\(text) is another time")
        },
    ]

    /// What a reply says, in every way it is asked.
    static func holdReply(_ reply: Reply) throws {
        try hold((100...599).contains(reply.code), "\(reply.code) is no code")
        try hold(!reply.lines.isEmpty, "a reply has no line")
        try hold(reply.texts.count == reply.lines.count, "a line has lost its text")
        try holdVisible(reply.text, "a reply's text")
        try hold(reply.text.utf8.count < 16_000, "a reply's text is too long")
        if let words = ReplyWords.explain(code: reply.code, text: reply.text) {
            try holdVisible(words, "a reply's explanation")
        }
        let error = ReplyMeaning.error(reply, .read, .root, on: Site(scheme: .ftp, host: "h"))
        try holdVisible(error.detail, "an error")
        _ = ReplyMeaning.isEmptyDirectory(reply)
        if let time = ReplyValues.time(reply) { try holdTime(Timestamp(seconds: time)) }
        _ = ReplyValues.size(reply)
        for text in reply.texts {
            try hold(PassiveReply.endpoint(text)?.port != 0, "port 0 is taken")
            try hold(PassiveReply.extendedPort(text) != 0, "port 0 is taken")
            _ = DirectoryReply.directory(text)
        }
        try holdFeatures(Features(reply))
    }

    private static func holdFeatures(_ features: Features) throws {
        _ = (features.listsFacts, features.listsTimes, features.restartsStreams)
        guard let facts = features.missingFacts else { return }
        let command = try? Command("OPTS", "MLST \(facts)")
        try hold(command != nil, "the facts of FEAT cannot be asked for")
        try hold(facts.utf8.count <= 510, "more facts are asked for than FEAT has")
    }

    /// Years 1 to 9999, and a day to either side for zones.
    static func holdTime(_ time: Timestamp) throws {
        try hold(
            (-62_135_683_200...253_402_387_200).contains(time.seconds),
            "\(time.seconds) is out of all years")
    }
}

/// Lines and replies read from pieces, up to the first error.
struct ReplyReading: Equatable {
    var lines: [[UInt8]] = []
    var replies: [Reply] = []
    var noise = 0
    var error: TransportError?
    var isOpen = false

    init(_ pieces: [ArraySlice<UInt8>]) {
        var reader = LineReader()
        var parser = ReplyParser()
        do {
            for piece in pieces {
                let bytes = Array(piece)
                let found: (lines: [[UInt8]], error: TransportError?) = bytes.withUnsafeBytes {
                    var lines: [[UInt8]] = []
                    do throws(TransportError) {
                        try reader.feed($0) { line in lines.append(line) }
                    } catch {
                        return (lines, error)
                    }
                    return (lines, nil)
                }
                for line in found.lines {
                    lines.append(line)
                    switch try parser.take(line) {
                    case .more: break
                    case .noise: noise += 1
                    case .reply(let reply): replies.append(reply)
                    }
                }
                if let error = found.error { throw error }
            }
        } catch let error as TransportError {
            self.error = error
        } catch {
            self.error = TransportError(.other, "\(error)")
        }
        isOpen = parser.isOpen
    }
}
