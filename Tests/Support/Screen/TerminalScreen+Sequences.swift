extension TerminalScreen {
    mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x08: place(column: cursor.column - 1, row: cursor.row)
        case 0x09: place(column: (cursor.column / 8 + 1) * 8, row: cursor.row)
        case 0x0A, 0x0B, 0x0C: lineFeed()
        case 0x0D: place(column: 0, row: cursor.row)
        case 0x0E: isLineDrawing = true
        case 0x0F: isLineDrawing = false
        default: break
        }
    }

    mutating func escape(_ intermediates: String, _ final: Character) {
        switch (intermediates, final) {
        case ("", "7"): saved = (cursor.column, cursor.row, style)
        case ("", "8"):
            place(column: saved.column, row: saved.row)
            style = saved.style
        case ("", "D"): lineFeed()
        case ("", "E"):
            lineFeed()
            place(column: 0, row: cursor.row)
        case ("", "M"):
            if cursor.row == region.lowerBound {
                scrollDown(1, from: region.lowerBound)
            } else {
                place(column: cursor.column, row: cursor.row - 1)
            }
        case ("", "c"): self = TerminalScreen(columns: columns, rows: rows)
        case ("(", "0"): isLineDrawing = true
        case ("(", _): isLineDrawing = false
        case (")", _), ("", "="), ("", ">"), ("", "\\"): break
        default: unknown.append("ESC \(intermediates)\(final)")
        }
    }

    mutating func obey(_ sequence: SequenceParser.Sequence) {
        if !sequence.prefix.isEmpty || !sequence.intermediates.isEmpty {
            obeyPrivate(sequence)
            return
        }
        controls.insert(sequence.final)
        let count = sequence.count()
        switch sequence.final {
        case "A": place(column: cursor.column, row: cursor.row - count)
        case "B", "e": place(column: cursor.column, row: cursor.row + count)
        case "C", "a": place(column: cursor.column + count, row: cursor.row)
        case "D": place(column: cursor.column - count, row: cursor.row)
        case "E": place(column: 0, row: cursor.row + count)
        case "F": place(column: 0, row: cursor.row - count)
        case "G", "`": place(column: count - 1, row: cursor.row)
        case "d": place(column: cursor.column, row: count - 1)
        case "H", "f": place(column: sequence.count(1) - 1, row: count - 1)
        case "I": place(column: (cursor.column / 8 + count) * 8, row: cursor.row)
        case "Z": place(column: max(0, (cursor.column + 7) / 8 - count) * 8, row: cursor.row)
        case "J": eraseDisplay(sequence.count(standard: 0))
        case "K": eraseLine(sequence.count(standard: 0))
        case "X": erase(cursor.row, cursor.column..<cursor.column + count)
        case "@": insertBlanks(count)
        case "P": deleteCharacters(count)
        case "L": if region.contains(cursor.row) { scrollDown(count, from: cursor.row) }
        case "M": if region.contains(cursor.row) { scrollUp(count, from: cursor.row) }
        case "S": scrollUp(count, from: region.lowerBound)
        case "T": scrollDown(count, from: region.lowerBound)
        case "b": if let lastScalar { for _ in 0..<min(count, columns) { write(lastScalar) } }
        case "r": setRegion(top: count - 1, bottom: sequence.count(1, standard: rows) - 1)
        case "m": setStyle(sequence.parameters.map { $0 ?? 0 })
        case "h": setMode(sequence, true)
        case "l": setMode(sequence, false)
        case "s": saved = (cursor.column, cursor.row, style)
        case "u": place(column: saved.column, row: saved.row)
        // Questions, and the window's size and title: nothing is seen of them.
        case "c", "n", "t", "q": break
        default: unknown.append("CSI \(sequence)")
        }
    }

    private mutating func obeyPrivate(_ sequence: SequenceParser.Sequence) {
        guard sequence.prefix == "?", "hl".contains(sequence.final) else {
            // Cursor shapes, key reporting, questions about the terminal.
            if !"cmnpqtu".contains(sequence.final) { unknown.append("CSI \(sequence)") }
            return
        }
        let isOn = sequence.final == "h"
        for case let mode? in sequence.parameters {
            if isOn { modes.insert(mode) } else { modes.remove(mode) }
            switch mode {
            case 25: isCursorVisible = isOn
            case 47, 1_047, 1_049: showAlternate(isOn)
            default: break
            }
        }
    }

    private mutating func showAlternate(_ isOn: Bool) {
        guard isOn != isAlternate else { return }
        isAlternate = isOn
        if isOn {
            saved = (cursor.column, cursor.row, style)
            primary = cells
            eraseDisplay(2)
        } else {
            cells = primary
            primary = []
            place(column: saved.column, row: saved.row)
            style = saved.style
        }
    }

    private mutating func setMode(_ sequence: SequenceParser.Sequence, _ isOn: Bool) {
        if sequence.parameters.contains(4) { isInserting = isOn }
    }

    private mutating func setRegion(top: Int, bottom: Int) {
        guard top >= 0, top < bottom, bottom < rows else { return }
        region = top...bottom
        place(column: 0, row: 0)
    }

    private mutating func eraseDisplay(_ part: Int) {
        if part == 2 || part == 0 && cursor == (0, 0) {
            erased = cells
            erasures += 1
        }
        let isAbove = part == 1 || part == 2 || part == 3
        let isBelow = part == 0 || part == 2 || part == 3
        for row in 0..<rows {
            if row < cursor.row, isAbove { erase(row, 0..<columns) }
            if row > cursor.row, isBelow { erase(row, 0..<columns) }
        }
        eraseLine(part)
    }

    private mutating func eraseLine(_ part: Int) {
        switch part {
        case 0: erase(cursor.row, cursor.column..<columns)
        case 1: erase(cursor.row, 0..<cursor.column + 1)
        default: erase(cursor.row, 0..<columns)
        }
    }

    private mutating func deleteCharacters(_ count: Int) {
        for _ in 0..<min(count, columns - cursor.column) {
            cells[cursor.row].remove(at: cursor.column)
            cells[cursor.row].append(blank)
        }
    }

    private mutating func setStyle(_ given: [Int]) {
        var rest = given.isEmpty ? [0][...] : given[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: style = .init()
            case 1: style.isBold = true
            case 2: style.isDim = true
            case 3: style.isItalic = true
            case 4: style.isUnderlined = true
            case 7: style.isReversed = true
            case 22: (style.isBold, style.isDim) = (false, false)
            case 23: style.isItalic = false
            case 24: style.isUnderlined = false
            case 27: style.isReversed = false
            case 30...37: style.foreground = .palette(code - 30)
            case 38: style.foreground = colour(&rest)
            case 39: style.foreground = .standard
            case 40...47: style.background = .palette(code - 40)
            case 48: style.background = colour(&rest)
            case 49: style.background = .standard
            case 90...97: style.foreground = .palette(code - 82)
            case 100...107: style.background = .palette(code - 92)
            case 5, 6, 8, 9, 21, 25, 28, 29: break
            default: unknown.append("SGR \(code)")
            }
        }
    }

    private func colour(_ rest: inout ArraySlice<Int>) -> ScreenCell.Colour {
        switch rest.popFirst() {
        case 5: return .palette(rest.popFirst() ?? 0)
        case 2:
            let red = rest.popFirst() ?? 0
            let green = rest.popFirst() ?? 0
            return .direct(red, green, rest.popFirst() ?? 0)
        default: return .standard
        }
    }
}
