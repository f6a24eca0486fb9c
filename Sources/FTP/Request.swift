import Files

/// What a transfer asks for before its data connection is there: sent in one write, for the file
/// at hand or, ahead of time, for the next one.
struct Request {
    let file: Path
    let direction: Upcoming.Direction
    let approach: Approach
    let asksSize: Bool
    let purpose: DataConnector.Purpose
    /// How many of the last tickets ask for a passive connection, and in which way.
    let passiveCount: Int
    let mode: DataConnector.Mode
    let tickets: [ControlConnection.Ticket]
}
