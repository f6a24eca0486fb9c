import Files
import Glibc
import Jobs
import Support
import Testing

@testable import Share

@Suite("A browser uses a share", .serialized) struct BrowserTests {
    /// Files of a usual folder, and some whose names are not.
    private func share(isWritable: Bool = true) throws -> TestShare {
        let share = try TestShare(request: { $0.isWritable = isWritable })
        try share.folder.makeFolder("Pictures of the north")
        try share.folder.makeFolder("raw")
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
        try share.folder.write(bytes, to: "film 10.mkv")
        try share.folder.write(Array(bytes.prefix(1_500)), to: "film 9.mkv")
        try share.folder.write("x", to: "<i>&'\".txt")
        try share.folder.write("x", to: String(repeating: "a long name ", count: 12) + ".txt")
        try share.folder.write("x", to: "\u{202E}gnp.exe")
        return share
    }

    private func browser() throws -> Browser {
        if let obstacle = Browser.obstacle, !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        return try Browser()
    }

    private static let names =
        "[...document.querySelectorAll('tbody tr:not(.u) a')].map(a => a.textContent).join('|')"

    @Test("It sorts, goes down and up, and shows every name as it is", arguments: [true, false])
    func looksAround(hasScripts: Bool) throws {
        let (browser, share) = (try browser(), try share())
        try browser.setScripts(areEnabled: hasScripts)
        try browser.open("http://127.0.0.1:\(share.port)/")
        let long = String(repeating: "a long name ", count: 12) + ".txt"
        #expect(
            try browser.evaluate(BrowserTests.names)
                == "Pictures of the north|raw|<i>&'\".txt|\(long)|film 9.mkv|film 10.mkv|"
                + "‹202E›gnp.exe")
        #expect(try browser.evaluate("document.querySelectorAll('i').length") == "0")
        try browser.follow(clicking: "th:nth-child(2) a")
        #expect(
            try browser.evaluate(BrowserTests.names).hasPrefix(
                "Pictures of the north|raw|film 10.mkv|film 9.mkv|"))
        try browser.follow(clicking: "th:nth-child(2) a")
        #expect(try browser.evaluate(BrowserTests.names).hasSuffix("|film 9.mkv|film 10.mkv"))
        try browser.follow(clicking: "tbody tr.d a")
        #expect(try browser.evaluate("document.title") == "Pictures of the north")
        try browser.follow(clicking: "tr.u a")
        #expect(try browser.evaluate("location.pathname") == "/")
    }

    @Test("It downloads a file and a folder, and goes on within a file") func downloads() throws {
        let (browser, share) = (try browser(), try share())
        try browser.open("http://127.0.0.1:\(share.port)/")
        let data = [UInt8](repeating: 9, count: 100_000)
        try share.folder.write(data, to: "raw/data.bin")
        try browser.open("http://127.0.0.1:\(share.port)/raw/")
        try browser.click("a[href='data.bin']")
        try browser.waitForDownloads(1)
        #expect(browser.downloads.read("data.bin") == data)
        try browser.click("button[value=zip]")
        try browser.waitForDownloads(1)
        let zip = browser.downloads.read("raw.zip") ?? []
        #expect(zip.starts(with: [0x50, 0x4B, 3, 4]))
        #expect(zip.count > data.count)
        let part = """
            fetch('/film%2010.mkv', {headers: {Range: 'bytes=199990-'}}).then(async reply =>
                reply.status + ' ' + (await reply.arrayBuffer()).byteLength)
            """
        #expect(try browser.evaluate(part) == "206 10")
    }

    @Test(
        "It uploads two files through the form, with scripts and without", arguments: [true, false])
    func uploads(hasScripts: Bool) throws {
        let (browser, share) = (try browser(), try share())
        let own = try TemporaryFolder()
        let large = [UInt8](repeating: 7, count: 3_000_000)
        try own.write(large, to: "größe.bin")
        try own.write("new", to: "film 9.mkv")
        try browser.setScripts(areEnabled: hasScripts)
        try browser.open("http://127.0.0.1:\(share.port)/raw/")
        try browser.choose([own.path("größe.bin")], in: "input[type=file]")
        if hasScripts {
            try browser.click("form.upload button")
            try browser.wait(until: "document.querySelectorAll('.upload li.good').length === 1")
            // What the folder holds is shown without going there again.
            try browser.wait(until: "document.querySelectorAll('tbody tr').length === 2")
        } else {
            try browser.follow(clicking: "form.upload button")
            #expect(try browser.evaluate("document.querySelectorAll('li.good').length") == "1")
            try browser.follow(clicking: "main a")
        }
        #expect(try browser.evaluate(BrowserTests.names) == "größe.bin")
        #expect(share.folder.read("raw/größe.bin") == large)

        try browser.open("http://127.0.0.1:\(share.port)/")
        try browser.choose(
            [own.path("film 9.mkv"), own.path("größe.bin")], in: "input[type=file]")
        if hasScripts {
            try browser.click("form.upload button")
        } else {
            try browser.follow(clicking: "form.upload button")
        }
        try browser.wait(until: "document.querySelectorAll('li.good').length === 2")
        let told = try browser.evaluate("document.querySelector('li').textContent")
        #expect(told.contains("film 9 (1).mkv, because that name already exists."))
        #expect(share.folder.read("film 9.mkv")?.count == 1_500)
        #expect(share.folder.read("film 9 (1).mkv") == Array("new".utf8))
        #expect(share.folder.read("größe.bin") == large)
        keep(try browser.screenshot(), "uploaded-\(hasScripts ? "script" : "form").png")
    }

    @Test("It takes files that are dropped on the page") func drops() throws {
        let (browser, share) = (try browser(), try share())
        try browser.open("http://127.0.0.1:\(share.port)/raw/")
        let drop = """
            (() => {
                const data = new DataTransfer();
                data.items.add(new File(['dropped'], 'one.txt'));
                data.items.add(new File([''], 'two.txt'));
                const event = name =>
                    new DragEvent(name, {dataTransfer: data, bubbles: true, cancelable: true});
                document.body.dispatchEvent(event('dragover'));
                document.body.dispatchEvent(event('drop'));
            })()
            """
        try browser.evaluate(drop)
        try browser.wait(until: "document.querySelectorAll('.upload li.good').length === 2")
        #expect(share.folder.read("raw/one.txt") == Array("dropped".utf8))
        #expect(share.folder.read("raw/two.txt") == [])
    }

    @Test(
        "The page fits every width, in light and dark",
        arguments: [
            (1_100, false), (1_100, true), (390, false), (390, true),
        ])
    func looks(width: Int, isDark: Bool) throws {
        let (browser, share) = (try browser(), try share())
        try browser.show(width: width, height: 800, isDark: isDark)
        let targets = [
            ("", "files"), ("Pictures%20of%20the%20north/", "empty"), ("nothing", "missing"),
        ]
        for (target, name) in targets {
            try browser.open("http://127.0.0.1:\(share.port)/\(target)")
            let overflow = "document.documentElement.scrollWidth - innerWidth"
            #expect(try browser.evaluate(overflow) == "0")
            // The style is taken only where the page's policy names it.
            let paper = try browser.evaluate("getComputedStyle(document.body).backgroundColor")
            #expect(paper == (isDark ? "rgb(17, 22, 27)" : "rgb(255, 255, 255)"))
            let picture = try browser.screenshot()
            #expect(picture.count > 1_000)
            keep(picture, "\(name)-\(width)-\(isDark ? "dark" : "light").png")
        }
    }

    /// For people to look at, where the environment says where.
    private func keep(_ picture: [UInt8], _ name: String) {
        guard let folder = getenv("FERRY_PICTURES").map({ String(cString: $0) }),
            let file = fopen("\(folder)/\(name)", "wb")
        else { return }
        fwrite(picture, 1, picture.count, file)
        fclose(file)
    }
}
