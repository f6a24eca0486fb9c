/// A file that is open on a server, and that knows how its line does meanwhile.
package protocol TellingLine: AnyObject {
    /// Seconds that whoever reads or writes it has waited so far: for bytes, or for room to send some.
    var waited: Double { get }
    /// Seconds of a round trip, as they were measured; nil where nobody has.
    var roundTrip: Double? { get }
}
