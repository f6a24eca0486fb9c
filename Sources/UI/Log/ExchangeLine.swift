package import Files

extension Exchange {
    /// The whole line as text, for stderr and files: `23:58:02 #1 → STOR main.js`.
    package func line(localOffset: (Int64) -> Int) -> String {
        let mark =
            switch direction {
            case .sent: "→"
            case .received: "←"
            case .remark: "·"
            case .trouble: "!"
            }
        return "\(Format.clock(time, localOffset: localOffset)) #\(connection) \(mark) \(text)"
    }
}
