import Files
import Sync
import UI
import Words
import Work

/// Compares two texts line by line.
struct TextComparer {
    /// Bytes of each that are read.
    private static let limit = 256 << 10
    /// Lines of each that are compared.
    private static let lineLimit = 2_000
    /// Characters of a line that are shown.
    private static let width = 500
    /// Behind a last line that does not end: in no other line there is such a byte.
    private static let unendedMark: UInt8 = 0x0A

    private let access: any TreeAccess
    private let stop: Cancellation

    init(_ access: any TreeAccess, _ stop: Cancellation) {
        self.access = access
        self.stop = stop
    }

    func compare(_ places: Pair<Location>) -> Result<TextDifference, FileSystemError> {
        Result { () throws(FileSystemError) in
            do {
                let one = try read(places.first)
                let other = try read(places.second)
                return TextComparer.compare(
                    one.lines, other.lines, places.map(\.site.nameCharset),
                    isCut: one.isCut || other.isCut)
            } catch let error as FileSystemError {
                throw error
            } catch {
                throw FileSystemError(
                    .other, detail: tr("The files could not be compared (\(error))."))
            }
        }
    }

    private func read(_ place: Location) throws -> (lines: [ArraySlice<UInt8>], isCut: Bool) {
        let (bytes, isWhole) = try access.use(place.site, keeps: true) { files in
            let source = try files.open(place.path, from: 0)
            var bytes: [UInt8] = []
            do throws(FileSystemError) {
                let isWhole = try source.read(
                    upTo: TextComparer.limit, &bytes, unless: stop,
                    tr("The comparison was stopped."))
                if isWhole { try source.finish() } else { source.cancel() }
                return (bytes, isWhole)
            } catch {
                source.cancel()
                throw error
            }
        }
        guard !bytes.contains(0) else {
            throw FileSystemError(
                .other, path: place.path,
                detail: tr("\(place.text) is not a text; view the two files instead."))
        }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        // A text ends with the end of a line; what does not is another text.
        if isWhole, lines.last?.isEmpty == true {
            lines.removeLast()
        } else if isWhole, let last = lines.popLast() {
            lines.append(last + [TextComparer.unendedMark])
        }
        let isCut = !isWhole || lines.count > TextComparer.lineLimit
        return (Array(lines.prefix(TextComparer.lineLimit)), isCut)
    }

    static func compare(
        _ one: [ArraySlice<UInt8>], _ other: [ArraySlice<UInt8>], _ charsets: Pair<Charset?>,
        isCut: Bool
    ) -> TextDifference {
        func shown(_ line: ArraySlice<UInt8>, _ charset: Charset?) -> String {
            // Some bytes more, so that the last character is whole.
            let text = VisibleText.make(
                Array(line.prefix(4 * width).prefix { $0 != unendedMark }), in: charset)
            guard line.count <= 4 * width, line.last == unendedMark else {
                return String(text.prefix(width))
            }
            return String("\(text) \(tr("(without an end of line)"))".prefix(width))
        }
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in other.difference(from: one) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [TextDifference.Line] = []
        var (first, second) = (0, 0)
        while first < one.count || second < other.count {
            if first < one.count, removed.contains(first) {
                lines.append(TextDifference.Line(.first, shown(one[first], charsets.first)))
                first += 1
            } else if second < other.count, inserted.contains(second) {
                lines.append(TextDifference.Line(.second, shown(other[second], charsets.second)))
                second += 1
            } else if first < one.count, second < other.count {
                lines.append(TextDifference.Line(.both, shown(one[first], charsets.first)))
                first += 1
                second += 1
            } else {
                break
            }
        }
        return TextDifference(lines, isCut: isCut)
    }
}
