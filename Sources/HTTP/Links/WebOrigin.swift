/// Who serves a URL: its scheme's kind, host and port, to be compared (RFC 9110 section 4.3).
struct WebOrigin: Equatable {
    /// In lower case, without a user, with the port where it is not the scheme's own.
    let authority: [UInt8]

    /// From what stands between `//` and the path. `isSecure` tells which port is not worth naming.
    init(_ text: some Sequence<UInt8>, isSecure: Bool) {
        var bytes = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if let at = bytes.lastIndex(of: 0x40) { bytes.removeFirst(at + 1) }
        for suffix in [isSecure ? ":443" : ":80", ":"]
        where bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
            bytes.removeLast(suffix.utf8.count)
            break
        }
        authority = bytes
    }
}
