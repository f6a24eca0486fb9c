import Terminal

extension PanesScreen {
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let layout = MainLayout(workspace)
        TitleBar(workspace).draw(into: &frame)
        for side in Side.allCases {
            PaneView(side, typing: side == workspace.panes.focus ? typing : nil, workspace)
                .draw(layout[side], into: &frame)
        }
        if let rect = layout.transfers { TransferStrip(workspace).draw(rect, into: &frame) }
        if let rect = layout.log { LogStrip(workspace).draw(rect, into: &frame) }
        StatusBar(workspace).draw(y: layout.statusRow, into: &frame)
        KeyBar(workspace).draw(y: layout.keyRow, into: &frame)
    }
}
