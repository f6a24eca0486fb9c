import Files
import Jobs

extension Entry {
    static func file(
        _ name: String, _ size: UInt64? = 0, _ time: CivilTime? = nil, mode: UInt16? = 0o644,
        owner: String? = nil
    ) -> Entry {
        make(name, .file, size, time, mode, owner)
    }

    static func folder(_ name: String, _ time: CivilTime? = nil) -> Entry {
        make(name, .directory, 4_096, time, 0o755, nil)
    }

    static func link(_ name: String, to target: String) -> Entry {
        var entry = make(name, .link, 7, nil, 0o777, nil)
        entry.target = Array(target.utf8)
        return entry
    }

    private static func make(
        _ text: String, _ kind: Kind, _ size: UInt64?, _ time: CivilTime?, _ mode: UInt16?,
        _ owner: String?
    ) -> Entry {
        guard let name = Name(text) else { preconditionFailure("'\(text)' is no name") }
        let modified = time?.secondsSinceEpoch.map { Timestamp(seconds: $0) }
        return Entry(
            name: name, kind: kind, size: size, modified: modified, mode: mode, owner: owner,
            group: owner)
    }

    private static func time(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> CivilTime {
        CivilTime(year: 2026, month: month, day: day, hour: hour, minute: minute)
    }

    /// What is on this machine.
    static let site: [Entry] = [
        .folder("assets", time(11, 20, 9, 12)),
        .folder("css", time(11, 20, 22, 40)),
        .folder("drafts", time(11, 19, 18, 3)),
        .file("favicon.ico", 4_286, CivilTime(year: 2024, month: 1, day: 3)),
        .file("main.js", 216_884, time(11, 20, 23, 51), owner: "me"),
        .file("release-notes.md", 6_210, time(11, 20, 23, 55)),
        .file("テスト.txt", 1_024, time(10, 11, 12, 0)),
        .file(".hidden", 3, time(10, 11, 12, 0)),
    ]

    /// What is on the server.
    static let web: [Entry] = [
        .folder("assets", time(11, 20, 9, 12)),
        .folder("css", time(11, 18, 7, 1)),
        .file("favicon.ico", 4_286, CivilTime(year: 2024, month: 1, day: 3)),
        .file("main.js", 202_751, time(11, 18, 7, 1), owner: "www"),
        .file("old.tar.gz", 1_288_490_189, CivilTime(year: 2023, month: 3, day: 2)),
        .link("uploads", to: "/srv/uploads"),
    ]
}

extension Job {
    /// A job that carries a file from `~/site` to web01's `/www`, or back.
    static func carrying(
        _ name: String, id: Int64, _ state: State = .running, up: Bool = true,
        size: UInt64 = 1_000, done: UInt64 = 0
    ) -> Job {
        let here = Location(site: .local, path: Path("/home/me/site/" + name))
        let there = Location(site: Stage.web, path: Path("/www/" + name))
        return Job(
            id: JobID(rawValue: id), batch: BatchID(rawValue: 1), operation: .copy, kind: .file,
            source: up ? here : there, target: up ? there : here, state: state, size: size,
            done: done)
    }
}
