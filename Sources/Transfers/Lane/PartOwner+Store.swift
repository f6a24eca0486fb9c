import Files
import Jobs
import Synchronization
import Words

// What the store is asked and told.
extension PartOwner {
    func keep(_ part: StoredPart, isNoted: Bool) {
        let file = File(of: part)
        state.withLock { state in
            PartOwner.keep(part, of: file, &state)
            if isNoted { state.noted.insert(part.part.id) }
        }
    }

    static func keep(_ part: StoredPart, of file: File, _ state: inout State) {
        let old = state.parts.updateValue(part, forKey: file)
        if let old, old.part.id != part.part.id { state.displaced[old.part.id] = old }
    }

    /// Begins with the store, where that was not done.
    func open(about file: Path? = nil) throws(FileSystemError) {
        if isOpen { return }
        try opening.withLock { _ throws(FileSystemError) in try askStore(about: file) }
    }

    private var isOpen: Bool { state.withLock { $0.ownership != nil } }

    private func askStore(about file: Path?) throws(FileSystemError) {
        if isOpen { return }
        let begun = try asking(file) { () throws(StoreError) in try registry.begin(batch) }
        state.withLock { state in
            state.ownership = begun
            state.nextNumber = begun.firstNumber
            state.unswept = Set(begun.directories)
            for list in begun.lists {
                state.announced.add(list)
                for part in list.parts { PartOwner.find(part, &state) }
            }
            for part in begun.parts {
                PartOwner.find(part, &state)
                if part.stage != .done { state.noted.insert(part.part.id) }
            }
        }
    }

    /// Takes in a part that the store knows from an earlier run.
    private static func find(_ part: StoredPart, _ state: inout State) {
        switch part.stage {
        case .done: state.made[Made(part)] = MadeFile(part)
        case .gone: break
        case .begun, .announced, .written, .named: keep(part, of: File(of: part), &state)
        }
    }

    /// Takes over what dead commands have left of what this one copies.
    func takeOver(about file: Path) throws(FileSystemError) {
        guard takesOver, state.withLock({ !$0.newScopes.isEmpty }) else { return }
        try opening.withLock { _ throws(FileSystemError) in
            let scopes = state.withLock(\.newScopes)
            guard !scopes.isEmpty else { return }
            let isAny = try asking(file) { () throws(StoreError) in try registry.hasAbandoned() }
            if isAny {
                try askStore(about: file)
                let id = state.withLock { $0.ownership?.id } ?? 0
                let taken = try asking(file) { () throws(StoreError) in
                    try registry.takeOver(scopes, by: id)
                }
                state.withLock { state in
                    for part in taken.parts {
                        PartOwner.keep(part, of: File(of: part), &state)
                        state.noted.insert(part.part.id)
                    }
                    state.unswept.formUnion(taken.directories)
                    state.heirlooms.merge(taken.owners) { $1 }
                }
            }
            state.withLock { $0.newScopes.subtract(scopes) }
        }
    }

    // MARK: - What has become of parts

    /// Writes down that many small parts are about to be made: a crash that comes before all of them are
    /// files leaves their names. Where that fails, each is noted by itself.
    func announce(_ parts: [StoredPart]) {
        guard let first = parts.first, let id = state.withLock({ $0.ownership?.id }) else { return }
        let places = Set(parts.map(PartRegistry.Directory.init(of:)))
        // A sync for all of them, instead of one for each when its first part is made.
        let (new, over) = state.withLock { state in
            (places.subtracting(state.durableDirectories), state.announced.takeOver())
        }
        do throws(StoreError) {
            try registry.announce(parts, in: new, over: over, of: id)
        } catch {
            return
        }
        let list = PartList(first: first.part.id.number, parts: parts)
        state.withLock { state in
            state.announced.add(list)
            state.directories.formUnion(new)
            state.durableDirectories.formUnion(new)
        }
    }

    /// Takes back those of the announced parts that were not begun.
    func endUnbegun(_ parts: [PartID]) throws(FileSystemError) {
        try note(about: nil) { state in
            state.announced.endUnbegun(parts.map(\.number))
            return PartRegistry.News()
        }
    }

    /// Writes down which bytes of a part are there by now. Of what cannot be written, less was known
    /// before, and true.
    func note(_ extents: [Range<UInt64>], of part: PartID) {
        try? registry.note(extents, of: part)
    }

