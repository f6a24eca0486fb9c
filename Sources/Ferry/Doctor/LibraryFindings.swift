import COpenSSL
import CQRencode
import Curses
import Glibc
import Transfers
import Web
import Words

/// Which versions of the system's libraries there are.
enum LibraryFindings {
    /// A library that is loaded when it is first used, and how it tells its version.
    private struct Library {
        let name: String
        let file: String
        let call: String
        let package: String
        /// What does not work without the file.
        let loss: @Sendable (_ file: String) -> String
    }

    private static let loaded = [
        Library(
            name: "OpenSSL", file: String(cString: ferry_openssl_name()), call: "OpenSSL_version",
            package: "libssl3",
            loss: { tr("\($0) cannot be loaded, so TLS and checksums will not work.") }),
        Library(
            name: "libcurl", file: "libcurl.so.4", call: "curl_version", package: "libcurl4",
            loss: { tr("\($0) cannot be loaded, so web servers and WebDAV will not work.") }),
        Library(
            name: "libarchive", file: "libarchive.so.13", call: "archive_version_string",
            package: "libarchive13",
            loss: { tr("\($0) cannot be loaded, so archives will not work.") }),
        Library(
            name: "libqrencode", file: String(cString: ferry_qr_library()),
            call: "QRcode_APIVersionString", package: "libqrencode4",
            loss: { tr("\($0) cannot be loaded, so QR codes will not work.") }),
    ]

    static func all() -> [Finding] {
        // Those that are part of the program, or were loaded with it.
        let linked: [(name: String, version: String?)] = [
            ("ncurses", CursesLibrary.version), ("SQLite", StoreLibrary.version),
            ("Expat", XMLLibrary.version),
        ]
        let own = linked.map { library in
            let version = library.version.map { number(in: $0) } ?? unknown
            return Finding(.libraries, library.name, .ok, version)
        }
        return own
            + loaded.map { library in
                guard let version = version(library) else {
                    return Finding(
                        .libraries, library.name, .problem("apt-get install \(library.package)"),
                        library.loss(library.file))
                }
                return Finding(.libraries, library.name, .ok, version)
            }
    }

    private static let unknown = tr("of an unknown version")

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
