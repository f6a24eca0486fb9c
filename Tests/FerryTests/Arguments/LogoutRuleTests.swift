import Testing

@testable import Ferry

@Suite("What becomes of a process at logout")
struct LogoutRuleTests {
    private static let session = "0::/user.slice/user-1000.slice/session-3.scope"
    private static let manager =
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/vte-spawn-1.scope"

    @Test("A session's processes end where logind is told so, save in a lingering user's scope")
    func session() {
        func rule(_ kills: Bool, _ lingers: Bool) -> LogoutRule {
            LogoutRule(group: LogoutRuleTests.session, killsProcesses: kills, lingers: lingers)
        }
        #expect(rule(false, false) == .survives)
        #expect(rule(false, true) == .survives)
        #expect(rule(true, false) == .ends)
        #expect(rule(true, true) == .needsScope)
        #expect(rule(true, false).warning?.contains("enable-linger") == true)
        #expect(rule(true, true).warning == nil)
    }

    @Test("What the user's manager started ends with it, unless the user lingers")
    func manager() {
        for kills in [false, true] {
            let group = LogoutRuleTests.manager
            #expect(LogoutRule(group: group, killsProcesses: kills, lingers: false) == .ends)
            #expect(LogoutRule(group: group, killsProcesses: kills, lingers: true) == .survives)
        }
        let service = "0::/system.slice/cron.service"
        #expect(LogoutRule(group: service, killsProcesses: true, lingers: false) == .survives)
    }

    @Test("The last of logind's files that says something counts, else what was compiled in")
    func settings() {
        #expect(!LogoutRule.killsProcesses([]))
        #expect(LogoutRule.killsProcesses(["[Login]\n#KillUserProcesses=yes\n"]))
        #expect(!LogoutRule.killsProcesses(["[Login]\n#KillUserProcesses=no\n"]))
        #expect(!LogoutRule.killsProcesses(["#KillUserProcesses=yes", "KillUserProcesses = no"]))
        #expect(
            LogoutRule.killsProcesses(["KillUserProcesses=no", "[Login]\nKillUserProcesses=true"]))
    }
}
