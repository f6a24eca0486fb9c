import Files

extension Model {
    /// Marks or unmarks what is under the cursor, and steps down.
    mutating func toggleMark() {
        if let index = self[focus].index(atRow: self[focus].cursor) {
            self[focus].toggleMark(of: index)
        }
        moveCursor(by: 1)
    }

    mutating func markAll() {
        self[focus].markAll()
    }

    mutating func unmarkAll() {
        self[focus].visual = nil
        self[focus].mark(exactly: [])
    }

    mutating func invertMarks() {
        self[focus].invertMarks()
    }

    mutating func askForPattern(marks: Bool) {
        dialogs.append(
            .input(
                InputDialog(
                    title: marks ? "Mark" : "Unmark",
                    label: "Names that match, such as *.jpg photo?.[0-9]*",
                    field: TextField("*", isSelected: true),
                    purpose: marks ? .markPattern : .unmarkPattern)))
    }

    /// Marks or unmarks the names that match; why not, where the pattern says nothing.
    mutating func mark(matching text: String, marks: Bool) -> String? {
        guard let pattern = NamePattern(text) else {
            return "Write a pattern, such as *.jpg."
        }
        let pane = self[focus]
        let found = pane.indices { name in
            if pattern.matches(name) { return true }
            guard let charset = pane.charset, name.contains(where: { $0 >= 0x80 }) else {
                return false
            }
            return pattern.matches(Array(charset.text(of: name).utf8)[...])
        }
        var marked = pane.marked
        if marks { marked.formUnion(found) } else { marked.subtract(found) }
        self[focus].mark(exactly: marked)
        if found.isEmpty { status.show("No name here matches '\(text)'.", .warning) }
        return nil
    }

    /// Starts marking by moving, or ends it and keeps the marks.
    mutating func toggleVisual() {
        if self[focus].visual != nil {
            self[focus].visual = nil
            return
        }
        self[focus].startVisual()
    }

    /// Marks what lies between the anchor and the cursor, besides what was marked before.
    mutating func extendVisual() {
        self[focus].extendVisual()
    }

    /// Ends marking by moving; the marks are as they were before.
    mutating func cancelVisual() -> Bool {
        guard self[focus].visual != nil else { return false }
        self[focus].cancelVisual()
        return true
    }
}
