import Glibc

/// What a program that Ferry starts finds in its environment.
package enum ChildEnvironment {
    /// What is no business of a program that is started: it may hold a password, or is for Ferry alone.
    private static let withheld: Set<String> = ["FERRY_PASSWORD", "FERRY_ASKPASS"]

    /// `variables`, less what is withheld, with `added` set: `NAME=value` each.
    package static func make(
        from variables: [String] = ChildEnvironment.own, adding added: [String: String]
    ) -> [String] {
        let kept = variables.filter { variable in
            let name = String(variable.prefix { $0 != "=" })
            return added[name] == nil && !withheld.contains(name)
        }
        return kept + added.map { "\($0.key)=\($0.value)" }.sorted()
    }

    /// This process's.
    package static var own: [String] {
        var variables: [String] = []
        var pointer = environ
        while let variable = pointer.pointee {
            variables.append(String(cString: variable))
            pointer += 1
        }
        return variables
    }
}
