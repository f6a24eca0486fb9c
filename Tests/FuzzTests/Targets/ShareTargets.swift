import Files
import Glibc

@testable import Share

extension FuzzTarget {
    /// What visitors send to a share.
    static let shareTargets = [
        FuzzTarget("forms") { bytes, cut in
            let readings = pieces(of: bytes, cut: cut).map { FormReading($0) }
            for reading in readings {
                try hold(reading == readings[0], "pieces are read otherwise than the whole")
            }
            try hold(readings[0].size <= bytes.count, "a form holds more than was sent")
        },
        // What stands before a part of a form, or behind Content-Type.
        FuzzTarget("part-heads") { bytes, _ in
            let type = String(decoding: bytes, as: UTF8.self)
            if let boundary = FormBoundary.parse(type) {
                try hold((1...70).contains(boundary.count), "a boundary is too long")
            }
            guard let part = FormPart(bytes), let last = part.lastComponent else { return }
            try hold(!last.contains(0x2F) && !last.contains(0x5C), "a name leads elsewhere")
            guard let name = Name(last) else { return }
            let second = SecondName.make(of: name, number: 12)
            try hold(second == name || second.bytes.count <= 255, "a second name is too long")
        },
        // Up to the first line end the size, then the header.
        FuzzTarget("ranges", longest: 512) { bytes, _ in
            let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
            let size = UInt64(String(decoding: bytes[..<end], as: UTF8.self)) ?? .max
            let header = String(decoding: bytes[end...].dropFirst(), as: UTF8.self)
            guard case .parts(let parts) = ByteRanges(header, size: size) else { return }
            try hold((1...ByteRanges.limit).contains(parts.count), "there are too many ranges")
            var total: UInt64 = 0
            for part in parts {
                try hold(!part.isEmpty && part.upperBound <= size, "a range leads out of the file")
                let (sum, isTooMuch) = total.addingReportingOverflow(
                    part.upperBound - part.lowerBound)
                try hold(!isTooMuch && sum <= size, "ranges hold more than the file")
                total = sum
            }
        },
        FuzzTarget("properties") { bytes, _ in
            var names: [PropertyName] = []
            if let query = try? PropertyQuery.parse(bytes) {
                if case .these(let asked) = query { names = asked }
                try hold(names.count <= XMLBody.propertyLimit, "too many properties are asked for")
                try holdSound(query)
            }
            if let lock = try? LockRequest(bytes) { try holdSound(lock.owner) }
            guard let update = try? PropertyUpdate(bytes) else { return }
            for change in update.changes { try holdSound(change.value?.markup ?? []) }
            try hold(
                (1...XMLBody.propertyLimit).contains(update.changes.count),
                "there are too many changes")
            try holdSound(.these(update.changes.map(\.name)))
        },
        FuzzTarget("share-paths", longest: 1_024) { bytes, _ in
            let raw = String(decoding: bytes, as: UTF8.self)
            guard let (path, endsInSlash) = try? RequestPath.decode(raw) else { return }
            let text = RequestPath.encode(path, isDirectory: endsInSlash)
            let again = try? RequestPath.decode(text)
            try hold(again?.path == path, "\(text) is another path")
            try hold(
                text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a URL holds more than it may")
        },
        // Each line is the name of an entry.
        FuzzTarget("pages", longest: 1_024) { bytes, _ in
            let entries = bytes.split(separator: 0x0A).compactMap { line in
                Name(line).map { SharedEntry(name: $0, status: FileStatus(stat())) }
            }
            let names = entries.map(\.name)
            var page = IndexPage(
                entries, order: PageOrder(), share: names.first?.text ?? "", path: .root,
                isWritable: false)
            var text: [UInt8] = []
            while let block = try page.next() { text += block }
            let rows = text.split(separator: 0x0A).filter { $0.starts(with: "<tr><td>".utf8) }
            try hold(rows.count == entries.count, "a name has made or hidden a row")
            for row in rows {
                try hold(row.count { $0 == 0x3C } == 14, "a name has made an element")
                try hold(row.count { $0 == 0x22 } == 6, "a name has left its attribute")
                try holdVisible(String(decoding: row, as: UTF8.self), "a page")
            }
        },
    ]

    /// What is told of a stranger's XML can be read in a document of the share's own.
    private static func holdSound(_ copy: [UInt8]) throws {
        let text = Array("<D:a xmlns:D=\"DAV:\">".utf8) + copy + Array("</D:a>".utf8)
        try hold(XMLEvents.read(text) != nil, "what was copied is no sound XML")
    }

    /// The answer can be read, whatever was asked.
    private static func holdSound(_ query: PropertyQuery) throws {
        var answer = Multistatus(
            query, path: .root, share: "share", status: FileStatus(stat()), members: [], room: nil,
            properties: DeadProperties(), locks: nil)
        var text: [UInt8] = []
        while let block = try answer.next() { text += block }
        try hold(XMLEvents.read(text) != nil, "the answer is no sound XML")
    }
}

/// A form as it was read from pieces.
private struct FormReading: Equatable {
    private enum Step: Equatable {
        case part(FormPart)
        case bytes([UInt8])
        case end
    }

    private var steps: [Step] = []
    private var isWhole = false
    private var isRefused = false
    /// Bytes of all contents.
    private(set) var size = 0

    init(_ pieces: [ArraySlice<UInt8>]) {
        var reader = FormReader(boundary: Array("AaB".utf8))
        for piece in pieces {
            do {
                try Array(piece).withUnsafeBytes { bytes in
                    try reader.feed(bytes) { event in take(event) }
                }
            } catch {
                isRefused = true
                // How much came before what is wrong is not promised.
                steps = []
                size = 0
                return
            }
        }
        isWhole = reader.isWhole
    }

    private mutating func take(_ event: FormReader.Event) {
        switch event {
        case .begin(let part): steps.append(.part(part))
        case .end: steps.append(.end)
        case .bytes(let bytes):
            size += bytes.count
            if case .bytes(let before)? = steps.last {
                steps[steps.count - 1] = .bytes(before + bytes)
            } else {
                steps.append(.bytes(Array(bytes)))
            }
        }
    }
}
