import ArgumentParser
import Files
import Sync
import Words

/// How a mirror is to be made: what its options say, as a plan's file keeps it.
struct MirrorWishes: Equatable, Codable {
    var deletes = false
    var deletesLast = false
    var checksum = false
    var sizeOnly = false
    var update = false
    var existing = false
    var missing = false
    /// Patterns in their order, each behind `+` or `-`.
    var filter: [String] = []
    var ignoreFiles = false
    /// As it is written: `50` or `50%`.
    var maxDelete: String?
    /// A path below the target.
    var backup: String?
    var noMode = false
    var follow = false

    private enum CodingKeys: String, CodingKey {
        case deletes = "delete"
        case deletesLast = "delete_after"
        case checksum
        case sizeOnly = "size_only"
        case update, existing, missing, filter
        case ignoreFiles = "ignore_files"
        case maxDelete = "max_delete"
        case backup
        case noMode = "no_mode"
        case follow
    }

    /// Throws where some of it contradicts the rest.
    func validate() throws {
        if checksum, sizeOnly {
            throw ValidationError(tr("Use either --checksum or --size-only."))
        }
        if existing, missing {
            throw ValidationError(tr("Use either --existing or --missing."))
        }
        if !deletes, deletesLast || maxDelete != nil {
            throw ValidationError(
                tr("\(deletesLast ? "--delete-after" : "--max-delete") goes with --delete."))
        }
        if let maxDelete, DeletionLimit(maxDelete) == nil {
            throw ValidationError(
                tr("--max-delete takes a number or a share such as 20%, not '\(maxDelete)'."))
        }
        do {
            _ = try aside
        } catch let failure as Failure {
            throw ValidationError(failure.words)
        }
    }

    /// Where what is deleted or replaced is kept; nil for nowhere.
    var aside: AsideName? {
        get throws { try backup.map { try AsideName($0) } }
    }

    /// How the two trees are compared.
    func comparing(_ trees: ComparedTrees) throws -> ComparisonRules {
        var rules = ComparisonRules(
            criterion: checksum ? .contents : sizeOnly ? .size : .sizeAndTime,
            filter: try FilterOptions.filter(filter),
            comparesModes: trees.knowModes && !noMode, umask: ProcessMask.value,
            charsets: trees.places.map { $0.site.nameCharset })
        rules.descendsLone = Pair(!existing, deletes)
        rules.aside = try aside?.names
        rules.confirmsEmpty.first = deletes
        rules.followsLinks = follow
        rules.asksDetails = true
        rules.tops = trees.places
        rules.keepsDirectories = true
        return rules
    }

    /// What the mirror may do.
    var mirroring: MirrorRules {
        MirrorRules(
            scope: existing ? .existing : missing ? .missing : .all, deletes: deletes,
            replacesNewer: !update, limit: maxDelete.flatMap { DeletionLimit($0) } ?? .usual)
    }
}
