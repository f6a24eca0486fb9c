import Files

/// Parts that come next: they are made while others are written.
final class WriteAhead {
    private let channel: Channel
    private let handles: OpenFiles
    private let sides: SideChannels
    private let refusals: Refusals
    private var upcoming: ArraySlice<(part: Part, mode: UInt16?)> = []
    private var begun: [PartID: Upload] = [:]
    /// Whether the first of them is on its way: until then nobody knows whether parts can be made there.
    private var isUnderWay = false

    init(
        _ channel: Channel, _ handles: OpenFiles, _ sides: SideChannels, _ refusals: Refusals
    ) {
        self.channel = channel
        self.handles = handles
        self.sides = sides
        self.refusals = refusals
    }

    /// These come next; others that were made, and that nobody has written to, are removed.
    func prepare(_ next: [Upcoming]) {
        let parts = next.compactMap { upcoming in
            upcoming.part.map { id in
                (
                    part: Part(id: id, file: upcoming.path, place: .beside(id.name)),
                    mode: upcoming.mode
                )
            }
        }
        let kept = Set(parts.map(\.part.id))
        for (id, upload) in begun where !kept.contains(id) {
            upload.throwAway()
            begun[id] = nil
        }
        upcoming = parts[...]
        isUnderWay = false
    }

    /// The part, once the server has opened it.
    func opened(_ part: Part, _ creation: Creation) throws(FileSystemError) -> Upload {
        let isCrowded = handles.count > 0
        let upload = open(part, creation)
        do throws(FileSystemError) {
            try upload.waitUntilOpen()
            return upload
        } catch {
            guard isCrowded, error.kind == .other, channel.loss == nil else { throw error }
        }
        // Others were open, or on their way and given up, which may be why it was refused.
        let again = open(part, creation)
        try again.waitUntilOpen()
        return again
    }

    /// The part, made already or now, and those that follow it made as far as there is room.
    private func open(_ part: Part, _ creation: Creation) -> Upload {
        let upload: Upload
        if let ready = begun.removeValue(forKey: part.id), ready.part == part,
            ready.state.failure == nil
        {
            ready.adopt(creation)
            upload = ready
        } else {
            upload = make(part, creation)
        }
        if let index = upcoming.firstIndex(where: { $0.part.id == part.id }) {
            upcoming = upcoming[(index + 1)...]
        }
        isUnderWay = true
        begin()
        return upload
    }

    /// Makes what follows the first, as far as there is room.
    func begin() {
        guard isUnderWay, channel.loss == nil else { return }
        for next in upcoming where begun[next.part.id] == nil {
            guard handles.hasRoom else { return }
            begun[next.part.id] = make(next.part, Creation(mode: next.mode))
        }
    }

    private func make(_ part: Part, _ creation: Creation) -> Upload {
        Upload(
            part, creation, [.write, .create, .exclusive], over: channel, handles, sides, refusals)
    }
}
