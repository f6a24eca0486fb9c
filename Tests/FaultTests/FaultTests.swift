import Glibc
import Support
import Testing

/// The built program, with each call on the user's files failing in each way in which it can.
///
///     Tests/run --filter '^FaultTests'                     the first and the last call of each name
///     FERRY_FAULTS=all Tests/run --filter '^FaultTests'    each call
@Suite("Whatever call on a file fails, nothing is lost and nothing said done that is not")
struct FaultTests {
    private static let isWhole = getenv("FERRY_FAULTS").map { String(cString: $0) } == "all"

    @Test("Commands", arguments: Scenario.commands)
    func commands(scenario: Scenario) throws {
        try inject(into: scenario)
    }

    @Test("Requests to a share", arguments: Scenario.requests)
    func requests(scenario: Scenario) throws {
        try inject(into: scenario)
    }

    private func inject(into scenario: Scenario) throws {
        let clean = try scenario.run()
        #expect(clean.complaints.isEmpty, "without a fault")
        #expect(!clean.trace.counts.isEmpty)
        var failed: [String] = []
        for fault in clean.trace.faults(isWhole: FaultTests.isWhole)
        where !clean.trace.met.contains(fault.call) {
            let outcome = try scenario.run([fault])
            if !outcome.complaints.isEmpty {
                failed.append("\(fault): " + outcome.complaints.joined(separator: "; "))
            }
            // Later ones may not be made where the order of calls is another one, nor those that
            // come after the answer.
            if fault.number == 1, fault.call != "close", !outcome.trace.met.contains(fault.call) {
                failed.append("\(fault): not met")
            }
        }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
    }
}
