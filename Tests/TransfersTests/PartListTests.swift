import Files
import Testing

@testable import Transfers

@Suite("Small parts in one piece of the store")
struct PartListTests {
    private let here = Site.local
    private let there = Site(scheme: .ftp, host: "memory")
    private let token = PartID.newToken()

    private func part(
        _ number: UInt64, _ name: String, root: String? = nil, size: UInt64?, time: Timestamp?,
        _ stage: PartStage
    ) -> StoredPart {
        let id = PartID(token: token, number: number)
        return StoredPart(
            part: Part(id: id, file: Path("/to/" + name), place: .beside(id.name)),
            source: Location(site: there, path: Path("/from/" + name)), site: here,
            root: root.map { Path($0) }, size: size, modified: time, stage: stage)
    }

    private var parts: [StoredPart] {
        [
            part(9, "a", size: 0, time: nil, .announced),
            part(
                10, "tree/ä b", root: "/to", size: .max,
                time: Timestamp(seconds: -5, precision: .minute, isZoned: false), .written),
            part(
                1 << 40, "tree/äc", root: "/to", size: nil, time: Timestamp(seconds: 1 << 40), .done
            ),
        ]
    }

    private func decoded(_ data: [UInt8], _ stages: [UInt8]) -> PartList? {
        PartList(
            data, stages: stages, first: 9, token: token, source: there, target: here)
    }

    @Test("They come back as they were")
    func roundTrip() {
        let data = PartList.encoded(parts, from: 9)
        let stages = parts.map(\.stage.rawValue)
        #expect(decoded(data, stages)?.parts == parts)
    }

    @Test("Bytes that were cut or changed are none, or others, and never a trap")
    func nonsense() {
        let data = PartList.encoded(parts, from: 9)
        let stages = parts.map(\.stage.rawValue)
        for count in 0..<data.count { #expect(decoded(Array(data.prefix(count)), stages) == nil) }
        #expect(decoded(data, Array(stages.dropLast())) == nil)
        #expect(decoded(data, [0, 0, 99]) == nil)
        for position in 0..<data.count {
            for byte in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bytes = data
                bytes[position] = byte
                let found = decoded(bytes, stages)
                #expect(found == nil || found?.parts.count == parts.count)
            }
        }
    }

    @Test("A list is forgotten once nothing becomes of its parts any more")
    func stages() {
        var announced = AnnouncedParts()
        announced.add(PartList(first: 9, parts: Array(parts.prefix(2))))
        #expect(announced.holds(9) && announced.holds(10) && !announced.holds(11))
        announced.begin(9)
        announced.endUnbegun([9, 10])
        #expect(announced.takeSteps() == [StageLog.Step(number: 10, stage: .gone)])
        #expect(announced.takeChanges().map(\.stages) == [[.announced, .gone]])
        #expect(announced.takeOver().isEmpty)
        announced.set(.gone, of: 9)
        #expect(announced.takeChanges().map(\.stages) == [nil])
        announced.add(PartList(first: 12, parts: [part(12, "x", size: 1, time: nil, .announced)]))
        announced.set(.done, of: 12)
        #expect(announced.takeChanges().map(\.stages) == [[.done]])
        #expect(announced.takeOver().isEmpty)
        #expect(!announced.holds(12))
    }

    @Test("The store is not told of a list whose steps are logged, but of the others")
    func loggedLists() {
        var announced = AnnouncedParts()
        announced.add(PartList(first: 9, parts: Array(parts.prefix(2))))
        announced.add(PartList(first: 12, parts: [part(12, "x", size: 1, time: nil, .announced)]))
        announced.set(.written, of: 9)
        announced.set(.done, of: 12)
        #expect(announced.takeSteps().map(\.number) == [9, 12])
        #expect(announced.takeChanges(besides: 12..<20).map(\.first) == [9])
        #expect(announced.takeChanges().isEmpty)
        #expect(!announced.holds(12))
    }

    @Test("Of a logged list that is over the store hears later, together with others")
    func endedLists() {
        var announced = AnnouncedParts()
        announced.add(PartList(first: 9, parts: Array(parts.prefix(2))))
        announced.endUnbegun([9, 10])
        #expect(announced.takeChanges(besides: 9..<20).isEmpty)
        #expect(announced.takeOver().map(\.first) == [9])
        #expect(announced.takeOver().isEmpty)
    }
}
