import Files
import UI
import Words
import Work

/// Compares the beginnings of two files, for the question about a name that is taken.
struct SideComparer {
    /// Bytes of each that are read.
    private static let limit = 64 << 10
    /// Bytes of a line that are shown.
    private static let lineLimit = 200

    /// The beginning of a file.
    struct Head {
        var bytes: [UInt8]
        var isWhole: Bool
    }

    private let request: RequestID
    private let stop: Cancellation

    init(_ request: RequestID, _ stop: Cancellation) {
        self.request = request
        self.stop = stop
    }

    /// The message of a result; nil where nobody waits for it any more.
    func answer(_ result: Result<SideComparison, FileSystemError>) -> Message? {
        stop.isCancelled ? nil : .sidesCompared(request, result)
    }

    func head(of path: Path, on files: any FileSystem) -> Result<Head, FileSystemError> {
        Result { () throws(FileSystemError) in try read(path, files) }
    }

    func compare(
        _ head: Head, with path: Path, on files: any FileSystem
    ) -> Result<SideComparison, FileSystemError> {
        Result { () throws(FileSystemError) in
            SideComparer.compare(head, try read(path, files))
        }
    }

    private func read(_ path: Path, _ files: any FileSystem) throws(FileSystemError) -> Head {
        let source = try files.open(path, from: 0)
        var head = Head(bytes: [], isWhole: false)
        do throws(FileSystemError) {
            head.isWhole = try source.read(
                upTo: SideComparer.limit, &head.bytes, unless: stop,
                tr("The question was answered."))
        } catch {
            source.cancel()
            throw error
        }
        if head.isWhole { try source.finish() } else { source.cancel() }
        return head
    }

    static func compare(_ new: Head, _ there: Head) -> SideComparison {
        let common = min(new.bytes.count, there.bytes.count)
        let differing = (0..<common).first { new.bytes[$0] != there.bytes[$0] }
        guard let offset = differing ?? end(new, there, common) else {
            return new.isWhole && there.isWhole ? .same : .sameBeginning(UInt64(common))
        }
        guard !new.bytes.contains(0), !there.bytes.contains(0) else {
            return .byte(UInt64(offset))
        }
        let before = new.bytes[..<offset]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return .line(
            before.count { $0 == 0x0A } + 1, new: line(at: start, of: new),
            there: line(at: start, of: there))
    }

    /// Where one of them has ended, and the other goes on; nil where that is not known.
    private static func end(_ new: Head, _ there: Head, _ common: Int) -> Int? {
        let isShorter =
            new.isWhole && new.bytes.count == common && there.bytes.count > common
            || there.isWhole && there.bytes.count == common && new.bytes.count > common
        return isShorter ? common : nil
    }

    private static func line(at start: Int, of head: Head) -> String? {
        guard start < head.bytes.count else { return nil }
        let rest = head.bytes[start...]
        return VisibleText.make(rest.prefix { $0 != 0x0A }, limit: lineLimit)
    }
}
