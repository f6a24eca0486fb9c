package import Files

/// Content-Type by a name's extension.
package enum MediaType {
    /// With its charset where it is text; `application/octet-stream` where nothing is known.
    package static func of(_ name: Name) -> String {
        guard let dot = name.bytes.lastIndex(of: 0x2E), dot > 0 else { return unknown }
        let suffix = String(decoding: name.bytes[(dot + 1)...], as: UTF8.self).lowercased()
        return types[suffix] ?? (texts.contains(suffix) ? "text/plain; charset=utf-8" : unknown)
    }

    /// Whether a browser would run or lay out what is in it, as with HTML and SVG.
    package static func isActive(_ type: String) -> Bool {
        let base = type.prefix { $0 != ";" }
        return base == "text/html" || base == "text/xml" || base.hasSuffix("+xml")
            || base == "application/xml"
    }

    package static let unknown = "application/octet-stream"

    private static let types: [String: String] = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "xhtml": "application/xhtml+xml; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "xml": "application/xml", "csv": "text/csv; charset=utf-8",
        "md": "text/markdown; charset=utf-8", "ics": "text/calendar; charset=utf-8",
        "vcf": "text/vcard; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "heic": "image/heic", "bmp": "image/bmp", "ico": "image/x-icon",
        "tif": "image/tiff", "tiff": "image/tiff", "mp3": "audio/mpeg", "m4a": "audio/mp4",
        "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac",
        "wav": "audio/wav", "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm",
        "mkv": "video/x-matroska", "mov": "video/quicktime", "avi": "video/x-msvideo",
        "mpg": "video/mpeg", "mpeg": "video/mpeg", "ogv": "video/ogg", "pdf": "application/pdf",
        "epub": "application/epub+zip", "rtf": "application/rtf", "zip": "application/zip",
        "gz": "application/gzip", "tgz": "application/gzip", "bz2": "application/x-bzip2",
        "xz": "application/x-xz", "zst": "application/zstd", "7z": "application/x-7z-compressed",
        "rar": "application/vnd.rar", "tar": "application/x-tar",
        "iso": "application/x-iso9660-image", "deb": "application/vnd.debian.binary-package",
        "apk": "application/vnd.android.package-archive", "wasm": "application/wasm",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "doc": "application/msword", "xls": "application/vnd.ms-excel",
        "ppt": "application/vnd.ms-powerpoint",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odp": "application/vnd.oasis.opendocument.presentation",
    ]

    /// Extensions of what people read as plain text.
    private static let texts: Set<String> = [
        "txt", "text", "log", "conf", "cfg", "ini", "toml", "yaml", "yml", "diff", "patch", "tex",
        "srt", "asc", "sh", "bash", "zsh", "fish", "py", "rb", "pl", "lua", "c", "h", "cc", "cpp",
        "hpp", "swift", "rs", "go", "java", "kt", "cs", "ts", "tsx", "jsx", "sql", "r", "hs", "el",
        "vim", "nfo", "sha256", "md5",
    ]
}
