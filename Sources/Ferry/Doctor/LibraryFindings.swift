import COpenSSL
import Glibc

/// Which versions of the system's libraries there are.
enum LibraryFindings {
    /// A library, and how it tells its version.
    private struct Library {
        let name: String
        let file: String
        let call: String
        let package: String
        let use: String
    }

    private static let libraries = [
        Library(
            name: "ncurses", file: "libncursesw.so.6", call: "curses_version",
            package: "libncursesw6", use: "the screen"),
        Library(
            name: "OpenSSL", file: String(cString: ferry_openssl_name()), call: "OpenSSL_version",
            package: "libssl3", use: "TLS and checksums"),
        Library(
            name: "SQLite", file: "libsqlite3.so.0", call: "sqlite3_libversion",
            package: "libsqlite3-0", use: "the queue"),
        Library(
            name: "libcurl", file: "libcurl.so.4", call: "curl_version", package: "libcurl4",
            use: "web servers and WebDAV"),
        Library(
            name: "libarchive", file: "libarchive.so.13", call: "archive_version_string",
            package: "libarchive13", use: "archives"),
        Library(
            name: "Expat", file: "libexpat.so.1", call: "XML_ExpatVersion", package: "libexpat1",
            use: "XML"),
        Library(
            name: "libqrencode", file: "libqrencode.so.4", call: "QRcode_APIVersionString",
            package: "libqrencode4", use: "QR codes"),
    ]

    static func all() -> [Finding] {
        libraries.map { library in
            guard let version = version(library) else {
                return Finding(
                    .libraries, library.name, .problem("apt-get install \(library.package)"),
                    "\(library.file) cannot be loaded, so \(library.use) will not work.")
            }
            return Finding(.libraries, library.name, .ok, version)
        }
    }

    private static func version(_ library: Library) -> String? {
        guard let handle = dlopen(library.file, RTLD_NOW | RTLD_LOCAL) else { return nil }
        // It stays: others use it too.
        guard let symbol = dlsym(handle, library.call) else { return "of an unknown version" }
        // Each of them takes one number at most and gives a text that stays.
        typealias Call = @convention(c) (CInt) -> UnsafePointer<CChar>?
        guard let text = unsafeBitCast(symbol, to: Call.self)(0) else {
            return "of an unknown version"
        }
        // Some say their names before it, OpenSSL its date behind it, libcurl all that it is made of.
        let words = String(cString: text).split { " /_".contains($0) }
        return words.first { $0.first?.isNumber == true }.map(String.init)
            ?? "of an unknown version"
    }
}
