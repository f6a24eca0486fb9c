/// Judges what a run has left behind.
struct Verdict {
    let before: FolderContents
    let wanted: FolderContents
    let now: FolderContents
    let moves: [String: String]
    let code: Int
    /// Nil where none was met.
    let fault: Fault?
    private(set) var complaints: [String] = []

    init(
        before: FolderContents, wanted: FolderContents, now: FolderContents,
        moves: [String: String], code: Int, fault: Fault?
    ) {
        self.before = before
        self.wanted = wanted
        self.now = now
        self.moves = moves
        self.code = code
        self.fault = fault
    }

    mutating func judge() {
        judgeCode()
        if code == 0 { judgeDone(now) }
        for (path, item) in before.items { judgeOld(path, item) }
        for (path, item) in now.items where before.items[path] == nil { judgeNew(path, item) }
    }

    /// After a run that was killed, the same was done again.
    mutating func judgeRepeated(_ code: Int, _ now: FolderContents) {
        if code != 0 { complaints.append("done again after kill -9, it ended with \(code)") }
        judgeDone(now)
    }

    private mutating func judgeCode() {
        switch (code, fault) {
        case (137, .some(let fault)) where fault.isKill: break
        case (124, _), (137, _): complaints.append("it hung")
        case (128..., _): complaints.append("it was killed by signal \(code - 128)")
        case (0, .some(let fault)) where fault.expectation == .failure:
            complaints.append("it said done, though the bytes may be lost")
        case (0, _): break
        case (_, nil): complaints.append("it failed where nothing was wrong: code \(code)")
        case (_, .some(let fault)) where fault.expectation == .success:
            complaints.append("it failed with code \(code), where there is another way")
        default: break
        }
    }

    private mutating func judgeDone(_ now: FolderContents) {
        for (path, item) in wanted.items where now.items[path] != item {
            complaints.append("done, and \(path) is not what it should be")
        }
        for path in now.items.keys
        where wanted.items[path] == nil && !FolderContents.isPart(path) {
            complaints.append("done, and \(path) is there")
        }
        if fault == nil {
            for path in now.items.keys where FolderContents.isPart(path) {
                complaints.append("done without a fault, and \(path) is left")
            }
        }
    }

    /// What was there is as it was, or as it was to become.
    private mutating func judgeOld(_ path: String, _ item: FolderContents.Item) {
        let found = now.items[path]
        if found == item || found == wanted.items[path] {
            guard found == nil, case .file = item, let target = moves[path] else { return }
            if now.items[target] != item {
                complaints.append("\(path) is gone, and \(target) is not whole")
            }
        } else {
            complaints.append(found == nil ? "\(path) is lost" : "\(path) is damaged")
        }
    }

    /// What is new is whole, or has a hidden name.
    private mutating func judgeNew(_ path: String, _ item: FolderContents.Item) {
        guard wanted.items[path] != item, !FolderContents.isPart(path) else { return }
        complaints.append(
            wanted.items[path] == nil ? "\(path) was left behind" : "\(path) is there, not whole")
    }
}
