import Glibc

/// What a program that Ferry starts finds in its environment.
enum ChildEnvironment {
    /// What is no business of a program that is started: it may hold a password, or is for Ferry alone.
    private static let withheld: Set<String> = ["FERRY_PASSWORD", "FERRY_ASKPASS"]

    /// This process's own, less what is withheld, with `added` set: `NAME=value` each.
    static func make(adding added: [String: String]) -> [String] {
        var variables: [String] = []
        var pointer = environ
        while let variable = pointer.pointee {
            let text = String(cString: variable)
            let name = String(text.prefix { $0 != "=" })
            if added[name] == nil, !withheld.contains(name) { variables.append(text) }
            pointer += 1
        }
        return variables + added.map { "\($0.key)=\($0.value)" }.sorted()
    }
}
