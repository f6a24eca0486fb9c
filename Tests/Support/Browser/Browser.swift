import Foundation
import Glibc

/// A headless Chromium with one page, driven over its DevTools protocol. It has a profile of its own
/// and can reach nothing but 127.0.0.1.
package final class Browser {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where downloads go, each under the name that the browser gives it.
    package let downloads: TemporaryFolder

    private let folder: TemporaryFolder
    private let child: ChildProcess
    private let pipe: BrowserPipe
    private var session: String?

    /// Seconds that anything may take.
    private static let patience = 60.0

    /// Starts the browser and opens an empty page.
    package init() throws {
        let program = try Browser.program()
        downloads = try TemporaryFolder()
        folder = try TemporaryFolder()
        pipe = try BrowserPipe(folder)
        try folder.makeFolder("profile")
        try folder.write(
            """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
            <dir>\(program.prefix)/usr/share/fonts</dir><cachedir>\(folder.path("fonts"))</cachedir>
            </fontconfig>
            """, to: "fonts.conf")
        let options = [
            "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--no-proxy-server", "--lang=en-GB",
            "--user-data-dir=\(folder.path("profile"))",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "about:blank",
        ]
        child = try ChildProcess(
            ["bash", "-c", pipe.redirection, program.path] + options,
            environment: program.environment.merging(
                ["FONTCONFIG_FILE": folder.path("fonts.conf"), "HOME": folder.path]
            ) { $1 }, log: folder.path("log"))
        let page = try send("Target.createTarget", ["url": "about:blank"])
        session = try send(
            "Target.attachToTarget", ["targetId": page.targetId ?? "", "flatten": true]
        ).sessionId
        try send("Page.enable")
        try send(
            "Browser.setDownloadBehavior",
            ["behavior": "allow", "downloadPath": downloads.path, "eventsEnabled": true])
    }

    deinit {
        child.stop()
    }

    /// Why there can be no browser here; nil where there can.
    package static var obstacle: String? {
        do {
            _ = try program()
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func program() throws(RealServer.Failure) -> UnpackedProgram {
        try UnpackedProgram(
            package: "chromium-headless-shell", file: "/usr/lib/chromium/chromium-headless-shell")
    }

    // MARK: What a user does

    /// Goes to `url` and waits until all of it is there.
    package func open(_ url: String) throws {
        try follow {
            if let error = try send("Page.navigate", ["url": url]).errorText {
                throw Failure(description: "\(url): \(error)")
            }
        }
    }

    /// Clicks what leads to another page, and waits until all of that is there.
    package func follow(clicking selector: String) throws {
        try follow { try click(selector) }
    }

    /// Clicks the first that `selector` matches.
    package func click(_ selector: String) throws {
        try evaluate("document.querySelector(\(Browser.literal(selector))).click()")
    }

    /// Puts files of this machine into a field of a form.
    package func choose(_ files: [String], in selector: String) throws {
        let found = try send(
            "Runtime.evaluate",
            ["expression": "document.querySelector(\(Browser.literal(selector)))"])
        guard let object = found.result?.objectId else {
            throw Failure(description: "the page has no \(selector)")
        }
        try send("DOM.setFileInputFiles", ["files": files, "objectId": object])
    }

    /// Waits until `count` downloads have come to their ends, each whole.
    package func waitForDownloads(_ count: Int) throws {
        for _ in 0..<count {
            while true {
                let event = try pipe.next(
                    "Browser.downloadProgress", within: Browser.patience, child)
                if event.params?.state == "completed" { break }
                if event.params?.state == "canceled" {
                    throw Failure(description: "a download was cancelled")
                }
            }
        }
    }

    // MARK: What a user sees

    /// The value of an expression, as text; a promise's once it is kept.
    @discardableResult
    package func evaluate(_ expression: String) throws -> String {
        let reply = try send(
            "Runtime.evaluate",
            [
                "expression": "(async () => String(await (\(expression))))()",
                "awaitPromise": true, "returnByValue": true, "userGesture": true,
            ])
        if let details = reply.exceptionDetails {
            throw Failure(description: details.exception?.description ?? details.text)
        }
        return reply.result?.value ?? ""
    }

    /// Waits until an expression is true of the page, which looks at itself whenever it changes.
    package func wait(until expression: String) throws {
        let watching = """
            new Promise(keep => {
                const look = () => (\(expression)) && (watcher.disconnect(), keep());
                const watcher = new MutationObserver(look);
                watcher.observe(
                    document,
                    {subtree: true, childList: true, attributes: true, characterData: true});
                look();
            })
            """
        do {
            try evaluate(watching)
        } catch is Deadline.Passed {
            throw Failure(description: "never came true: \(expression)")
        }
    }

    /// From now on the page is this wide, and the user prefers dark or light.
    package func show(width: Int, height: Int, isDark: Bool) throws {
        try send(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": width, "height": height, "deviceScaleFactor": 1,
                "mobile": width < 600,
            ])
        try send(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
                ]
            ])
    }

    package func setScripts(areEnabled: Bool) throws {
        try send("Emulation.setScriptExecutionDisabled", ["value": !areEnabled])
    }

    /// What the page looks like, as a PNG.
    package func screenshot() throws -> [UInt8] {
        let reply = try send("Page.captureScreenshot", ["format": "png"])
        return reply.data.flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
    }

    private func follow(_ body: () throws -> Void) throws {
        pipe.forget("Page.loadEventFired")
        try body()
        _ = try pipe.next("Page.loadEventFired", within: Browser.patience, child)
    }

    // MARK: The protocol

    @discardableResult
    private func send(
        _ method: String, _ parameters: [String: Any] = [:]
    ) throws -> BrowserMessage.Outcome {
        var message: [String: Any] = ["method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        let reply = try pipe.ask(message, within: Browser.patience, child)
        if let error = reply.error {
            throw Failure(description: "\(method): \(error.message)")
        }
        return reply.result ?? BrowserMessage.Outcome()
    }

    /// As a script's source holds it.
    private static func literal(_ text: String) -> String {
        let inner = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "'\(inner)'"
    }
}
