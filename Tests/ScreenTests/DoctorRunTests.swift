import DemoServer
import Foundation
import Support
import Testing

@Suite("The doctor looks at this machine and at sites")
struct DoctorRunTests {
    private let folder: TemporaryFolder
    private let server: DemoServer
    private let url: String

    init() throws {
        folder = try Ferry.folder()
        for name in ["config", "config/ferry", "served"] { try folder.makeFolder(name) }
        server = try DemoServer(root: folder.path("served"), options: .init(user: "anna"))
        url = "ftp://anna@127.0.0.1:\(try server.start())"
    }

    private struct Check: Decodable {
        let group: String
        let check: String
        let result: String
        let message: String
        let advice: String?
        let seconds: Double?
    }

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> (outcome: Outcome, checks: [Check]) {
        let outcome = try Outcome(
            ["doctor", "--json"] + arguments,
            environment: ["FERRY_PASSWORD": "any", "TERM": "xterm", "TZ": "UTC"]
                .merging(environment) { $1 }, in: folder)
        let checks = try outcome.output.split(separator: "\n").map { line in
            try JSONDecoder().decode(Check.self, from: Data(line.utf8))
        }
        return (outcome, checks)
    }

    @Test("A machine that is well") func machine() throws {
        defer { server.stop() }
        let (outcome, checks) = try run()
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(
            Set(checks.map(\.group)).isSuperset(of: [
                "terminal", "locale", "libraries", "programs", "files", "settings", "clock",
                "system",
            ]))
        let libraries = checks.filter { $0.group == "libraries" }
        #expect(libraries.count == 7)
        #expect(libraries.allSatisfy { $0.message.contains { $0.isNumber } })
        #expect(checks.allSatisfy { $0.result == "ok" || $0.advice?.isEmpty == false })
        // Nothing was made by looking.
        #expect(folder.names.contains("state") == false)
    }

    @Test("What is wrong is said with what to do, and is a failure") func wrong() throws {
        defer { server.stop() }
        try folder.write("theme = 3\n", to: "config/ferry/config.toml")
        try folder.write("", to: "state")
        let (outcome, checks) = try run(environment: ["TERM": "nonsense"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("problems"))
        let problems = checks.filter { $0.result == "problem" }
        #expect(problems.contains { $0.check == "type" && $0.message.contains("nonsense") })
        #expect(problems.contains { $0.group == "settings" && $0.message.contains("config.toml") })
        #expect(problems.contains { $0.check == "state" && $0.message.contains("is a file") })
    }

    @Test("Each step to a site has its time, and the text names it") func site() throws {
        defer { server.stop() }
        let (outcome, checks) = try run(url)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(
            checks.prefix(7).map(\.check)
                == ["dns", "connect", "tls", "login", "features", "data", "list"])
        #expect(checks.prefix(7).allSatisfy { $0.seconds != nil && $0.group == "site" })
        let text = try Outcome(
            ["doctor", url], environment: ["FERRY_PASSWORD": "any"], in: folder)
        #expect(text.output.hasPrefix("site\n  ok       dns"))
    }

    @Test("The step that fails is a problem, with advice") func broken() throws {
        server.stop()
        let (outcome, checks) = try run(url)
        #expect(outcome.code == 1)
        #expect(checks.last?.check == "connect" && checks.last?.result == "problem")
        #expect(checks.last?.advice?.contains("firewall") == true)
    }
}
