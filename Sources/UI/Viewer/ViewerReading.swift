import Files
import Terminal

/// What the viewer asks for, and what becomes of the answers.
extension Model {
    /// Asks for what lies just outside of what is seen, if it is not there and not asked for yet.
    mutating func readForViewer() -> [Effect] {
        guard let state = viewer, state.reading == nil, state.failure == nil else { return [] }
        if !state.window.reachesEnd {
            let bottom = state.bottom(columns: size.width, height: screenBody.height)
            if state.goal != nil || state.window.end - bottom < ViewerState.readAhead {
                return read(at: state.window.end, length: ViewerState.chunkSize)
            }
        }
        if state.window.start > 0, state.top - state.window.start < ViewerState.lead {
            let offset = max(0, state.window.start - ViewerState.chunkSize)
            return read(at: offset, length: state.window.start - offset)
        }
        return []
    }

    /// Goes on in the transfer that stopped at the offset, or starts another instead of it.
    private mutating func read(at offset: Int, length: Int) -> [Effect] {
        guard let state = viewer else { return [] }
        var effects: [Effect] = []
        var request: RequestID
        if let stream = state.stream, stream.end == offset {
            request = stream.request
        } else {
            if let stream = state.stream { effects.append(.stop(stream.request)) }
            request = makeRequest()
        }
        viewer?.stream = (request, offset)
        viewer?.reading = ViewerState.Reading(request: request, offset: offset, length: length)
        effects.append(
            .read(request, state.location, offset: UInt64(clamping: offset), length: length))
        return effects
    }

    mutating func takeChunk(
        _ request: RequestID, _ result: Result<Chunk, FileSystemError>
    ) -> [Effect] {
        guard var state = viewer, let reading = state.reading, reading.request == request else {
            return []
        }
        state.reading = nil
        switch result {
        case .failure(let error):
            state.failure = error.message
            state.stream = nil
            state.goal = nil
            status.show(error.message, .error)
        case .success(let chunk) where chunk.offset == UInt64(clamping: reading.offset):
            state.take(chunk, reading)
            state.recognise()
            reachGoal(&state)
        case .success:
            state.failure = "The bytes that came are not those that were asked for."
            state.stream = nil
            status.show(state.failure ?? "", .error)
        }
        viewer = state
        return readForViewer()
    }

    /// Goes where the user wanted, once that is loaded.
    private func reachGoal(_ state: inout ViewerState) {
        let columns = size.width
        let height = screenBody.height
        switch state.goal {
        case .offset(let offset) where offset < state.window.end || state.window.reachesEnd:
            state.show(offset, columns: columns, height: height)
            state.goal = nil
        case .end where state.window.reachesEnd:
            state.show(state.window.end, columns: columns, height: height)
            state.goal = nil
        case .offset, .end, nil:
            state.clamp(columns: columns, height: height)
        }
    }

    /// Shows the place at an offset, loading what is around it if need be.
    mutating func jumpInViewer(to offset: Int) -> [Effect] {
        guard var state = viewer else { return [] }
        state.failure = nil
        let isLoaded = offset >= state.window.start && offset < state.window.end
        if isLoaded || (state.window.reachesEnd && offset == state.window.end) {
            state.goal = nil
            state.show(offset, columns: size.width, height: screenBody.height)
            viewer = state
            return readForViewer()
        }
        let start = max(0, offset - ViewerState.lead)
        state.goal = .offset(offset)
        return reload(state, from: start)
    }

    /// Shows the end of the file: what is before it is not fetched where the size is known.
    mutating func jumpToEndInViewer() -> [Effect] {
        guard var state = viewer else { return [] }
        state.failure = nil
        state.goal = state.window.reachesEnd ? nil : .end
        if state.window.reachesEnd {
            state.show(state.window.end, columns: size.width, height: screenBody.height)
        } else if let size = state.size, size - ViewerState.chunkSize > state.window.end {
            return reload(state, from: size - ViewerState.chunkSize)
        }
        viewer = state
        return readForViewer()
    }

    /// Drops what is loaded, and starts anew at an offset.
    private mutating func reload(_ state: ViewerState, from offset: Int) -> [Effect] {
        var state = state
        var effects: [Effect] = []
        if let stream = state.stream { effects.append(.stop(stream.request)) }
        state.stream = nil
        state.reading = nil
        state.window = ViewerWindow(at: offset)
        state.top = offset
        state.match = nil
        viewer = state
        return effects + readForViewer()
    }
}

extension ViewerState {
    /// Puts bytes where they belong in the window.
    fileprivate mutating func take(_ chunk: Chunk, _ reading: Reading) {
        if let whole = chunk.size { size = ViewerState.plausible(whole) ?? size }
        let bytes =
            chunk.bytes.count > reading.length
            ? Array(chunk.bytes.prefix(reading.length)) : chunk.bytes
        // Nothing at all cannot be gone on from.
        let isLast = (chunk.isLast && bytes.count == chunk.bytes.count) || bytes.isEmpty
        fetched &+= bytes.count
        stream = isLast ? nil : (reading.request, reading.offset + bytes.count)
        if reading.offset == window.end {
            window.append(bytes, isLast: isLast)
        } else if reading.offset + bytes.count == window.start {
            window.prepend(bytes)
        } else {
            // The file is shorter than it was: begin again with what there is.
            window = ViewerWindow(at: bytes.isEmpty ? 0 : reading.offset)
            window.append(bytes, isLast: isLast && !bytes.isEmpty)
            top = window.start
        }
        if window.reachesEnd { size = window.end }
    }
}
