extension Model {
    /// Takes in what happened; what is to be done about it comes back.
    package mutating func update(_ message: Message) -> [Effect] {
        switch message {
        case .clock(let now):
            self.now = now
            return []
        default:
            return []
        }
    }
}
