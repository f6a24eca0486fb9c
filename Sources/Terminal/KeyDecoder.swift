/// Turns what a terminal sends into events: bytes in, in pieces of any size; values out. Does no
/// I/O and has no clock: the caller says what time it is, in seconds of any steady clock.
///
/// An Esc is an event of its own once `escapeDelay` has passed without another byte. A digit within
/// `digitDelay` after it is then a function key (`Esc 1` is F1, `Esc 0` is F10), for terminals that
/// keep function keys for themselves; the Esc has been delivered by then.
package struct KeyDecoder: Sendable {
    /// Seconds that the bytes of a key may lie apart.
    package static let escapeDelay = 0.025
    /// Seconds that a longer sequence, a reply of the terminal or a paste may pause.
    package static let sequenceDelay = 0.5
    static let pasteDelay = 5.0
    /// Seconds between Esc and a digit that makes a function key.
    package static let digitDelay = 0.6
    /// Bytes of a sequence that are kept; a longer one is swallowed without a meaning.
    static let sequenceLimit = 64
    /// Bytes of a paste that are kept: 1 MiB.
    package static let pasteLimit = 1 << 20

    private enum State {
        case ground
        /// A UTF-8 sequence of which some bytes are missing.
        case character(missing: Int)
        case escape
        /// ESC [ and what came after it.
        case control
        /// ESC [ [, the Linux console's F1…F5.
        case consoleFunction
        /// ESC O
        case shift3
        /// ESC [ M: three bytes follow.
        case oldMouse
        /// A reply of the terminal (OSC, DCS, …) up to BEL or ESC \.
        case reply(sawEscape: Bool)
        /// An answer about colours has paused: what looks like its rest is none of the user's keys.
        case answerTail(BackgroundAnswer.Tail)
        case paste
    }

    private var state = State.ground
    /// ESC and what came after it; or the bytes of an unfinished character.
    private var pending: [UInt8] = []
    private var isAlt = false
    private var paste = PasteCollector()
    private var lastByte = 0.0
    private var lastEscape: Double?
    private var answer = BackgroundAnswer()
    private let special: SpecialKeys
    private var events: [Event] = []

    /// `special` holds sequences of the terminal's own (terminfo), each starting with ESC; they
    /// come before the common meaning.
    package init(special: SpecialKeys = SpecialKeys()) {
        self.special = special
    }

    /// The terminal was asked for its background (`OSC 11 ; ?`): the first answer is an event.
    package mutating func awaitBackground(at time: Double) {
        answer.expect(at: time)
    }

    /// The time at which `flush` has something to do; nil when nothing is held back.
    package var deadline: Double? {
        switch state {
        case .ground, .answerTail: nil
        case .character: lastByte + KeyDecoder.escapeDelay
        case .escape: lastByte + beginningDelay
        case .control, .shift3, .consoleFunction, .oldMouse:
            lastByte
                + (pending.count <= 2 ? KeyDecoder.escapeDelay : KeyDecoder.sequenceDelay)
        case .reply:
            lastByte + (pending.count <= 2 ? beginningDelay : KeyDecoder.sequenceDelay)
        case .paste: lastByte + KeyDecoder.pasteDelay
        }
    }

    /// Seconds that what may be an answer's beginning is held back.
    private var beginningDelay: Double {
        answer.isAwaited(at: lastByte) ? BackgroundAnswer.delay : KeyDecoder.escapeDelay
    }

    /// The events that these bytes complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>, at time: Double) -> [Event] {
        var isFirst = true
        for byte in bytes {
            // A beginning that was held back for an answer only was a key.
            if isFirst, isHeldBack, time - lastByte > KeyDecoder.escapeDelay, !goesOn(with: byte) {
                finish(at: time)
            }
            isFirst = false
            take(byte, at: time)
        }
        lastByte = time
        return takeEvents()
    }

    /// The events that are complete because nothing followed; none before the `deadline`.
    package mutating func flush(at time: Double) -> [Event] {
        guard let deadline, time >= deadline else { return [] }
        finish(at: time)
        return takeEvents()
    }

    private mutating func takeEvents() -> [Event] {
        let result = events
        events = []
        return result
    }

    /// What was begun stands for itself, or is dropped where it means nothing.
    private mutating func finish(at time: Double) {
        switch state {
        case .ground, .character, .oldMouse:
            break
        case .escape:
            for _ in 0..<(isAlt ? 2 : 1) { events.append(.key(Key(.escape))) }
            lastEscape = time
        case .control, .shift3, .consoleFunction:
            // ESC [ and nothing else was Alt-[.
            if pending.count == 2 { emit(Key(Character(Unicode.Scalar(pending[1])), .alt)) }
        case .reply:
            if pending.count == 2 { emit(Key(Character(Unicode.Scalar(pending[1])), .alt)) }
            if BackgroundAnswer.isBegun(pending) {
                reset()
                state = .answerTail(BackgroundAnswer.Tail(at: time))
                return
            }
        case .answerTail:
            break
        case .paste:
            endPaste()
        }
        reset()
    }

    private mutating func reset() {
        state = .ground
        pending.removeAll(keepingCapacity: true)
        isAlt = false
    }

    private mutating func emit(_ key: Key) {
        var key = key
        if isAlt { key.modifiers.insert(.alt) }
        events.append(.key(key.normalized))
    }

    private mutating func complete(_ event: Event?) {
        if let event {
            if case .key(let key) = event { emit(key) } else { events.append(event) }
        }
        reset()
    }

    private mutating func take(_ byte: UInt8, at time: Double) {
        switch state {
        case .ground:
            takeGround(byte, at: time)
        case .character(let missing):
            takeContinuation(byte, missing: missing, at: time)
        case .escape:
            takeAfterEscape(byte, at: time)
        case .control:
            takeControl(byte, at: time)
        case .consoleFunction:
            complete((0x41...0x45).contains(byte) ? .key(Key(.function(Int(byte) - 0x40))) : nil)
        case .shift3:
            takeShift3(byte, at: time)
        case .oldMouse:
            pending.append(byte)
            if pending.count == 6 { complete(MouseReport.old(pending[3], pending[4], pending[5])) }
        case .reply(let sawEscape):
            let isEnd = byte == 0x07 || (sawEscape && byte == 0x5C)
            if isEnd || byte == 0x18 || byte == 0x1A {
                let shade = isEnd ? answer.take(pending, at: time) : nil
                complete(shade.map { .background($0) })
            } else {
                if pending.count < KeyDecoder.sequenceLimit { pending.append(byte) }
                state = .reply(sawEscape: byte == 0x1B)
            }
        case .answerTail(let tail):
            takeTail(byte, tail, at: time)
        case .paste:
            takePasted(byte)
        }
    }

    /// Whether nothing has come but what may be an answer's beginning.
    private var isHeldBack: Bool {
        switch state {
        case .escape: !isAlt
        case .reply: pending.count == 2
        default: false
        }
    }

    private func goesOn(with byte: UInt8) -> Bool {
        if case .escape = state { return byte == 0x5D }
        return byte == 0x31
    }

    /// A byte after an answer has paused.
    private mutating func takeTail(
        _ byte: UInt8, _ tail: BackgroundAnswer.Tail, at time: Double
    ) {
        var tail = tail
        switch tail.take(byte, at: time) {
        case .rest:
            state = .answerTail(tail)
        case .end:
            reset()
        case .escape:
            // ESC \ ends it.
            pending = [0x1B, 0x5D, 0x31]
            state = .reply(sawEscape: true)
        case .other:
            reset()
            takeGround(byte, at: time)
        }
    }

    private mutating func takeGround(_ byte: UInt8, at time: Double) {
        let escaped = lastEscape.map { time - $0 <= KeyDecoder.digitDelay } ?? false
        lastEscape = nil
        switch byte {
        case 0x1B:
            state = .escape
            pending = [byte]
        case 0x30...0x39 where escaped:
            complete(.key(KeyDecoder.functionKey(digit: byte)))
        case 0x00..<0x80:
            complete(.key(KeyDecoder.key(ascii: byte)))
        case 0xC2...0xF4:
            state = .character(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
            pending = [byte]
        default:
            reset()
        }
    }

    private mutating func takeContinuation(_ byte: UInt8, missing: Int, at time: Double) {
        guard byte & 0xC0 == 0x80 else {
            reset()
            takeGround(byte, at: time)
            return
        }
        pending.append(byte)
        guard missing == 1 else {
            state = .character(missing: missing - 1)
            return
        }
        let text = String(validating: pending, as: UTF8.self)
        let scalar = text?.unicodeScalars.first
        let isControl = (scalar?.value ?? 0) < 0xA0
        complete(isControl ? nil : text?.first.map { .key(Key($0)) })
    }

    private mutating func takeAfterEscape(_ byte: UInt8, at time: Double) {
        pending.append(byte)
        if let key = special[pending] {
            complete(.key(key))
            return
        }
        switch byte {
        case 0x1B:
            if isAlt { events.append(.key(Key(.escape))) }
            // Some terminals send Alt with a key as ESC before the key's own sequence.
            isAlt = true
            pending = [byte]
        case 0x5B: state = .control
        case 0x4F: state = .shift3
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .reply(sawEscape: false)
        case 0x30...0x39: complete(.key(KeyDecoder.functionKey(digit: byte)))
        default:
            isAlt = true
            state = .ground
            takeGround(byte, at: time)
        }
    }

    private mutating func takeControl(_ byte: UInt8, at time: Double) {
        if byte < 0x20 || byte == 0x7F || byte >= 0x80 {
            // Not a sequence's byte: what was begun means nothing, this may start anew.
            reset()
            takeGround(byte, at: time)
            return
        }
        if pending.count < KeyDecoder.sequenceLimit { pending.append(byte) }
        if pending.count == 3, byte == 0x5B {
            state = .consoleFunction
            return
        }
        if pending.count == 3, byte == 0x4D {
            state = .oldMouse
            return
        }
        // rxvt ends its shifted keys with `$`, which is no final byte elsewhere.
        let isShifted = byte == 0x24 && pending.count > 3 && (0x30...0x39).contains(pending[2])
        guard (0x40...0x7E).contains(byte) || isShifted else { return }
        if let key = special[pending] {
            complete(.key(key))
        } else if pending == KeyDecoder.pasteStart {
            reset()
            state = .paste
        } else if pending.count < KeyDecoder.sequenceLimit {
            complete(ControlSequence(pending.dropFirst(2)).event)
        } else {
            complete(nil)
        }
    }

    private mutating func takeShift3(_ byte: UInt8, at time: Double) {
        if byte < 0x20 || byte >= 0x7F {
            reset()
            takeGround(byte, at: time)
            return
        }
        if pending.count < KeyDecoder.sequenceLimit { pending.append(byte) }
        if (0x30...0x3B).contains(byte) { return }
        if let key = special[pending] {
            complete(.key(key))
        } else {
            complete(ControlSequence.shift3(pending.dropFirst(2)))
        }
    }

    private static let pasteStart: [UInt8] = Array("\u{1B}[200~".utf8)

    private mutating func takePasted(_ byte: UInt8) {
        guard paste.take(byte) else { return }
        endPaste()
        reset()
    }

    private mutating func endPaste() {
        let text = PastedText.clean(paste.end())
        if !text.isEmpty { events.append(.paste(text)) }
    }
}
