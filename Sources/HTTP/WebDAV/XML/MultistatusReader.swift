import Files
import Web
import Words

/// Reads the answer to PROPFIND, and what failed of other methods (RFC 4918 section 13), fed in
/// pieces of any size: the entries of a directory, its own properties, and failures.
final class MultistatusReader: XMLContent {
    /// A part that was refused.
    struct Failure: Equatable {
        /// As the server sent it.
        var href: [UInt8]
        /// 300…599
        var status: Int
    }

    /// Bytes of a text that are read; a response with a longer one is left out.
    private static let textLimit = 96 << 10
    /// Bytes of the whole that are read; what is past them is cut.
    static let totalLimit = 4 << 30
    private static let failureLimit = 20

    private(set) var builder: DirectoryBuilder
    /// Of the directory itself; for a file, of the only response.
    private(set) var own: DAVProperties?
    /// The first of them.
    private(set) var failures: [Failure] = []
    /// The first status by which properties were refused; 300…599.
    private(set) var refusedProperties: Int?
    /// All responses, with those that are no entry.
    private(set) var responseCount = 0
    /// The server's own words on the whole.
    private(set) var words: [UInt8] = []
    private(set) var isMultistatus = false

    private var links: LinkResolver
    private let isSingle: Bool
    private var names = NameSet()
    private var parser: XMLReader?
    private var stack: [DAVElement] = []
    private var text: [UInt8] = []
    private var isTextWanted = false
    private var total = 0

    private var href: [UInt8] = []
    private var hasHref = false
    private var isTooLong = false
    private var status: Int?
    private var properties = DAVProperties()
    private var partStatus: Int?
    private var part = DAVProperties()
    private var name: [UInt8] = []

    /// `path` was asked for; `isSingle` for itself only (Depth: 0).
    init(path: Path, isSingle: Bool = false, limits: DirectoryBuilder.Limits = .init()) {
        links = LinkResolver(directory: path)
        self.isSingle = isSingle
        builder = DirectoryBuilder(limits: limits)
        parser = XMLReader(self)
    }

    /// Entries read so far.
    var count: Int { builder.directory.count }

    /// Whether a limit was passed, so that reading on is of no use.
    var isFull: Bool { builder.directory.isCut }

    func feed(_ piece: UnsafeRawBufferPointer) throws(XMLFailure) {
        guard !isFull, !piece.isEmpty else { return }
        total += piece.count
        if total > MultistatusReader.totalLimit { return builder.cut() }
        guard let parser else { throw XMLFailure(description: tr("does not fit into memory")) }
        try parser.feed(piece)
    }

    /// What was read. Throws where the document ends too early or is none of this kind.
    func finish() throws(XMLFailure) {
        if !isFull { try parser?.finish() }
        guard isMultistatus else {
            throw XMLFailure(description: tr("is XML, but not a multistatus"))
        }
    }

    // MARK: XMLContent

    func begin(_ name: UnsafeRawBufferPointer) {
        let element = DAVElement(name, in: stack.last)
        stack.append(element)
        isTextWanted = element.isText
        if isTextWanted { text.removeAll(keepingCapacity: true) }
        switch element {
        case .multistatus:
            isMultistatus = true
        case .response:
            hasHref = false
            isTooLong = false
            status = nil
            properties = DAVProperties()
        case .propstat:
            partStatus = nil
            part = DAVProperties()
        case .type:
            part.isCollection = part.isCollection ?? false
        case .collection:
            part.isCollection = true
        default:
            break
        }
    }

    func readText(_ piece: UnsafeRawBufferPointer) {
        guard isTextWanted else { return }
        guard text.count + piece.count <= MultistatusReader.textLimit else {
            isTooLong = true
            return
        }
        text.append(contentsOf: piece)
    }

    func end() {
        isTextWanted = false
        guard let element = stack.popLast() else { return }
        switch element {
        case .href:
            guard !hasHref else { break }
            hasHref = true
            swap(&href, &text)
        case .status:
            let code = text.withUnsafeBytes { MultistatusReader.code($0) }
            if stack.last == .propstat { partStatus = code } else { status = code }
        case .length: part.size = DecimalText.read(text)
        case .modified: part.modified = time
        case .created: part.created = time
        case .available: part.available = DecimalText.read(text)
        case .used: part.used = DecimalText.read(text)
        case .etag:
            if text.count <= 1_024 { part.etag = String(validating: text, as: UTF8.self) }
        case .description:
            if stack.last == .multistatus { words = Array(text.prefix(512)) }
        case .propstat:
            // Where the server says nothing of them, they are as good as any.
            if let partStatus, !(200..<300).contains(partStatus) {
                if refusedProperties == nil { refusedProperties = partStatus }
            } else {
                properties.merge(part)
            }
        case .response:
            add()
        default:
            break
        }
    }

    private var time: Timestamp? {
        text.withUnsafeBytes { bytes in
            var cursor = TextCursor(bytes, 0..<bytes.count)
            cursor.skipBlanks()
            return WebDate.read(&cursor)
        }
    }

    /// The number in `HTTP/1.1 200 OK`.
    private static func code(_ line: UnsafeRawBufferPointer) -> Int? {
        var cursor = TextCursor(line, 0..<line.count)
        while !cursor.isAtEnd, cursor.byte != 0x20 { cursor.skip() }
        cursor.skipBlanks()
        return cursor.number(digits: 3...3)
    }

    private func add() {
        responseCount += 1
        guard hasHref, !isTooLong else { return builder.drop() }
        if let status, status >= 300 {
            if failures.count < MultistatusReader.failureLimit {
                failures.append(Failure(href: Array(href.prefix(1_024)), status: status))
            }
            // What the server refuses to describe is there all the same, unless it says that it is gone.
            let isGone = status == 404 || status == 410
            if !isSingle, !isGone,
                case .child = href.withUnsafeBytes({
                    links.resolve($0, name: &name)
                })
            {
                builder.passOver()
            }
            return
        }
        if isSingle {
            if own == nil { own = properties }
            return
        }
        var place = href.withUnsafeBytes { links.resolve($0, name: &name) }
        if responseCount == 1, place == .elsewhere || place == .above, own == nil,
            properties.isCollection ?? true,
            let components = href.withUnsafeBytes({ links.components(of: $0) })
        {
            // A proxy stands in between: the server knows the directory under another path, and
            // names it first.
            links.move(to: components)
            place = .itself
        }
        switch place {
        case .itself:
            if own == nil { own = properties }
        case .child(let isDirectory):
            append(isDirectory: properties.isCollection ?? isDirectory)
        // Some servers list the directory above as well.
        case .above: break
        case .elsewhere, .nothing:
            builder.drop()
        }
    }

    private func append(isDirectory: Bool) {
        // What is no name is refused, and counted, by the builder.
        guard names.insert(name, at: builder.directory.count, in: builder) else { return }
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        name.withUnsafeBufferPointer { name in
            builder.append(
                name: name, kind: isDirectory ? .directory : .file,
                size: isDirectory ? nil : properties.size, modified: properties.modified,
                mode: nil, owner: 0, group: 0, target: none)
        }
    }
}
