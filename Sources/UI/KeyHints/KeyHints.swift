import Terminal

/// The keys in the last line of a full screen: `Space pause  P all …`, from the keymap.
extension Model {
    private struct Hint {
        var action: Action
        var label: String

        init(_ action: Action, _ label: String) {
            self.action = action
            self.label = label
        }
    }

    /// The most wanted first: what does not fit is left out.
    private var hints: [Hint] {
        switch screen {
        case .queue where queue.details != nil:
            [
                Hint(.cancel, "back"), Hint(.jobPause, "pause"), Hint(.jobRetry, "retry"),
                Hint(.jobPolicy, "policy"), Hint(.jobLimit, "limit"), Hint(.jobCancel, "cancel"),
            ]
        case .queue:
            [
                Hint(.jobDetails, "details"), Hint(.jobPause, "pause"), Hint(.jobCancel, "cancel"),
                Hint(.jobRetry, "retry"), Hint(.cancel, "back"), Hint(.queuePauseAll, "all"),
                Hint(.jobLater, "later"), Hint(.jobEarlier, "earlier"), Hint(.jobPolicy, "policy"),
                Hint(.jobLimit, "limit"), Hint(.nextTab, "tabs"), Hint(.clearDone, "clear done"),
                Hint(.retryFailed, "retry failed"), Hint(.help, "keys"),
            ]
        case .log:
            [
                Hint(.find, "search"), Hint(.findNext, "next"), Hint(.logFilter, "filter"),
                Hint(.logErrors, "errors"), Hint(.cancel, "back"),
                Hint(.logConnection, "connection"), Hint(.logSave, "save"), Hint(.logCopy, "copy"),
                Hint(.bottom, "newest"), Hint(.help, "keys"),
            ]
        case .viewer:
            [
                Hint(.cancel, "back"), Hint(.find, "search"), Hint(.findNext, "next"),
                Hint(.viewHex, "hex"), Hint(.viewWrap, "wrap"), Hint(.goTo, "go to"),
                Hint(.top, "start"), Hint(.bottom, "end"), Hint(.help, "keys"),
            ]
        case .share:
            [
                Hint(.shareStop, "stop sharing"), Hint(.shareCopy, "copy the URL"),
                Hint(.shareKick, "break off"), Hint(.cancel, "back"), Hint(.shareInvert, "invert"),
                Hint(.queue, "queue"), Hint(.log, "log"), Hint(.help, "keys"),
            ]
        case .sites:
            [
                Hint(.enter, "connect"), Hint(.down, "known sites"), Hint(.cancel, "back"),
                Hint(.help, "keys"),
            ]
        case .help:
            [
                Hint(.find, "search"), Hint(.findNext, "next"), Hint(.pageDown, "page"),
                Hint(.cancel, "back"),
            ]
        case .raw where raw?.kind == .requests:
            [
                Hint(.rawSend, "send"), Hint(.rawNext, "next"), Hint(.rawReady, "ready request"),
                Hint(.rawSave, "save body"), Hint(.cancel, "back"), Hint(.help, "keys"),
                Hint(.pageDown, "scroll"),
            ]
        case .raw:
            [
                Hint(.enter, "send"), Hint(.up, "earlier"), Hint(.pageUp, "scroll"),
                Hint(.rawNext, "requests"), Hint(.cancel, "back"), Hint(.help, "keys"),
            ]
        case .main: []
        }
    }

    private struct Place {
        var hint: Hint
        var key: String
        var columns: Range<Int>
    }

    /// Whether a letter is typed rather than looked up.
    private var takesLetters: Bool {
        switch screen {
        case .sites: true
        case .raw: raw?.kind != .requests || raw?.area != .reply
        default: false
        }
    }

    private var hintPlaces: [Place] {
        var places: [Place] = []
        var x = 1
        for hint in hints {
            let labels = keymap.labels(for: hint.action, in: context)
            // In a box letters are text.
            let usable = labels.filter { !takesLetters || CharacterWidth.of($0) > 1 }
            // Not every terminal tells Enter with Alt or Ctrl from Enter.
            let sure = usable.first { !$0.hasPrefix("F") && !$0.hasSuffix("-Enter") }
            guard let key = sure ?? usable.first else { continue }
            let width = CharacterWidth.of(key) + 1 + CharacterWidth.of(hint.label)
            guard x + width < size.width else { continue }
            places.append(Place(hint: hint, key: key, columns: x..<x + width))
            x += width + 2
        }
        return places
    }

    func drawKeyHints(into frame: inout Frame) {
        let y = size.height - 1
        frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: .keybar)
        for place in hintPlaces {
            let x = place.columns.lowerBound
            let used = frame.put(place.key, x: x, y: y, role: .keybarNumber)
            frame.put(place.hint.label, x: x + used + 1, y: y, role: .keybarLabel)
        }
    }

    /// The action whose hint was pressed.
    func keyHint(at mouse: Mouse) -> Action? {
        guard mouse.isPress, mouse.button == .left, mouse.point.y == size.height - 1 else {
            return nil
        }
        return hintPlaces.first { $0.columns.contains(mouse.point.x) }?.hint.action
    }
}
