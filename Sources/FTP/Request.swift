import Files

/// What a transfer asks for before its data connection is there: sent in one write, for the file
/// at hand or, ahead of time, for the next one.
struct Request {
    let file: Path
    let direction: Upcoming.Direction
    let approach: Session.Approach
    let asksSize: Bool
    let purpose: Session.Purpose
    /// How many of the last tickets ask for a passive connection, and in which way.
    let passiveCount: Int
    let mode: Session.DataMode
    let tickets: [ControlConnection.Ticket]
}
