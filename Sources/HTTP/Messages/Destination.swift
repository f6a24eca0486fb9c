import CCurl
import Files

/// Where a request goes: a server, and the path and query as they are sent.
struct Destination: Hashable, Sendable {
    var origin: Origin
    var target: String

    /// The whole URL, as it is sent.
    var url: String { origin.url + target }

    enum Refusal: Error, Hashable {
        case unreadable
        /// Another scheme than HTTP's; its name, sanitised.
        case scheme(String)
    }

    /// Where a Location leads from here (RFC 9110 section 10.2.2, RFC 3986 section 5). A user name
    /// in it is left out.
    func following(_ location: String) throws(Refusal) -> Destination {
        guard location.utf8.count <= 16 << 10, !location.utf8.contains(0),
            ferry_curl_load() == 1, let parser = ferry_curl_url()
        else { throw .unreadable }
        defer { ferry_curl_url_cleanup(parser) }
        // libcurl knows no URL without a host.
        if let scheme = Destination.scheme(of: location), scheme != "http", scheme != "https" {
            throw .scheme(VisibleText.make(scheme))
        }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME) | UInt32(CURLU_PATH_AS_IS)
        guard ferry_curl_url_set(parser, CURLUPART_URL, url, flags) == CURLUE_OK,
            ferry_curl_url_set(
                parser, CURLUPART_URL, location, flags | UInt32(CURLU_URLENCODE)) == CURLUE_OK,
            let scheme = Destination.part(parser, CURLUPART_SCHEME),
            scheme == "http" || scheme == "https"
        else { throw .unreadable }
        guard var host = Destination.part(parser, CURLUPART_HOST), !host.isEmpty,
            let port = Destination.part(parser, CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT))
                .flatMap({ UInt16($0) }),
            let path = Destination.part(parser, CURLUPART_PATH), path.hasPrefix("/")
        else { throw .unreadable }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let query = Destination.part(parser, CURLUPART_QUERY).map { "?" + $0 } ?? ""
        return Destination(
            origin: Origin(isEncrypted: scheme == "https", host: host, port: port),
            target: path + query)
    }

    /// In small letters; nil for a relative reference (RFC 3986 section 4.1).
    private static func scheme(of location: String) -> String? {
        guard let colon = location.firstIndex(of: ":"), location.first?.isLetter ?? false else {
            return nil
        }
        let start = location[..<colon]
        guard start.utf8.count <= 64,
            start.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return start.lowercased()
    }

    private static func part(_ parser: OpaquePointer, _ part: CURLUPart, _ flags: UInt32 = 0)
        -> String?
    {
        var text: UnsafeMutablePointer<CChar>?
        guard ferry_curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else {
            return nil
        }
        defer { ferry_curl_free(text) }
        return String(cString: text)
    }
}
