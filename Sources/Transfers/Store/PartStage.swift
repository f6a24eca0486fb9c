/// How far a part had come, as far as its process has noted it. The numbers stand in the store.
enum PartStage: UInt8, Sendable {
    /// It may be there, whole or not, and is gone on with.
    case begun = 0
    /// It was about to be made, as one of many small ones: it begins again unless it is whole.
    case announced
    /// The target has said that it took all its bytes.
    case written
    /// Its final name was asked for.
    case named
    /// It has its final name.
    case done
    /// It is gone, or was never made.
    case gone

    /// Whether nothing more becomes of it.
    var isFinal: Bool { self == .done || self == .gone }
}
