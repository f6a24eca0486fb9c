/// How far a part had come, as far as its process has noted it, in order. The numbers stand in the
/// store and in `StageLog`.
enum PartStage: UInt8, Comparable, Sendable {
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

    static func < (one: PartStage, other: PartStage) -> Bool { one.rawValue < other.rawValue }

    /// Whether nothing more becomes of it.
    var isFinal: Bool { self == .done || self == .gone }
}
