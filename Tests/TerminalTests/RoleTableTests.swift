import Testing

@testable import Terminal

@Suite("Values by roles")
struct RoleTableTests {
    @Test("Each role has a place of its own, in their order") func places() {
        #expect(Role.allCases.map(\.place) == Array(0..<Role.count))
    }

    @Test("A role has what it was given, and no other has") func values() {
        var table = RoleTable<String>()
        #expect(Role.allCases.allSatisfy { table[$0] == nil })
        for role in Role.allCases { table[role] = role.rawValue }
        #expect(Role.allCases.allSatisfy { table[$0] == $0.rawValue })
        table[.text] = nil
        #expect(table[.text] == nil && table[.muted] == Role.muted.rawValue)
    }
}
