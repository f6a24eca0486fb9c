/// What comes of asking for a shell on the far side.
package enum ShellOpening {
    /// Something runs there, and has written its first bytes; whether it is a shell, these say.
    case opened(any Carrier)
    /// Not now: the connection is nobody's to share, or has no room.
    case unavailable
    /// There is none: the server refuses it, or what runs there in its place has ended at once.
    case absent
}
