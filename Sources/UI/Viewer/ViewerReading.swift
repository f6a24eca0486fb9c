import Files
import Terminal
import Words

/// What the viewer asks for, and what becomes of the answers.
extension ViewerScreen {
    /// Asks for what lies just outside of what is seen, if it is not there and not asked for yet.
    mutating func read(_ workspace: inout Workspace) -> Outcome {
        guard let state = file, state.reading == nil, state.failure == nil else { return .nothing }
        if !state.window.reachesEnd {
            let bottom = state.bottom(
                columns: workspace.size.width, height: workspace.screenBody.height)
            if state.goal != nil || state.window.end - bottom < ViewerState.readAhead {
                return read(at: state.window.end, length: ViewerState.chunkSize, &workspace)
            }
        }
        if state.window.start > 0, state.top - state.window.start < ViewerState.lead {
            let offset = max(0, state.window.start - ViewerState.chunkSize)
            return read(at: offset, length: state.window.start - offset, &workspace)
        }
        return .nothing
    }

    /// Goes on in the transfer that stopped at the offset, or starts another instead of it.
    private mutating func read(
        at offset: Int, length: Int, _ workspace: inout Workspace
    ) -> Outcome {
        guard let state = file else { return .nothing }
        var outcome = Outcome.nothing
        var request: RequestID
        if let stream = state.stream, stream.end == offset {
            request = stream.request
        } else {
            if let stream = state.stream { outcome += [.stop(stream.request)] }
            request = workspace.requests.next()
        }
        file?.stream = (request, offset)
        file?.reading = ViewerState.Reading(request: request, offset: offset, length: length)
        return outcome + [
            .read(request, state.location, offset: UInt64(clamping: offset), length: length)
        ]
    }

    mutating func take(
        _ request: RequestID, _ result: Result<Chunk, FileSystemError>,
        _ workspace: inout Workspace
    ) -> Outcome {
        guard var state = file, let reading = state.reading, reading.request == request else {
            return .nothing
        }
        state.reading = nil
        switch result {
        case .failure(let error):
            state.failure = error.message
            state.stream = nil
            state.goal = nil
            workspace.status.show(error.message, .error)
        case .success(let chunk) where chunk.offset == UInt64(clamping: reading.offset):
            state.take(chunk, reading)
            state.recognise()
            reachGoal(&state, workspace)
        case .success:
            state.failure = tr("The server sent bytes from another position than requested.")
            state.stream = nil
            workspace.status.show(state.failure ?? "", .error)
        }
        file = state
        return read(&workspace)
    }

    /// Goes where the user wanted, once that is loaded.
    private func reachGoal(_ state: inout ViewerState, _ workspace: Workspace) {
        let columns = workspace.size.width
        let height = workspace.screenBody.height
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
    mutating func jump(to offset: Int, _ workspace: inout Workspace) -> Outcome {
        guard var state = file else { return .nothing }
        state.failure = nil
        let isLoaded = offset >= state.window.start && offset < state.window.end
        if isLoaded || (state.window.reachesEnd && offset == state.window.end) {
            state.goal = nil
            state.show(offset, columns: workspace.size.width, height: workspace.screenBody.height)
            file = state
            return read(&workspace)
        }
        let start = max(0, offset - ViewerState.lead)
        state.goal = .offset(offset)
        return reload(state, from: start, &workspace)
    }

    /// Shows the end of the file: what is before it is not fetched where the size is known.
    mutating func jumpToEnd(_ workspace: inout Workspace) -> Outcome {
        guard var state = file else { return .nothing }
        state.failure = nil
        state.goal = state.window.reachesEnd ? nil : .end
        if state.window.reachesEnd {
            state.show(
                state.window.end, columns: workspace.size.width, height: workspace.screenBody.height
            )
        } else if let size = state.size, size - ViewerState.chunkSize > state.window.end {
            return reload(state, from: size - ViewerState.chunkSize, &workspace)
        }
        file = state
        return read(&workspace)
    }

    /// Drops what is loaded, and starts anew at an offset.
    private mutating func reload(
        _ state: ViewerState, from offset: Int, _ workspace: inout Workspace
    ) -> Outcome {
        var state = state
        var outcome = Outcome.nothing
        if let stream = state.stream { outcome += [.stop(stream.request)] }
        state.stream = nil
        state.reading = nil
        state.window = ViewerWindow(at: offset)
        state.top = offset
        state.match = nil
        file = state
        return outcome + read(&workspace)
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
