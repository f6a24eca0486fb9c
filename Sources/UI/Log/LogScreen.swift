import Files
import Terminal

extension Model {
    mutating func openLog() -> [Effect] {
        log.typing = nil
        log.move(to: log.cursor, height: logHeight)
        return []
    }

    var logHeight: Int { LogLayout(size: size).list.height }

    /// A field that is open at the bottom takes the keys.
    mutating func interceptInLog(_ key: Key) -> [Effect]? {
        guard let typing = log.typing else { return nil }
        switch key.code {
        case .escape:
            log.typing = nil
            if typing == .filter { changeFilter { $0.text = "" } }
        case .enter:
            log.typing = nil
            if typing == .search {
                log.searched = log.field.text.lowercased()
                return findInLog(by: 1)
            }
        case .up, .down, .pageUp, .pageDown:
            log.typing = nil
            return nil
        default:
            if log.field.handle(key), typing == .filter { filterByField() }
        }
        return []
    }

    mutating func pasteInLog(_ text: String) -> [Effect] {
        guard let typing = log.typing else { return [] }
        log.field.insert(text)
        if typing == .filter { filterByField() }
        return []
    }

    private mutating func filterByField() {
        let text = log.field.text.lowercased()
        changeFilter { $0.text = text }
    }

    private mutating func changeFilter(_ change: (inout LogState.Filter) -> Void) {
        var filter = log.filter
        change(&filter)
        log.setFilter(filter, height: logHeight)
    }

    mutating func performInLog(_ action: Action) -> [Effect]? {
        let row = log.cursor
        let height = logHeight
        switch action {
        case .up: log.move(to: row - 1, height: height)
        case .down: log.move(to: row + 1, height: height)
        case .pageUp: log.move(to: row - height, height: height)
        case .pageDown: log.move(to: row + height, height: height)
        case .halfUp: log.move(to: row - height / 2, height: height)
        case .halfDown: log.move(to: row + height / 2, height: height)
        case .top: log.move(to: 0, height: height)
        case .bottom: log.move(to: log.shownCount - 1, height: height)
        case .find:
            log.typing = .search
            log.field = TextField(log.searched, isSelected: true)
        case .findNext: return findInLog(by: 1)
        case .findPrevious: return findInLog(by: -1)
        case .logFilter, .filter:
            log.typing = .filter
            log.field = TextField(log.filter.text)
        case .logErrors:
            changeFilter { $0.errorsOnly.toggle() }
        case .logConnection:
            return filterByConnection()
        case .logCopy:
            guard let exchange = log.current else { return refuse("No line is selected.") }
            status.show("The line is on the clipboard.", .quiet)
            return [.copy(exchange.text)]
        case .logSave:
            askWhereToSaveLog()
        case .cancel where !log.filter.isEmpty:
            log.setFilter(LogState.Filter(), height: height)
        default:
            return nil
        }
        return []
    }

    private mutating func filterByConnection() -> [Effect] {
        if log.filter.connection != nil {
            changeFilter { $0.connection = nil }
            return []
        }
        guard let exchange = log.current else { return refuse("No line is selected.") }
        changeFilter { $0.connection = exchange.connection }
        return []
    }

    private mutating func findInLog(by step: Int) -> [Effect] {
        guard !log.searched.isEmpty else {
            return refuse("Nothing was searched for yet.")
        }
        guard let row = log.found(from: log.cursor, by: step) else {
            return refuse("'\(log.searched)' is in none of the lines shown.")
        }
        log.move(to: row, height: logHeight)
        return []
    }

    private mutating func askWhereToSaveLog() {
        guard log.shownCount > 0 else {
            status.show("No line is there to be saved.", .warning)
            return
        }
        dialogs.append(
            .input(
                InputDialog(
                    title: "Save the log",
                    label: "\(Format.grouped(UInt64(log.shownCount))) lines go to this file:",
                    field: TextField("ferry-log.txt", isSelected: true), purpose: .logSave)))
    }

    mutating func takeMouseInLog(_ mouse: Mouse) -> [Effect] {
        if let action = keyHint(at: mouse) { return perform(action) }
        guard mouse.isPress else { return [] }
        let layout = LogLayout(size: size)
        switch mouse.button {
        case .wheelUp: log.move(to: log.cursor - 3, height: layout.list.height)
        case .wheelDown: log.move(to: log.cursor + 3, height: layout.list.height)
        case .left where layout.list.contains(mouse.point):
            let row = logTop(height: layout.list.height) + mouse.point.y - layout.list.y
            if row < log.shownCount { log.move(to: row, height: layout.list.height) }
        default: break
        }
        return []
    }

    /// The first row shown.
    func logTop(height: Int) -> Int {
        var scroll = log.scroll
        scroll.move(to: log.cursor, count: log.shownCount, height: height)
        return scroll.top
    }
}
