/// The elements of a multistatus that matter (RFC 4918 section 14 and 15, RFC 4331).
enum DAVElement: UInt8 {
    case other, multistatus, response, href, status, propstat, prop, description
    case length, modified, created, type, collection, etag, available, used

    /// By its name, where it stands in `parent`; nil for the document itself. What stands in the
    /// wrong place is `other`, as is what is not DAV's.
    init(_ name: UnsafeRawBufferPointer, in parent: DAVElement?) {
        self = .other
        guard name.count > 5, name.prefix(5).elementsEqual(DAVElement.space) else { return }
        let local = UnsafeRawBufferPointer(rebasing: name[5...])
        func isNamed(_ text: StaticString) -> Bool { local.isEqualIgnoringCase(to: text) }
        switch parent {
        case nil:
            if isNamed("multistatus") { self = .multistatus }
        case .multistatus:
            if isNamed("response") { self = .response }
            if isNamed("responsedescription") { self = .description }
        case .response:
            if isNamed("propstat") {
                self = .propstat
            } else if isNamed("href") {
                self = .href
            } else if isNamed("status") {
                self = .status
            } else if isNamed("responsedescription") {
                self = .description
            }
        case .propstat:
            if isNamed("prop") {
                self = .prop
            } else if isNamed("status") {
                self = .status
            }
        case .prop:
            self = DAVElement.property(local)
        case .type:
            if isNamed("collection") { self = .collection }
        default:
            break
        }
    }

    private static let space: [UInt8] = Array("DAV:\n".utf8)

    private static func property(_ local: UnsafeRawBufferPointer) -> DAVElement {
        func isNamed(_ text: StaticString) -> Bool { local.isEqualIgnoringCase(to: text) }
        switch local.count {
        case 7 where isNamed("getetag"): return .etag
        case 12 where isNamed("resourcetype"): return .type
        case 12 where isNamed("creationdate"): return .created
        case 15 where isNamed("getlastmodified"): return .modified
        case 16 where isNamed("getcontentlength"): return .length
        case 16 where isNamed("quota-used-bytes"): return .used
        case 21 where isNamed("quota-available-bytes"): return .available
        default: return .other
        }
    }

    /// Whether its text is wanted.
    var isText: Bool {
        switch self {
        case .href, .status, .description, .length, .modified, .created, .etag, .available, .used:
            true
        default: false
        }
    }
}
