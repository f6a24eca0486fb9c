import Files
import Jobs
import Terminal
import Testing
import UI

/// The same numbers from the same seed, on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Somebody who presses, clicks and resizes without sense, and a world that answers as it likes.
private struct Monkey {
    var random: SeededGenerator
    var stage: Stage
    /// What was asked for and may be answered.
    var asked: [Effect] = []
    var jobCount: Int64 = 0

    static let names: [String] = [
        "a", "b.txt", "テスト.txt", "👩‍👩‍👧 family.png", ".hidden", " leading", "-dash", "%s%n",
        "quote\"d", "[a]*?.txt", "x\u{202E}gpj.exe", "e\u{301}\u{301}\u{301}", "\u{1B}[2J",
        String(repeating: "long", count: 60) + ".tar.gz",
    ]
    static let keys: [Key] =
        Keymap.preset().bindings.flatMap(\.keys)
        + "abcxyz019 *?[]./:é漢".map { Key($0) }
        + [
            Key(.escape), Key(.enter), Key(.tab), Key(.tab, .shift), Key(.backspace), Key(.delete),
            Key(.left), Key(.right), Key(.function(13)), Key(.character("w"), .control),
            Key(.character("x"), .alt),
        ]

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func entries() -> [Entry] {
        let count = chance(10) ? 0 : chance(5) ? 3_000 : number(1...20)
        return (0..<count).map { index in
            let base = Monkey.names[index % Monkey.names.count]
            let name = index < Monkey.names.count ? base : "\(index)\(base)"
            var entry: Entry =
                index % 3 == 0
                ? .folder(name) : index % 7 == 0 ? .link(name, to: "../\(base)") : .file(name)
            entry.size = chance(20) ? nil : chance(10) ? .max : UInt64(number(0...1_000_000_000))
            if chance(50) {
                entry.modified = Timestamp(
                    seconds: chance(5) ? .max : Int64(number(-2_000_000_000...4_000_000_000)),
                    precision: .minute, isZoned: chance(50))
            }
            return entry
        }
    }

    mutating func error() -> FileSystemError {
        let kind = FileSystemError.Kind.allCases.randomElement(using: &random) ?? .other
        return FileSystemError(
            kind, reply: chance(50) ? "550 No" : nil, detail: "It did not work.",
            isTransient: chance(50))
    }

    mutating func event() -> Event {
        switch number(0...99) {
        case 0..<80:
            return .key(Monkey.keys.randomElement(using: &random) ?? Key("x"))
        case 80..<83:
            return .paste(Monkey.names.randomElement(using: &random) ?? "")
        case 83..<97:
            let buttons: [Event.MouseButton] = [
                .left, .left, .left, .right, .middle, .wheelUp, .wheelDown,
            ]
            let size = stage.model.size
            let point = Point(x: number(-3...size.width + 3), y: number(-3...size.height + 3))
            return .mouse(
                buttons.randomElement(using: &random) ?? .left, point, isPress: chance(80),
                modifiers: [])
        default:
            return .resize(Size(width: number(0...300), height: number(0...100)))
        }
    }

    mutating func job() -> Job {
        jobCount += chance(50) ? 1 : 0
        let states: [Job.State] = [
            .waiting, .expanding, .running, .committing, .paused, .failed(error()), .skipped, .done,
            .needsAnswer(Conflict(source: .file("a", 5), target: .file("a", nil), resumable: 3)),
        ]
        var job = Job.carrying(
            Monkey.names.randomElement(using: &random) ?? "a", id: Int64(number(0...Int(jobCount))),
            states.randomElement(using: &random) ?? .waiting, up: chance(50),
            size: chance(5) ? .max : UInt64(number(0...9_999_999)),
            done: UInt64(number(0...99_999_999)))
        job.speed = chance(50) ? Double(number(0...1_000_000_000)) : chance(10) ? .infinity : nil
        job.operation = [.copy, .move, .delete].randomElement(using: &random) ?? .copy
        job.kind = chance(20) ? .directory : .file
        return job
    }

