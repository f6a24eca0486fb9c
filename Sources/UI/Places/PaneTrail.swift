import Files

/// The directories that a pane has shown, for going back and forward as in a web browser.
struct PaneTrail: Sendable {
    /// A directory, and where its cursor was.
    struct Spot: Sendable {
        var location: Location
        var cursorName: Name?
    }

    /// How a pane comes to a directory.
    enum Step: Sendable {
        /// It was opened: what could be gone forward to is forgotten.
        case anew
        case back
        case forward
    }

    /// As many are kept each way.
    static let limit = 100

    /// The one that was left last is at the end.
    private(set) var back: [Spot] = []
    private(set) var forward: [Spot] = []

    init() {}

    /// Where a step leads; nil where there is nowhere to go.
    func spot(of step: Step) -> Spot? {
        switch step {
        case .anew: nil
        case .back: back.last
        case .forward: forward.last
        }
    }

    /// The directory of this machine that was left last; nil where there was none.
    var lastLocal: Spot? { back.last { $0.location.site.isLocal } }

    /// The step has led to another directory than this one.
    mutating func leave(_ spot: Spot, by step: Step) {
        drop(step)
        switch step {
        case .anew:
            forward = []
            PaneTrail.push(spot, on: &back)
        case .back:
            PaneTrail.push(spot, on: &forward)
        case .forward:
            PaneTrail.push(spot, on: &back)
        }
    }

    /// The step leads nowhere any more, or nowhere else.
    mutating func drop(_ step: Step) {
        switch step {
        case .anew: break
        case .back: back = back.dropLast()
        case .forward: forward = forward.dropLast()
        }
    }

    private static func push(_ spot: Spot, on spots: inout [Spot]) {
        if spots.last?.location == spot.location { spots.removeLast() }
        spots.append(spot)
        if spots.count > limit { spots.removeFirst() }
    }
}
