/// A property of WebDAV by its namespace and name (RFC 4918, section 4.5).
struct PropertyName: Hashable, Sendable {
    /// Empty where there is none.
    var namespace: String
    var name: String

    /// Of the namespace `DAV:`.
    init(_ name: String) {
        self.init(name, in: PropertyName.dav)
    }

    init(_ name: String, in namespace: String) {
        self.namespace = namespace
        self.name = name
    }

    static let dav = "DAV:"
    static let microsoft = "urn:schemas-microsoft-com:"
    /// What `xml:` stands for.
    static let xml = "http://www.w3.org/XML/1998/namespace"

    static let resourceType = PropertyName("resourcetype")
    static let displayName = PropertyName("displayname")
    static let contentLength = PropertyName("getcontentlength")
    static let contentType = PropertyName("getcontenttype")
    static let lastModified = PropertyName("getlastmodified")
    static let creationDate = PropertyName("creationdate")
    static let entityTag = PropertyName("getetag")
    static let supportedLock = PropertyName("supportedlock")
    static let lockDiscovery = PropertyName("lockdiscovery")
    /// The time of modification, as Windows calls it.
    static let windowsModified = PropertyName("Win32LastModifiedTime", in: microsoft)
    /// RFC 4331.
    static let quotaFree = PropertyName("quota-available-bytes")
    static let quotaUsed = PropertyName("quota-used-bytes")

    /// Its element in a document where `D` stands for `DAV:`: empty without `contents`.
    func append(_ contents: Markup? = nil, in language: String? = nil, to page: inout Markup) {
        guard let contents else { return appendStart(to: &page, end: "/>") }
        appendStart(to: &page, end: "")
        if let language {
            PropertyName("lang", in: PropertyName.xml).appendAttribute(language, to: &page)
        }
        page.append(">")
        page.append(contents)
        appendEnd(to: &page)
    }

    private var prefix: String {
        switch namespace {
        case PropertyName.dav: "D:"
        // No other prefix may be bound to it (Namespaces in XML 1.0, section 3).
        case PropertyName.xml: "xml:"
        // XML 1.0 has no prefix for what is in no namespace.
        case "": ""
        default: "X:"
        }
    }

    /// Its opening tag.
    func appendStart(to page: inout Markup, end: StaticString = ">") {
        page.append("<")
        page.append(text: prefix + name)
        if prefix == "X:" {
            page.append(" xmlns:X=\"")
            page.append(text: namespace)
            page.append("\"")
        }
        page.append(end)
    }

    /// As the attribute of an element that is open; `number` is another for each of its attributes: one element
    /// may not declare a prefix twice.
    func appendAttribute(_ value: String, number: Int = 0, to page: inout Markup) {
        switch namespace {
        case "": page.append(" ")
        case PropertyName.xml: page.append(" xml:")
        default:
            page.append(" xmlns:A")
            page.append(number)
            page.append("=\"")
            page.append(text: namespace)
            page.append("\" A")
            page.append(number)
            page.append(":")
        }
        page.append(text: name)
        page.append("=\"")
        page.append(text: value)
        page.append("\"")
    }

    func appendEnd(to page: inout Markup) {
        page.append("</")
        page.append(text: prefix + name)
        page.append(">")
    }
}
