import COpenSSL
import CQRencode
import Curses
import Glibc
import Transfers
import Web

/// Which versions of the system's libraries there are.
enum LibraryFindings {
    /// A library that is loaded when it is first used, and how it tells its version.
    private struct Library {
        let name: String
        let file: String
        let call: String
        let package: String
        let use: String
    }

    private static let loaded = [
        Library(
            name: "OpenSSL", file: String(cString: ferry_openssl_name()), call: "OpenSSL_version",
            package: "libssl3", use: "TLS and checksums"),
        Library(
            name: "libcurl", file: "libcurl.so.4", call: "curl_version", package: "libcurl4",
            use: "web servers and WebDAV"),
        Library(
            name: "libarchive", file: "libarchive.so.13", call: "archive_version_string",
            package: "libarchive13", use: "archives"),
        Library(
            name: "libqrencode", file: String(cString: ferry_qr_library()),
            call: "QRcode_APIVersionString", package: "libqrencode4", use: "QR codes"),
    ]

    static func all() -> [Finding] {
        // Those that are part of the program, or were loaded with it.
        let linked = [
            ("ncurses", CursesLibrary.version), ("SQLite", StoreLibrary.version ?? unknown),
            ("Expat", XMLLibrary.version),
        ]
        return linked.map { Finding(.libraries, $0.0, .ok, number(in: $0.1)) }
            + loaded.map { library in
                guard let version = version(library) else {
                    return Finding(
                        .libraries, library.name, .problem("apt-get install \(library.package)"),
                        "\(library.file) cannot be loaded, so \(library.use) will not work.")
                }
                return Finding(.libraries, library.name, .ok, version)
            }
    }

    private static let unknown = "of an unknown version"

    private static func version(_ library: Library) -> String? {
        guard let handle = dlopen(library.file, RTLD_NOW | RTLD_LOCAL) else { return nil }
        // It stays: others use it too.
        guard let symbol = dlsym(handle, library.call) else { return unknown }
        // Each of them takes one number at most and gives a text that stays.
        typealias Call = @convention(c) (CInt) -> UnsafePointer<CChar>?
        guard let text = unsafeBitCast(symbol, to: Call.self)(0) else { return unknown }
        return number(in: String(cString: text))
    }

    /// Some say their names before it, OpenSSL its date behind it, libcurl all that it is made of.
    private static func number(in text: String) -> String {
        let words = text.split { " /_".contains($0) }
        return words.first { $0.first?.isNumber == true }.map(String.init) ?? unknown
    }
}