    /// An answer to something that was asked, or something that happens by itself.
    mutating func message() -> Message {
        if let effect = asked.popLast() {
            switch effect {
            case .list(let request, _, let site, let path, let arrangement):
                if chance(20) { return .listed(request, .failure(error())) }
                if chance(10) { return .listing(request, count: number(0...1_000_000)) }
                var builder = DirectoryBuilder()
                for entry in entries() { builder.append(entry) }
                return .listed(
                    request,
                    .success(
                        Listing(
                            location: Location(site: site, path: path ?? Path("/login")),
                            directory: builder.directory,
                            order: arrangement.order(of: builder.directory))))
            case .arrange(let request, _, let arranged, let arrangement):
                return .arranged(request, arrangement.entryOrder(of: arranged.directory))
            case .makeDirectory(let request, _, _), .makeFile(let request, _, _),
                .rename(let request, _, _, _, _):
                return .finished(request, chance(50) ? .success(()) : .failure(error()))
            case .count(let request, _, _, _):
                var tally = Tally()
                tally.files = number(0...1_000_000)
                tally.bytes = .max
                return .counted(request, tally, isFinal: chance(50))
            case .read(let request, _, let offset, let length):
                if chance(20) { return .chunk(request, .failure(error())) }
                let bytes = (0..<min(length, 300)).map { _ in UInt8(number(0...255)) }
                return .chunk(
                    request,
                    .success(Chunk(offset: offset, bytes: bytes, isLast: chance(50), size: nil)))
            case .sendRaw(let request, _, _, _):
                return .replied(request, chance(50) ? .success(["200 OK"]) : .failure(error()))
            case .loadSites:
                return .sites([
                    SiteChoice(name: "web", site: Stage.web, path: nil, origin: .sites)
                ])
            default:
                break
            }
        }
        switch number(0...6) {
        case 0:
            return .clock(
                stage.model.instant + Double(number(0...3)),
                date: stage.model.now + Double(number(-3_000_000...3_000_000)))
        case 1: return .detached(chance(50) ? .left : .right, reason: "gone")
        case 2: return .attached(chance(50) ? .left : .right, connection: number(0...5))
        case 3:
            return .exchanged([
                Exchange(
                    time: stage.model.now, connection: number(0...5),
                    direction: [.sent, .received, .remark, .trouble].randomElement(using: &random)
                        ?? .sent, text: Monkey.names.randomElement(using: &random) ?? "",
                    code: [150, 226, 421, 530, 550].randomElement(using: &random))
            ])
        case 4:
            return chance(90)
                ? .notice("Something.", isError: chance(50))
                : chance(50)
                    ? .passwordNeeded(RequestID(rawValue: -1), Stage.web, detail: nil)
                    : .trustNeeded(
                        RequestID(rawValue: -1), Stage.web, .certificate(.clear(reason: "No TLS.")))
        default:
            var change = QueueChange()
            change.changed = [job(), job()]
            if chance(20) { change.removed = [JobID(rawValue: Int64(number(0...Int(jobCount))))] }
            if chance(10) { change.isPaused = chance(50) }
            return .queue(change)
        }
    }

    mutating func step() {
        let next: Message = chance(70) ? .terminal(event()) : message()
        if chance(70) { stage.send(next) } else { stage.sendHastily(next) }
        asked = (asked + stage.effects).suffix(20)
    }
}

@Suite("Whatever happens")
struct MainRandomTests {
    @Test("no row of keys, messages and sizes traps, and each frame has its size", arguments: 1...4)
    func monkey(_ seed: UInt64) {
        var monkey = Monkey(
            random: SeededGenerator(seed: seed), stage: .shown(isASCII: seed % 2 == 0))
        var screens: Set<ScreenID> = []
        var kinds: Set<String> = []
        for step in 0..<10_000 {
            monkey.step()
            let model = monkey.stage.model
            screens.insert(model.screen)
            for effect in monkey.stage.effects {
                kinds.insert(String(String(describing: effect).prefix { $0 != "(" }))
            }
            for side in Side.allCases {
                let pane = model[side]
                guard pane.cursor >= 0, pane.cursor < max(1, pane.rowCount),
                    Set(pane.marked).isSubset(of: pane.order)
                else {
                    Issue.record("the cursor or the marks are outside, seed \(seed), step \(step)")
                    return
                }
            }
            guard step % 8 == 0 else { continue }
            let frame = model.view()
            guard frame.size == model.size,
                frame.cells.count == frame.size.width * frame.size.height
            else {
                Issue.record("the frame has another size, seed \(seed), step \(step)")
                return
            }
            guard step % 64 == 0 else { continue }
            #expect(halvesMatch(frame), "half a character stands alone, seed \(seed), step \(step)")
        }
        // It got around.
        #expect(screens.count >= 5, "\(screens)")
        #expect(kinds.count >= 12, "\(kinds)")
    }

    /// Whether each wide character has its second half, and no half is without a first.
    private func halvesMatch(_ frame: Frame) -> Bool {
        for y in 0..<frame.size.height {
            var x = 0
            while x < frame.size.width {
                let width = Int(frame[x, y].width)
                guard width > 0, x + width <= frame.size.width else { return false }
                if width == 2, frame[x + 1, y].width != 0 { return false }
                x += width
            }
        }
        return true
    }
}
