import ArgumentParser
import Engine
import Files
import Sync
import Words

/// How two places are to be synchronised: what its options say, as a plan's file keeps it.
struct SyncWishes: Equatable {
    /// What a mirror does not have.
    struct Choices: Equatable, Codable {
        var conflict = ConflictChoice.keepBoth
        /// Whether nothing is kept of what is deleted or replaced.
        var noBackup = false
        /// What files are called that are kept beside another; as the plan has it.
        var stamp: String?

        private enum CodingKeys: String, CodingKey {
            case conflict
            case noBackup = "no_backup"
            case stamp
        }
    }

    var common = MirrorWishes()
    var choices = Choices()

    /// Where things are kept where nobody says.
    private static let usualBackup = ".ferry-trash"

    /// Throws where some of it contradicts the rest.
    func validate() throws {
        if choices.noBackup, common.backup != nil {
            throw ValidationError(tr("Use either --backup or --no-backup."))
        }
        var checked = common
        checked.deletes = true
        try checked.validate()
    }

    /// Where what is deleted or replaced is kept on both sides; nil for nowhere.
    var aside: AsideName? {
        get throws {
            choices.noBackup ? nil : try AsideName(common.backup ?? SyncWishes.usualBackup)
        }
    }

    /// How the two trees are compared.
    func comparing(_ trees: ComparedTrees, _ memory: SyncMemory) throws -> ComparisonRules {
        var rules = try common.comparing(trees)
        rules.descendsLone = Pair(true, true)
        rules.confirmsEmpty = Pair(true, true)
        rules.aside = try aside?.names
        rules.agreed = memory
        return rules
    }

    /// What may be done.
    func rules(stamp: String) -> SyncRules {
        SyncRules(
            scope: common.existing ? .existing : common.missing ? .missing : .all,
            conflict: choices.conflict.rule, replacesNewer: !common.update,
            limit: common.maxDelete.flatMap { DeletionLimit($0) } ?? .usual, stamp: stamp)
    }
}

/// What becomes of what was changed on both sides.
enum ConflictChoice: String, Codable, CaseIterable, ExpressibleByArgument {
    case keepBoth = "keep-both"
    case newer, first, second, skip

    fileprivate var rule: SyncRules.Conflict {
        switch self {
        case .keepBoth: .keepBoth
        case .newer: .newer
        case .first: .take(.first)
        case .second: .take(.second)
        case .skip: .skip
        }
    }
}
