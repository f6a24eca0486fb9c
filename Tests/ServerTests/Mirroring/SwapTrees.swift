import Files
import Jobs
import Support
import Sync

@testable import Engine

/// A build and a site in memory, the one to replace the other.
struct SwapTrees {
    let source = MemoryVolume(site: Site(scheme: .ftp, host: "source"), makesLinks: true)
    let target = MemoryVolume(site: Site(scheme: .ftp, host: "target"), makesLinks: true)
    let desk: SwapDesk

    init() throws {
        for (path, text) in [("same", "same"), ("f", "newer"), ("new/deep/g", "g")] {
            source.add("/build/" + path, text)
        }
        source.addDirectory("/build/bare")
        for (path, text) in [("same", "same"), ("f", "old"), ("gone/x", "x"), ("gone/y", "y")] {
            target.add("/www/site/" + path, text)
        }
        let (source, target) = (source, target)
        desk = try SwapDesk(
            Pair(
                Location(site: source.site, path: Path("/build")),
                Location(site: target.site, path: Path("/www/site")))
        ) { $0 == source.site ? source.connect() : target.connect() }
    }

    /// What a tree holds: the paths, with what is in the files.
    static func tree(_ volume: MemoryVolume, _ top: String) -> [String] {
        volume.paths.filter { $0.hasPrefix(top + "/") && $0 != top + "/" }.map {
            $0.dropFirst(top.count) + (volume.text($0).map { ": " + $0 } ?? "")
        }
    }

    /// What is in a directory of the target's.
    func tree(_ top: String) -> [String] { SwapTrees.tree(target, top) }

    /// All that the target's server has.
    var whole: [String] { tree("/www") }

    /// Whether the source's has come to the target.
    var isNew: Bool {
        tree("/www/site").filter { !$0.hasPrefix("/.") } == SwapTrees.tree(source, "/build")
    }

    /// What is beside the target, itself among it.
    func beside() throws -> [String] {
        try target.connect().list(Path("/www")).entries.map(\.name.text)
    }

    /// The server refuses something.
    func refuse(_ operation: MemoryFault.Operation, _ path: String, times: Int = 1) {
        target.lay(MemoryFault(operation, path, MemoryFault.refused(), times: times))
    }

    /// Where the new directory is written, once that has begun.
    static func new(on target: MemoryVolume) -> String {
        let path = target.paths.first { $0.hasPrefix("/www/.ferry-") && $0.hasSuffix("-1/") }
        return String((path ?? "").dropLast())
    }
}
