package import Files
import Glibc

/// Reads a directory listing, fed in pieces of any size. Tolerant line by line: a line that no
/// family knows is counted and left out, and the last line needs no line end.
package struct ListingParser {
    /// What the server was asked for.
    package enum Form: Sendable {
        /// MLSD or MLST (RFC 3659 section 7).
        case facts
        /// LIST, NLST, or not known.
        case list
        /// NLST: names alone, with blanks in them or not, unless the lines prove to be more.
        case names
    }

    /// Bytes of a line that are read; a longer one is left out and counted as dropped.
    package static let lineLimit = 32 << 10
    /// Bytes of a whole listing that are read; what is past them is cut.
    package static let totalLimit = 1 << 30

    private var builder = DirectoryBuilder()
    private var context: ListingContext
    private let form: Form
    private var family: ListingFamily?
    /// The start of a line whose end has not been fed yet.
    private var carry: [UInt8] = []
    private var isSkippingLine = false
    private var isEBCDIC = false
    private var total = 0
    private var owners = AccountCache()
    private var groups = AccountCache()
    private var memory = ListingMemory()
    /// Names of a listing that so far is nothing but names; nil once it cannot be one.
    private var bareNames: DirectoryBuilder?
    /// Whether `.` or `..` was listed, which is how `ls -a` shows that it was understood.
    package private(set) var showsItself = false
    /// The first line that no family knows, of a few hundred bytes at most.
    package private(set) var firstUnread: [UInt8]?
    /// Lines of those that no family knows in which the program that lists complains of something.
    package private(set) var complaintCount = 0
    /// A line that is a name whose facts may come on the next one; else it was not understood.
    private var waiting: [UInt8]?

    /// Bytes of a line that was not understood that are kept.
    private static let shownLimit = 300

    /// `now`: seconds since the epoch, for dates without a year. `system`: the reply to SYST, a
    /// hint only. `zoneOffset`: seconds by which the server's clock is ahead of UTC; nil where it
    /// was never measured, and times of a LIST then have no zone.
    package init(
        now: Int64, form: Form = .list, system: String? = nil, zoneOffset: Int? = nil,
        limits: DirectoryBuilder.Limits = .init()
    ) {
        self.form = form
        context = ListingContext(
            now: now, form: form, zoneOffset: zoneOffset, system: system)
        builder = DirectoryBuilder(limits: limits)
        if form != .facts { bareNames = DirectoryBuilder(limits: limits) }
    }

    /// Entries read so far.
    package var count: Int { builder.directory.count }

    /// Whether a limit was passed, so that reading on is of no use.
    package var isFull: Bool { builder.directory.isCut }

    /// Takes the next bytes of the listing.
    package mutating func feed(_ piece: UnsafeRawBufferPointer) {
        total += piece.count
        if total > ListingParser.totalLimit { builder.cut() }
        guard !isFull else { return }
        if isEBCDIC {
            EBCDIC.ascii(piece).withUnsafeBytes { split($0) }
        } else {
            split(piece)
        }
    }

    private mutating func split(_ piece: UnsafeRawBufferPointer) {
        guard let base = piece.baseAddress else { return }
        var start = 0
        while start < piece.count {
            let rest = base + start
            guard let lineEnd = memchr(rest, 0x0A, piece.count - start) else {
                keep(UnsafeRawBufferPointer(start: rest, count: piece.count - start))
                return
            }
            let length = UnsafeRawPointer(lineEnd) - rest
            start += length + 1
            if isSkippingLine {
                isSkippingLine = false
            } else if carry.isEmpty {
                readLine(UnsafeRawBufferPointer(start: rest, count: length))
            } else {
                keep(UnsafeRawBufferPointer(start: rest, count: length))
                readCarry()
            }
        }
    }

    /// Reads what is left without a line end, and gives the whole listing.
    package mutating func finish() -> Directory {
        if isFirstLine, EBCDIC.matches(carry) { turnToASCII(carry) }
        readCarry()
        if family == nil, let bareNames, !bareNames.directory.isEmpty {
            return bareNames.directory
        }
        countWaiting()
        return memory.settle(builder.directory, family: family, context, builder.limits)
    }

    private mutating func keep(_ part: UnsafeRawBufferPointer) {
        guard !isSkippingLine else { return }
        guard carry.count + part.count <= ListingParser.lineLimit else {
            let start = carry + part.prefix(ListingParser.lineLimit)
            if isFirstLine, EBCDIC.matches(start) {
                turnToASCII(carry + part)
                return
            }
            carry.removeAll()
            isSkippingLine = true
            builder.drop()
            return
        }
        carry.append(contentsOf: part)
    }

    private var isFirstLine: Bool { memory.lineNumber == 0 && !isEBCDIC }

    /// Reads `text`, all that was fed so far, as EBCDIC, and so what follows it.
    private mutating func turnToASCII(_ text: [UInt8]) {
        isEBCDIC = true
        carry.removeAll()
        EBCDIC.ascii(text).withUnsafeBytes { split($0) }
    }

    private mutating func readCarry() {
        isSkippingLine = false
        guard !carry.isEmpty else { return }
        let line = carry
        carry.removeAll(keepingCapacity: true)
        line.withUnsafeBytes { readLine($0) }
    }

    private mutating func readLine(_ raw: UnsafeRawBufferPointer) {
        guard raw.count <= ListingParser.lineLimit else {
            builder.drop()
            return
        }
        var line = ListingLine(raw)
        if line.last == 0x0D { line = line.prefix(line.count - 1) }
        memory.startLine()
        guard !line.isEmpty else { return }
        var entry = ListedEntry()
        if let family, family.read(line, context, &memory, &entry) {
            add(entry, of: line)
            return
        }
        for other in ListingFamily.order(for: form) where other != family {
            entry = ListedEntry()
            if other.read(line, context, &memory, &entry) {
                family = family ?? other
                bareNames = nil
                add(entry, of: line)
                return
            }
        }
        readUnknown(line)
    }

    private mutating func readUnknown(_ line: ListingLine) {
        // Among names alone a sum or a heading is one of them.
        let isName = form == .names && family == nil
        if !isName, JunkLine.isComplaint(line) {
            countWaiting()
            complaintCount += 1
            bareNames?.passOver()
            return count(unread: line.bytes.prefix(ListingParser.shownLimit))
        }
        guard isName || !JunkLine.matches(line), !memory.note(line) else { return }
        countWaiting()
        if isName {
            keep(bareName: line.withoutDirectory)
            return
        }
        if memory.isWaitingForFacts {
            waiting = Array(line.bytes.prefix(ListingParser.shownLimit))
        } else {
            count(unread: line.bytes.prefix(ListingParser.shownLimit))
        }
        guard family == nil else { return }
        if line.contains(where: ListingLine.isBlank) {
            bareNames = nil
        } else {
            keep(bareName: line)
        }
    }

    private mutating func keep(bareName name: ListingLine) {
        guard !name.isSelfOrParent else { return }
        bareNames?.append(
            name: name.bytes, kind: .file, size: nil, modified: nil, mode: nil, owner: 0, group: 0,
            target: UnsafeBufferPointer(start: nil, count: 0))
    }

    private mutating func countWaiting() {
        guard let line = waiting else { return }
        waiting = nil
        count(unread: line)
    }

    private mutating func count(unread line: some Collection<UInt8>) {
        builder.passOver()
        if firstUnread == nil { firstUnread = Array(line) }
    }

    private mutating func add(_ entry: ListedEntry, of line: ListingLine) {
        if entry.isComposed { waiting = nil }
        countWaiting()
        guard entry.isComposed else {
            add(entry, named: line[entry.name], of: line)
            return
        }
        let name = memory.composedName
        name.withUnsafeBytes { add(entry, named: ListingLine($0), of: line) }
    }

    private mutating func add(
        _ entry: ListedEntry, named name: ListingLine, of line: ListingLine
    ) {
        guard !entry.isSelfOrParent, !name.isSelfOrParent else {
            showsItself = true
            if !entry.unique.isEmpty { memory.links.note(entry, at: nil, line) }
            return
        }
        let index = builder.directory.count
        builder.append(
            name: name.bytes, kind: entry.kind, size: entry.size, modified: entry.modified,
            mode: entry.mode,
            owner: owners.number(of: line[entry.owner], in: &builder),
            group: groups.number(of: line[entry.group], in: &builder),
            target: line[entry.target].bytes)
        let isKept = builder.directory.count > index
        if !entry.unique.isEmpty { memory.links.note(entry, at: isKept ? index : nil, line) }
        guard isKept else { return }
        if let mark = entry.mark { memory.marks.note(mark, isMarked: entry.isMarked, at: index) }
        if let half = entry.half { memory.halves.note(half, at: index) }
        if let margin = entry.margin { memory.nameColumn.note(margin, at: index) }
        if let day = entry.numberedDay {
            memory.days.add(day, entry.modified?.precision ?? .second, at: index, context)
        }
    }
}
