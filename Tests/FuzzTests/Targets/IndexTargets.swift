import Files
import Web
@testable import HTTP

extension FuzzTarget {
    private static let url = "http://files.example/pub/"

    /// What web servers, WebDAV servers and buckets show of a folder.
    static let indexTargets = [
        FuzzTarget("index") { bytes, cut in
            let readings = pieces(of: bytes, cut: cut).map { pieces in
                var page = IndexPage(url: url)
                for piece in pieces { piece.withUnsafeBytes { page?.feed($0) } }
                return page?.finish()
            }
            for reading in readings.dropFirst() {
                try hold(
                    reading.map(\.entries) == readings[0].map(\.entries),
                    "pieces are read otherwise than the whole")
            }
            if let directory = readings[0] { try holdDirectory(directory, of: bytes) }
        },
        FuzzTarget("multistatus") { bytes, cut in
            for isSingle in [false, true] {
                let readings = pieces(of: bytes, cut: cut).map { pieces in
                    MultistatusReading(pieces, isSingle: isSingle)
                }
                for reading in readings {
                    // Where XML breaks off, more of it may have been read from smaller pieces.
                    try hold(
                        reading == readings[0] || reading.isBroken && readings[0].isBroken,
                        "pieces are read otherwise than the whole")
                    try holdDirectory(reading.reader.builder.directory, of: bytes)
                    try hold(reading.reader.failures.count <= 20, "too many failures are kept")
                }
            }
        },
        FuzzTarget("bucket") { bytes, cut in
            var sound: [([Entry], S3Listing.Next?)] = []
            for pieces in pieces(of: bytes, cut: cut) {
                let listing = S3Listing()
                var isFed = true
                for piece in pieces where isFed {
                    isFed = piece.withUnsafeBytes { listing.feed($0) }
                }
                if listing.finishPage(), isFed {
                    sound.append((listing.directory.entries, listing.next))
                }
                try holdDirectory(listing.directory, of: bytes)
            }
            try hold(sound.count != 1, "pieces are sound otherwise than the whole")
            if let one = sound.first, let other = sound.last {
                try hold(one == other, "pieces are read otherwise than the whole")
            }
        },
        // One a line.
        FuzzTarget("dates", longest: 256) { bytes, _ in
            for line in bytes.split(separator: 0x0A) {
                guard let time = WebDate.read(line) else { continue }
                let again = WebDate.read(HTTPDate.text(time.seconds).utf8)
                try hold(
                    again?.seconds == time.seconds || time.seconds < -62_135_596_800,
                    "a date is written as another")
                try hold(again?.isZoned ?? true, "a date in GMT has no zone")
            }
        },
    ]

    private static func holdDirectory(_ directory: Directory, of bytes: [UInt8]) throws {
        var seen: Set<[UInt8]> = []
        for index in directory.records.indices {
            let name = Array(directory.nameBytes(at: index))
            try hold(Name.isComponent(name), "what is no name is listed")
            try hold(seen.insert(name).inserted, "a name is listed twice")
        }
        // A character reference of a few bytes becomes three bytes at most.
        try hold(directory.arena.count <= 3 * bytes.count, "more bytes of names than were sent")
    }
}

/// An answer as it was read from pieces.
private struct MultistatusReading: Equatable {
    let reader: MultistatusReader
    private(set) var isBroken = false

    init(_ pieces: [ArraySlice<UInt8>], isSingle: Bool) {
        reader = MultistatusReader(path: Path("/pub"), isSingle: isSingle)
        do throws(XMLFailure) {
            for piece in pieces {
                try Array(piece).withUnsafeBytes { piece in
                    Result { () throws(XMLFailure) in try reader.feed(piece) }
                }.get()
            }
            try reader.finish()
        } catch {
            isBroken = true
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.isBroken == right.isBroken && left.reader.own == right.reader.own
            && left.reader.failures == right.reader.failures
            && left.reader.builder.directory.entries == right.reader.builder.directory.entries
    }
}
