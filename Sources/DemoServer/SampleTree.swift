import CLinux
import Glibc

/// A small web site as one might have it on a server: what `ferry demo` shows.
package enum SampleTree {
    /// Why the tree could not be written: one plain sentence.
    package struct Failure: Error, CustomStringConvertible, Sendable {
        package let description: String
    }

    private enum Item {
        case folder(String)
        case text(String, String)
        /// Bytes that look random but are the same each time.
        case binary(String, Int)
        case link(String, target: String)
    }

    /// 2024-11-20 18:03:00 UTC: times go back from here, a few hours an item.
    private static let newest = 1_732_125_780

    private static let items: [Item] = [
        .folder("backups"),
        .binary("backups/site-2024-10.tar.gz", 4_718_592),
        .binary("backups/site-2024-11.tar.gz", 5_242_880),
        .folder("www"),
        .text("www/index.html", page("Harbour Row", "Boats leave on the hour.")),
        .text("www/about.html", page("About us", "Three boats, two piers, one kettle.")),
        .text("www/robots.txt", "User-agent: *\nDisallow: /drafts/\n"),
        .folder("www/assets"),
        .folder("www/assets/css"),
        .text("www/assets/css/site.css", styles),
        .text("www/assets/css/print.css", "nav, footer { display: none }\n"),
        .folder("www/assets/js"),
        .text("www/assets/js/main.js", script),
        .folder("www/assets/fonts"),
        .binary("www/assets/fonts/harbour.woff2", 48_216),
        .folder("www/images"),
        .binary("www/images/pier.jpg", 1_684_212),
        .binary("www/images/ferry at dawn.jpg", 2_411_008),
        .binary("www/images/logo.png", 18_934),
        .text("www/images/café.svg", drawing),
        .folder("www/news"),
        .folder("www/news/2023"),
        .text("www/news/2023/timetable.md", "# Winter timetable\n\nEvery two hours.\n"),
        .folder("www/news/2024"),
        .text("www/news/2024/new-boat.md", "# A third boat\n\nShe is called *Kittiwake*.\n"),
        .text("www/news/2024/お知らせ.md", "# お知らせ\n\n冬の時刻表が始まりました。\n"),
        .folder("www/日本語"),
        .text("www/日本語/テスト.txt", "これはテストです。\n"),
        .folder("www/drafts"),
        .text("www/drafts/release-notes.md", notes),
        .folder("logs"),
        .text("logs/access.log", accessLog),
        .text("logs/empty.log", ""),
        .folder("incoming"),
        .text("readme.txt", readme),
        .text("crème brûlée.txt", "Six yolks, half a litre of cream, patience.\n"),
        .link("latest.tar.gz", target: "backups/site-2024-11.tar.gz"),
        .link("www/current", target: "news/2024"),
    ]

    /// Writes the tree into the folder `root`, which must exist and should be empty.
    package static func write(to root: String) throws(Failure) {
        for (index, item) in items.enumerated() {
            try write(item, below: root, modified: newest - index * 41_987)
        }
        // Folders last: what is written into one changes its time.
        for (index, item) in items.enumerated() {
            if case .folder(let name) = item {
                try setTime(root + "/" + name, newest - index * 41_987)
            }
        }
    }

    private static func write(
        _ item: Item, below root: String, modified: Int
    ) throws(Failure) {
        switch item {
        case .folder(let name):
            guard mkdir(root + "/" + name, 0o755) == 0 else { throw failure(name) }
        case .link(let name, let target):
            guard symlink(target, root + "/" + name) == 0 else { throw failure(name) }
            try setTime(root + "/" + name, modified)
        case .text(let name, let text):
            try store(Array(text.utf8), at: root + "/" + name, modified)
        case .binary(let name, let size):
            try store(noise(size), at: root + "/" + name, modified)
        }
    }

    private static func store(
        _ bytes: [UInt8], at path: String, _ modified: Int
    ) throws(Failure) {
        let number = ferry_openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644)
        guard number >= 0 else { throw failure(path) }
        let file = Descriptor(number)
        var position = 0
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes {
                Glibc.write(file.number, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            position += count
        }
        try setTime(path, modified)
    }

    private static func setTime(_ path: String, _ seconds: Int) throws(Failure) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        guard utimensat(AT_FDCWD, path, [time, time], CInt(AT_SYMLINK_NOFOLLOW)) == 0 else {
            throw failure(path)
        }
    }

    private static func failure(_ name: String) -> Failure {
        Failure(description: "The sample \(name) cannot be written (\(SystemCall.lastError)).")
    }

    /// Bytes of a linear congruential generator: no compression, no surprise.
    private static func noise(_ count: Int) -> [UInt8] {
        var state = UInt64(truncatingIfNeeded: count)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                buffer[index] = UInt8(truncatingIfNeeded: state >> 56)
            }
            initialized = count
        }
    }

    private static func page(_ title: String, _ text: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
          <meta charset="utf-8">
          <title>\(title)</title>
          <link rel="stylesheet" href="assets/css/site.css">
        </head>
        <body>
          <h1>\(title)</h1>
          <p>\(text)</p>
          <script src="assets/js/main.js"></script>
        </body>
        </html>

        """
    }

    private static let styles = """
        :root { --sea: #0b4f6c; --foam: #f6f9fa }
        body { margin: 2rem auto; max-width: 40rem; color: var(--sea); background: var(--foam) }
        h1 { font-weight: 300 }

        """

    private static let script = """
        const next = new Date(Date.now() + 3600000)
        next.setMinutes(0)
        document.title += ` (next boat ${next.toTimeString().slice(0, 5)})`

        """

    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
          <path d="M4 9h13v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5z"/>
        </svg>

        """

    private static let notes = """
        # Release notes

        - The timetable knows holidays.
        - Pictures load when they come into view.

        """

    private static let readme = """
        This is Ferry's demo server: a directory of samples, served on this machine only.
        Copy, rename and delete what you like; it is deleted when Ferry ends.

        """

    private static let accessLog: String = (0..<2_000).map { number in
        let minute = number / 60 % 60
        let second = number % 60
        let time =
            "20/Nov/2024:17:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)"
        return
            "127.0.0.1 - - [\(time) +0000] \"GET /news/\(number % 7) HTTP/1.1\" 200 \(number * 37)\n"
    }.joined()
}
