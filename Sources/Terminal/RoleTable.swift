/// A value for each role, found by its place: to use a dictionary for the first time takes the
/// runtime longer than to fill one.
package struct RoleTable<Value> {
    /// By `Role.place`.
    private var values: [Value?]

    /// For no role.
    package init() {
        values = Array(repeating: nil, count: Role.count)
    }

    /// A role's value; nil where it has none.
    package subscript(role: Role) -> Value? {
        get { values[role.place] }
        set { values[role.place] = newValue }
    }
}

extension RoleTable: Sendable where Value: Sendable {}
extension RoleTable: Equatable where Value: Equatable {}
extension RoleTable: Hashable where Value: Hashable {}

extension Role {
    /// How many there are.
    static let count = allCases.count

    /// Where it is among all of them: an enum without payloads holds nothing else.
    var place: Int { Int(withUnsafeBytes(of: self) { $0[0] }) }
}
