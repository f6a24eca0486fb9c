package import Files

/// What the bytes of a file are, by their name in MIME (RFC 6838, RFC 9110 section 8.3).
package struct MediaType: Hashable, Sendable {
    /// Type and subtype in small letters, without parameters: `text/html`.
    package let text: String
    /// The parameter of that name, in small letters: `utf-8`; nil where there is none.
    package let charset: String?

    /// Any bytes.
    package static let bytes = MediaType(known: "application/octet-stream")
    /// Text of which nothing more is known.
    package static let plainText = MediaType(known: "text/plain")

    private init(known text: String) {
        self.text = text
        charset = nil
    }

    /// Reads a Content-Type; nil where it is none. At most 1 KiB is looked at.
    package init?(_ field: some Collection<UInt8>) {
        let parts = field.prefix(1_024).split(separator: 0x3B, omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        let name = MediaType.trimmed(first).lowercased()
        let halves = name.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, name.utf8.count <= 127,
            halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(MediaType.isToken) })
        else { return nil }
        text = name
        charset = MediaType.charset(in: parts.dropFirst())
    }

    private static func charset(
        in parameters: ArraySlice<some Collection<UInt8>>
    ) -> String? {
        for parameter in parameters {
            let text = trimmed(parameter).lowercased()
            guard text.hasPrefix("charset=") else { continue }
            let value = text.dropFirst("charset=".count).filter { $0 != "\"" }
            let isName = value.utf8.allSatisfy(isToken) && (1...40).contains(value.utf8.count)
            return isName ? value : nil
        }
        return nil
    }

    /// Without the blanks and tabs around it.
    private static func trimmed(_ bytes: some Collection<UInt8>) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let kept = Array(bytes.drop(while: isBlank)).reversed().drop(while: isBlank).reversed()
        return String(decoding: kept, as: UTF8.self)
    }

    /// A token's byte (RFC 9110 section 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// By the extension of a file's name; `bytes` where that says nothing.
    package init(fileNamed name: Name) {
        guard let dot = name.bytes.lastIndex(of: 0x2E), dot > 0,
            let known = MediaType.types[
                String(decoding: name.bytes[(dot + 1)...], as: UTF8.self).lowercased()]
        else {
            self = .bytes
            return
        }
        self.init(known: known)
    }

    /// The extension, without its dot, for a file that holds this; from a list, so that a stranger's
    /// type never makes a name of its own. Nil where none fits.
    package var fileExtension: String? { MediaType.extensions[text] }

    /// Whether a file of this name has an extension that stands for this type already.
    package func fits(_ name: Name) -> Bool { MediaType(fileNamed: name).text == text }

    /// Content-Type for a browser: text has a charset, and what is text in a language of its own is
    /// plain text, so that it is shown and not kept as a file.
    package var field: String {
        if MediaType.shownAsText.contains(text) { return "text/plain; charset=utf-8" }
        let hasCharset = text.hasPrefix("text/") || text == "application/xhtml+xml"
        return hasCharset ? text + "; charset=utf-8" : text
    }

    private static let shownAsText: Set<String> = [
        "application/yaml", "application/toml", "application/x-sh", "application/sql",
        "application/x-ndjson",
    ]

    /// Whether a browser would run or lay out what is in it, as with HTML and SVG.
    package var isActive: Bool {
        text == "text/html" || text == "text/xml" || text == "application/xml"
            || text.hasSuffix("+xml")
    }

    /// Whether it is for people to read: text, or a language written in text.
    package var isText: Bool {
        if text.hasPrefix("text/") || text.hasSuffix("+xml") || text.hasSuffix("+json") {
            return true
        }
        return [
            "application/json", "application/xml", "application/javascript",
            "application/x-javascript", "application/x-sh", "application/toml",
            "application/yaml", "application/x-www-form-urlencoded", "application/sql",
            "application/x-ndjson", "message/http", "application/x-yaml",
        ].contains(text)
    }

    /// Extensions and what they stand for; of several for one type, the first names new files.
    private static let table: [(fileExtension: String, type: String)] = [
        ("html", "text/html"), ("htm", "text/html"), ("xhtml", "application/xhtml+xml"),
        ("css", "text/css"), ("js", "text/javascript"), ("mjs", "text/javascript"),
        ("txt", "text/plain"), ("text", "text/plain"), ("log", "text/plain"),
        ("md", "text/markdown"), ("csv", "text/csv"),
        ("tsv", "text/tab-separated-values"), ("ics", "text/calendar"), ("vcf", "text/vcard"),
        ("xml", "application/xml"), ("xsl", "application/xml"), ("json", "application/json"),
        ("map", "application/json"), ("jsonld", "application/ld+json"),
        ("geojson", "application/geo+json"), ("webmanifest", "application/manifest+json"),
        ("ndjson", "application/x-ndjson"), ("yaml", "application/yaml"),
        ("yml", "application/yaml"), ("toml", "application/toml"), ("sh", "application/x-sh"),
        ("sql", "application/sql"), ("rss", "application/rss+xml"),
        ("atom", "application/atom+xml"), ("rtf", "application/rtf"),
        ("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"),
        ("gif", "image/gif"), ("webp", "image/webp"), ("avif", "image/avif"),
        ("heic", "image/heic"), ("svg", "image/svg+xml"), ("ico", "image/vnd.microsoft.icon"),
        ("bmp", "image/bmp"), ("tif", "image/tiff"), ("tiff", "image/tiff"),
        ("mp3", "audio/mpeg"), ("ogg", "audio/ogg"), ("oga", "audio/ogg"),
        ("opus", "audio/ogg"), ("wav", "audio/wav"), ("flac", "audio/flac"),
        ("m4a", "audio/mp4"), ("aac", "audio/aac"), ("weba", "audio/webm"),
        ("mp4", "video/mp4"), ("m4v", "video/mp4"), ("webm", "video/webm"),
        ("ogv", "video/ogg"), ("mkv", "video/x-matroska"), ("avi", "video/x-msvideo"),
        ("mov", "video/quicktime"), ("mpeg", "video/mpeg"), ("mpg", "video/mpeg"),
        ("woff", "font/woff"), ("woff2", "font/woff2"), ("ttf", "font/ttf"), ("otf", "font/otf"),
        ("pdf", "application/pdf"), ("epub", "application/epub+zip"),
        ("doc", "application/msword"), ("xls", "application/vnd.ms-excel"),
        ("ppt", "application/vnd.ms-powerpoint"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        ("odt", "application/vnd.oasis.opendocument.text"),
        ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
        ("odp", "application/vnd.oasis.opendocument.presentation"),
        ("zip", "application/zip"), ("gz", "application/gzip"), ("tgz", "application/gzip"),
        ("bz2", "application/x-bzip2"), ("xz", "application/x-xz"), ("zst", "application/zstd"),
        ("tar", "application/x-tar"), ("7z", "application/x-7z-compressed"),
        ("rar", "application/vnd.rar"), ("deb", "application/vnd.debian.binary-package"),
        ("apk", "application/vnd.android.package-archive"), ("rpm", "application/x-rpm"),
        ("iso", "application/x-iso9660-image"),
        ("jar", "application/java-archive"), ("wasm", "application/wasm"),
        ("sqlite", "application/vnd.sqlite3"),
    ]

    /// Other names that servers give, for the same extensions.
    private static let aliases = [
        "text/xml": "xml", "text/json": "json", "application/javascript": "js",
        "application/x-javascript": "js", "image/jpg": "jpg", "image/x-icon": "ico",
        "application/x-gzip": "gz", "application/x-zip-compressed": "zip", "text/x-log": "log",
        "application/x-pdf": "pdf", "text/yaml": "yaml", "application/x-yaml": "yaml",
        "audio/mp3": "mp3", "audio/x-wav": "wav", "audio/x-flac": "flac",
        "application/x-tgz": "tgz", "application/x-rar-compressed": "rar",
    ]

    /// Further extensions of what people read as plain text.
    private static let texts = [
        "conf", "cfg", "ini", "c", "h", "cc", "cpp", "hpp", "swift", "py", "diff", "patch", "tex",
        "srt", "asc", "bash", "zsh", "fish", "rb", "pl", "lua", "rs", "go", "java", "kt", "cs",
        "ts", "tsx", "jsx", "r", "hs", "el", "vim", "nfo", "sha256", "md5",
    ]

    private static let types = Dictionary(
        table.map { ($0.fileExtension, $0.type) } + texts.map { ($0, "text/plain") },
        uniquingKeysWith: { first, _ in first })
    private static let extensions = Dictionary(
        table.map { ($0.type, $0.fileExtension) }, uniquingKeysWith: { first, _ in first }
    ).merging(aliases) { first, _ in first }
}
