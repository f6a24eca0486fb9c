import Web
import Words

/// A whole XML document in memory, of bounded size.
struct XMLElement {
    let name: String
    fileprivate(set) var attributes: [String: String]
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var children: [XMLElement] = []

    /// Its own text, without that of what is in it.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The first that is called so.
    func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// The names of those that are there more than once.
    var repeatedNames: Set<String> {
        var seen: Set<String> = []
        return Set(children.map(\.name).filter { !seen.insert($0).inserted })
    }

    /// The text of the first that is called so; nil where there is none.
    func text(of name: String) -> String? { child(name)?.text }
}

/// Reads a document into a tree.
final class XMLTree: XMLContent {
    /// Elements of a document.
    private static let limit = 1_000_000

    private let wanted: [String]
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var count = 0
    private weak var reader: XMLReader?

    private init(_ wanted: [String]) {
        self.wanted = wanted
    }

    /// The root; of attributes the `wanted` ones are kept. Of a `doctype` a declaration without
    /// contents may stand in it.
    static func read(
        _ bytes: [UInt8], attributes wanted: [String], doctype: String? = nil
    ) throws(SiteListRefusal) -> XMLElement {
        let tree = XMLTree(wanted)
        guard let reader = XMLReader(tree, doctype: doctype) else {
            throw SiteListRefusal(tr("There is not enough memory to read the file."))
        }
        tree.reader = reader
        do throws(XMLFailure) {
            try reader.feed(bytes)
            try reader.finish()
        } catch {
            throw SiteListRefusal(tr("The file \(error.description)."))
        }
        guard let root = tree.root else {
            throw SiteListRefusal(tr("The file has no XML element."))
        }
        return root
    }

    func begin(_ name: UnsafeRawBufferPointer) {}

    func begin(_ name: UnsafeRawBufferPointer, attributes: XMLAttributes) {
        count += 1
        guard count <= XMLTree.limit else {
            reader?.stop(tr("has more than a million elements"))
            return
        }
        var kept: [String: String] = [:]
        for name in wanted { kept[name] = attributes[name] }
        open.append(XMLElement(name: String(decoding: name, as: UTF8.self), attributes: kept))
    }

    func end() {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func readText(_ text: UnsafeRawBufferPointer) {
        if !open.isEmpty { open[open.count - 1].bytes.append(contentsOf: text) }
    }
}
