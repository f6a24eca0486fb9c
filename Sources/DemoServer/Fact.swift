/// The facts of MLSD and MLST (RFC 3659, 7.5).
enum Fact: String, CaseIterable {
    case type = "type"
    case size = "size"
    case modify = "modify"
    case perm = "perm"
    case unique = "unique"
    case mode = "UNIX.mode"
    case owner = "UNIX.owner"
    case group = "UNIX.group"
    case ownerName = "UNIX.ownername"
    case groupName = "UNIX.groupname"

    /// Given before a client chooses by OPTS.
    static let standard = allCases

    /// FEAT's line, with a star at each enabled fact (RFC 3659, 7.8).
    static func feature(enabled: [Fact]) -> String {
        "MLST "
            + allCases.map { $0.rawValue + (enabled.contains($0) ? "*" : "") + ";" }.joined()
    }
}
