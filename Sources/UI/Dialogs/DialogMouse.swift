import Terminal

extension Model {
    /// Presses on options and buttons do what Enter on them does; elsewhere they do nothing.
    mutating func takeMouseInDialog(_ mouse: Mouse) -> [Effect] {
        guard mouse.isPress, mouse.button == .left, let dialog = dialogs.last else { return [] }
        let box = box(of: dialog)
        let rect = box.rect(in: size)
        let row = mouse.point.y - rect.y - 1
        let inner = Rect(
            x: rect.x + 2, y: rect.y + 1, width: rect.width - 4, height: rect.height - 2)
        guard inner.contains(mouse.point), box.lines.indices.contains(row) else { return [] }
        switch box.lines[row] {
        case .option:
            let options = box.lines[..<row].count { line in
                if case .option = line { return true }
                return false
            }
            return pressOption(options, in: dialog)
        case .buttons(let buttons):
            let labels = buttons.map(\.label)
            let places = buttonPlaces(labels, inner)
            for (index, (label, x)) in zip(labels, places).enumerated()
            where mouse.point.x >= x && mouse.point.x < x + CharacterWidth.of(label) + 4 {
                return pressButton(isFirst: index == 0, in: dialog)
            }
            return []
        default:
            return []
        }
    }

    private mutating func pressOption(_ option: Int, in dialog: Dialog) -> [Effect] {
        switch dialog {
        case .choice(var choice):
            guard choice.options.indices.contains(option) else { return [] }
            choice.position.cursor = option
            replaceDialog(.choice(choice))
            return takeKeyInDialog(Key(.enter))
        case .conflict(var conflict):
            conflict.cursor = option
            replaceDialog(.conflict(conflict))
            return takeKeyInDialog(Key(.enter))
        case .transfer(var transfer):
            transfer.stepOption(option)
            replaceDialog(.transfer(transfer))
            return []
        case .trust(let trust):
            guard trust.answers.indices.contains(option) else { return [] }
            return answer(trust, trust.answers[option])
        case .share(var share):
            share.stepOption(option)
            replaceDialog(.share(share))
            return []
        case .input, .confirm, .delete, .password:
            return []
        }
    }

    private mutating func pressButton(isFirst: Bool, in dialog: Dialog) -> [Effect] {
        if case .transfer(var transfer) = dialog {
            transfer.focus = isFirst ? .start : .cancel
            replaceDialog(.transfer(transfer))
            return takeKeyInDialog(Key(.enter))
        }
        if case .share(var share) = dialog {
            share.focus = isFirst ? .start : .cancel
            replaceDialog(.share(share))
            return takeKeyInDialog(Key(.enter))
        }
        return takeKeyInDialog(Key(isFirst ? "y" : "n"))
    }
}
