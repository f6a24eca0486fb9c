package import Files
import Web

/// The XML of an S3 bucket (ListBucketResult of ListObjects, version 1 and 2) as a directory; a
/// long listing comes in pages, one after the other. Fed in pieces of any size.
package final class S3Listing: XMLContent {
    private static let textLimit = 8 << 10

    private enum Element: UInt8 {
        case other, result, contents, prefixes
        case key, size, modified, prefix, truncated, token, marker, encoding
    }

    /// Where the next page begins.
    package enum Next: Hashable, Sendable {
        /// The `continuation-token` of version 2.
        case token(String)
        /// The `marker` of version 1: the last name that was listed.
        case marker(String)
    }

    private var builder: DirectoryBuilder
    private var names = NameSet()
    private let asked: [UInt8]?
    private var parser: XMLReader?
    private var stack: [Element] = []
    private var text: [UInt8] = []
    private var isTooLong = false

    private var isListing = false
    private var prefix: [UInt8] = []
    private var isEncoded = false
    private var isTruncated = false
    private var token: [UInt8] = []
    private var marker: [UInt8] = []
    private var last: [UInt8] = []
    private var key: [UInt8] = []
    private var size: UInt64?
    private var modified: Timestamp?

    /// `prefix` was asked for, ends in a slash and is left away from names; nil for the one that the
    /// page names.
    package init(prefix: [UInt8]? = nil, limits: DirectoryBuilder.Limits = .init()) {
        asked = prefix
        builder = DirectoryBuilder(limits: limits)
    }

    /// Entries read so far.
    package var count: Int { builder.directory.count }

    /// What was read so far.
    package var directory: Directory { builder.directory }

    /// Whether these bytes, a document's first hundreds, look like such a listing.
    package static func matches(_ start: some Sequence<UInt8>) -> Bool {
        String(decoding: Array(start).prefix(600), as: UTF8.self).contains("<ListBucketResult")
    }

    /// Takes the next bytes of a page. False where they are no sound XML.
    package func feed(_ piece: UnsafeRawBufferPointer) -> Bool {
        if parser == nil {
            stack = []
            isListing = false
            isTruncated = false
            token = []
            marker = []
            parser = XMLReader(self)
        }
        do throws(XMLFailure) {
            try parser?.feed(piece)
            return true
        } catch {
            return false
        }
    }

    /// Ends a page; false where it was none of these. The next one may be fed then.
    package func finishPage() -> Bool {
        defer { parser = nil }
        do throws(XMLFailure) {
            try parser?.finish()
        } catch {
            return false
        }
        return isListing
    }

    /// Where the next page begins; nil after the last one.
    package var next: Next? {
        guard isTruncated, !builder.directory.isCut else { return nil }
        if let token = String(validating: token, as: UTF8.self), !token.isEmpty {
            return .token(token)
        }
        let name = marker.isEmpty ? last : marker
        return String(validating: name, as: UTF8.self).flatMap { $0.isEmpty ? nil : .marker($0) }
    }

    /// Says that there is more, which is not read.
    package func cut() {
        builder.cut()
    }

    // MARK: XMLContent

    func begin(_ name: UnsafeRawBufferPointer) {
        let start = name.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let element = S3Listing.element(
            UnsafeRawBufferPointer(rebasing: name[start...]), in: stack.last)
        stack.append(element)
        text.removeAll(keepingCapacity: true)
        isTooLong = false
        if element == .result { isListing = true }
        if element == .contents {
            key = []
            size = nil
            modified = nil
        }
    }

    private static func element(
        _ name: UnsafeRawBufferPointer, in parent: Element?
    ) -> Element {
        func isNamed(_ text: String) -> Bool { name.elementsEqual(text.utf8) }
        switch parent {
        case nil:
            if isNamed("ListBucketResult") { return .result }
        case .result:
            if isNamed("Contents") { return .contents }
            if isNamed("CommonPrefixes") { return .prefixes }
            if isNamed("Prefix") { return .prefix }
            if isNamed("IsTruncated") { return .truncated }
            if isNamed("NextContinuationToken") { return .token }
            if isNamed("NextMarker") { return .marker }
            if isNamed("EncodingType") { return .encoding }
        case .contents:
            if isNamed("Key") { return .key }
            if isNamed("Size") { return .size }
            if isNamed("LastModified") { return .modified }
        case .prefixes:
            if isNamed("Prefix") { return .prefix }
        default:
            break
        }
        return .other
    }

    func readText(_ piece: UnsafeRawBufferPointer) {
        guard text.count + piece.count <= S3Listing.textLimit else {
            isTooLong = true
            return
        }
        text.append(contentsOf: piece)
    }

    func end() {
        guard let element = stack.popLast() else { return }
        if isTooLong { text.removeAll() }
        switch element {
        case .key:
            key = text
        case .size: size = DecimalText.read(text)
        case .modified: modified = WebDate.read(text)
        case .truncated: isTruncated = text.elementsEqual("true".utf8)
        case .token: token = text
        case .marker: marker = text
        case .encoding: isEncoded = text.elementsEqual("url".utf8)
        case .prefix:
            if stack.last == .result { prefix = text } else { add(text, isPrefix: true) }
        case .contents:
            last = key
            add(key, isPrefix: false)
        case .other, .result, .prefixes:
            break
        }
        text.removeAll(keepingCapacity: true)
    }

    private func add(_ key: [UInt8], isPrefix: Bool) {
        let key = isEncoded ? PercentCoding.decodeForm(key) : key
        let start = asked ?? folder
        guard key.starts(with: start) else { return builder.drop() }
        let rest = key.dropFirst(start.count)
        // The object that stands for the folder itself.
        guard !rest.isEmpty else { return }
        let slash = rest.firstIndex(of: 0x2F)
        let name = Array(rest[..<(slash ?? rest.endIndex)])
        // What is no name is refused, and counted, by the builder.
        guard names.insert(name, at: builder.directory.count, in: builder) else { return }
        let isDirectory = slash != nil || isPrefix
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        name.withUnsafeBufferPointer { name in
            builder.append(
                name: name, kind: isDirectory ? .directory : .file,
                size: isDirectory ? nil : size, modified: isDirectory ? nil : modified, mode: nil,
                owner: 0, group: 0, target: none)
        }
    }

    /// The page's own prefix as far as it names a folder.
    private var folder: [UInt8] {
        let prefix = isEncoded ? PercentCoding.decodeForm(prefix) : prefix
        return Array(prefix[..<(prefix.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)])
    }
}
