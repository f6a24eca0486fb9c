import Files
import Settings
import Sync

/// What is chosen to mirror or synchronise two places, besides what makes two files the same.
struct MirrorChoices: Hashable, Sendable {
    enum Kind: CaseIterable, Sendable { case mirror, sync }

    var kind = Kind.mirror
    var deletes = false
    /// `.first` is the left side.
    var conflict = SyncRules.Conflict.keepBoth
    var scope = MirrorRules.Scope.all
    var replacesNewer = true
    var keepsReplaced = true
    var comparesModes = true
    var readsIgnoreLists = false
    /// Patterns, with blanks between them.
    var excluded = ""

    /// What is usual.
    init() {}

    // MARK: - From one time to another

    private static let conflicts: [(word: String, choice: SyncRules.Conflict)] = [
        ("both", .keepBoth), ("newer", .newer), ("first", .take(.first)),
        ("second", .take(.second)), ("skip", .skip),
    ]
    private static let scopes: [(word: String, choice: MirrorRules.Scope)] = [
        ("all", .all), ("existing", .existing), ("missing", .missing),
    ]

    /// What was chosen for two places, of which the first is that of `side`. A word that is not understood
    /// leaves what is usual.
    init(_ values: [String: String], _ side: Side) {
        func isWanted(_ word: String, _ usual: Bool) -> Bool {
            values[word].flatMap { ["yes": true, "no": false][$0] } ?? usual
        }
        kind = values["kind"] == "sync" ? .sync : .mirror
        deletes = isWanted("delete", deletes)
        let known = MirrorChoices.conflicts.first { $0.word == values["conflict"] }?.choice
        conflict = (known ?? conflict).seen(from: side)
        scope = MirrorChoices.scopes.first { $0.word == values["scope"] }?.choice ?? scope
        replacesNewer = isWanted("replace-newer", replacesNewer)
        keepsReplaced = isWanted("keep-old", keepsReplaced)
        comparesModes = isWanted("permissions", comparesModes)
        readsIgnoreLists = isWanted("ignore-lists", readsIgnoreLists)
        excluded = values["skip"] ?? ""
    }

    /// As it is kept; the first of the two places is that of `side`.
    func values(_ side: Side) -> [String: String] {
        func word(_ isWanted: Bool) -> String { isWanted ? "yes" : "no" }
        let conflict = conflict.seen(from: side)
        return [
            "kind": kind == .sync ? "sync" : "mirror",
            "delete": word(deletes),
            "conflict": MirrorChoices.conflicts.first { $0.choice == conflict }?.word ?? "",
            "scope": MirrorChoices.scopes.first { $0.choice == scope }?.word ?? "",
            "replace-newer": word(replacesNewer),
            "keep-old": word(keepsReplaced),
            "permissions": word(comparesModes),
            "ignore-lists": word(readsIgnoreLists),
            "skip": excluded,
        ]
    }

    /// What was chosen for the other direction says of this one which names are not to be copied, and all
    /// where both sides are alike.
    func reversed() -> MirrorChoices {
        guard kind == .mirror else { return self }
        var choices = MirrorChoices()
        choices.comparesModes = comparesModes
        choices.readsIgnoreLists = readsIgnoreLists
        choices.excluded = excluded
        return choices
    }

    /// What was chosen last for the directories of the panes, from `side` to the other one.
    static func last(from side: Side, _ workspace: Workspace) -> MirrorChoices? {
        let (own, other) = (
            workspace.panes[side].location, workspace.panes[side.other].location
        )
        if let known = workspace.pairChoices.first(where: { $0.isAbout(own, other) }) {
            return MirrorChoices(known.values, side)
        }
        return workspace.pairChoices.first { $0.isAbout(other, own) }
            .map { MirrorChoices($0.values, side.other).reversed() }
    }
}

extension SyncRules.Conflict {
    /// Whose file is taken by the sides of the screen, where it is known by two places of which the first is
    /// on `side`; and the other way round.
    fileprivate func seen(from side: Side) -> SyncRules.Conflict {
        switch (self, side) {
        case (.take(.first), .right): .take(.second)
        case (.take(.second), .right): .take(.first)
        default: self
        }
    }
}