    /// Whether a part has a row of its own.
    func isNoted(_ part: StoredPart) -> Bool {
        state.withLock { $0.noted.contains(part.part.id) }
    }

    /// Throws where a job of the queue is going to write the file, and waits between two tries: its
    /// process has begun it.
    func checkUnwanted(_ file: Path, on site: Site) throws(FileSystemError) {
        guard batch == nil else { return }
        let id = state.withLock { $0.ownership?.id } ?? 0
        let isWanted = try asking(file) { () throws(StoreError) in
            try registry.isBeingWritten(file, on: site, besides: id)
        }
        if isWanted { throw PartOwner.busy(file, on: site) }
    }

    /// Writes down how far parts have come.
    func note(_ stage: PartStage, of parts: [StoredPart]) throws(FileSystemError) {
        try note(about: parts.first?.part.file) { PartOwner.set(stage, of: parts, &$0) }
    }

    private static func set(
        _ stage: PartStage, of parts: [StoredPart], _ state: inout State
    ) -> PartRegistry.News {
        var news = PartRegistry.News()
        for part in parts {
            let (id, file) = (part.part.id, File(of: part))
            if state.parts[file]?.part.id == id { state.parts[file]?.stage = stage }
            if state.noted.contains(id) { news.stages[id] = stage }
            guard id.token == state.ownership?.token else { continue }
            state.announced.set(stage, of: id.number)
        }
        return news
    }

    /// Parts have become files. Where these may not be told from others by their time, the store keeps
    /// which they are until the batch is over: a job whose end it does not know yet is not asked about
    /// its own file.
    func finish(_ parts: [(part: StoredPart, isKept: Bool)]) throws(FileSystemError) {
        try note(about: parts.first?.part.part.file) { state in
            var news = PartRegistry.News()
            for (part, isWanted) in parts {
                let isKept = isWanted && batch != nil && part.size != nil
                PartOwner.take(part, isKept ? .done : .gone, &state, &news)
                if isKept { state.made[Made(part)] = MadeFile(part) }
            }
            return news
        }
    }

    /// Forgets parts that are gone.
    func forget(_ parts: [StoredPart]) throws(FileSystemError) {
        try note(about: parts.first?.part.file) { state in
            var news = PartRegistry.News()
            for part in parts { PartOwner.take(part, .gone, &state, &news) }
            return news
        }
    }

    private static func take(
        _ part: StoredPart, _ stage: PartStage, _ state: inout State,
        _ news: inout PartRegistry.News
    ) {
        let (id, file) = (part.part.id, File(of: part))
        if state.parts[file]?.part.id == id { state.parts[file] = nil }
        state.displaced[id] = nil
        let isNoted = state.noted.remove(id) != nil
        let isListed =
            id.token == state.ownership?.token && state.announced.holds(id.number)
        if isListed { state.announced.set(stage, of: id.number) }
        guard isNoted else { return }
        if stage == .done, !isListed { news.stages[id] = stage } else { news.forgotten.append(id) }
    }

    private func note(
        about file: Path?, _ change: (inout State) -> PartRegistry.News
    ) throws(FileSystemError) {
        try noting.withLock { _ throws(FileSystemError) in
            let (changes, steps, known) = state.withLock { state in
                (change(&state), state.announced.takeSteps(), state.ownership)
            }
            guard let ownership = known else { return }
            let logged = registry.log(steps, of: ownership)
            let news = state.withLock { state in
                var news = changes
                news.lists = state.announced.takeChanges(besides: logged)
                if !news.isEmpty { news.lists += state.announced.takeOver() }
                return news
            }
            guard !news.isEmpty else { return }
            try asking(file) { () throws(StoreError) in
                try registry.note(news, of: ownership.id)
            }
        }
    }

    func asking<Value>(
        _ file: Path?, _ body: () throws(StoreError) -> Value
    ) throws(FileSystemError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            let failure =
                file.map { tr("\($0.text) was not written.") } ?? tr("It was not written.")
            let advice = tr("Check the disk with Ferry's state.")
            throw FileSystemError(
                .other, path: file, detail: "\(failure) \(error) \(advice)", isTransient: true)
        }
    }
}
