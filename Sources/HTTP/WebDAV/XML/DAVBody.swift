import Files
import Web

/// The XML that requests carry (RFC 4918 section 14).
enum DAVBody {
    static let type = RequestField("Content-Type", "application/xml; charset=utf-8")

    /// Of a listing, and of one entry.
    static let entries = propfind(
        "<D:resourcetype/><D:getcontentlength/><D:getlastmodified/><D:getetag/>")
    /// RFC 4331.
    static let quota = propfind("<D:quota-available-bytes/><D:quota-used-bytes/>")

    private static func propfind(_ properties: String) -> [UInt8] {
        Array(
            ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:propfind xmlns:D=\"DAV:\"><D:prop>"
                + properties + "</D:prop></D:propfind>\n").utf8)
    }

    /// Sets a time by PROPPATCH. `seconds` since the epoch.
    static func time(_ seconds: Int64, _ property: DAVTimeProperty) -> [UInt8] {
        let element =
            switch property {
            case .standard: "<D:getlastmodified>\(HTTPDate.text(seconds))</D:getlastmodified>"
            case .seconds: "<D:lastmodified>\(seconds)</D:lastmodified>"
            }
        return Array(
            ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:propertyupdate xmlns:D=\"DAV:\"><D:set>"
                + "<D:prop>\(element)</D:prop></D:set></D:propertyupdate>\n").utf8)
    }
}
