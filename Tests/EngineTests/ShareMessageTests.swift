import Files
import Foundation
import Jobs
import Testing

@testable import Engine

@Suite("What a share's process and its screen tell each other") struct ShareMessageTests {
    @Test(
        "An order is the same on the other side",
        arguments: [
            .stop(atOnce: false), .stop(atOnce: true), .kick(Visit.ID(rawValue: 7)),
            .release(VisitorLock.ID(rawValue: .max)),
        ] as [ShareOrder])
    func orders(order: ShareOrder) {
        #expect(ShareOrder(order.text) == order)
    }

    @Test(
        "What is no order is none",
        arguments: ["", "release", "release ", "release x", "release 1 2", "kick -1", "free 1"])
    func noOrders(line: String) {
        #expect(ShareOrder(line) == nil)
    }

    @Test("Locks come over as they are, those that are held longest where there are many")
    func locks() throws {
        let locks = (1...300).map { number in
            VisitorLock(
                id: VisitorLock.ID(rawValue: UInt64(number)),
                visitor: "10.0.0.\(number % 30) (anna)",
                path: Path([0x2F, 0xFF, 0x61]), isDirectory: number.isMultiple(of: 2),
                since: 1_000, until: 4_600)
        }
        let told = try #require(try carried(locks))
        #expect(told.locks == Array(locks.prefix(200)))
        #expect(told.lockCount == 300)
    }

    @Test("A visitor with many locks hides nobody else's")
    func manyOfOne() throws {
        let locks = (1...201).map { number in
            VisitorLock(
                id: VisitorLock.ID(rawValue: UInt64(number)),
                visitor: number == 201 ? "10.0.0.8" : "10.0.0.7", path: Path("/a"), since: 1_000,
                until: 4_600)
        }
        let told = try #require(try carried(locks))
        #expect(told.locks == Array(locks.prefix(20) + locks.suffix(1)))
        #expect(told.lockCount == 201)
    }

    /// As the screen's side has it.
    private func carried(_ locks: [VisitorLock]) throws -> ShareStatus? {
        let request = ShareRequest(folder: Path("/home/me"))
        let status = ShareStatus(
            state: .serving, folder: request.folder, urls: [], audience: "", isWritable: true,
            locks: locks)
        let line = try #require(ShareMessage.status(ShareNews(status)).bytes)
        guard case .status(let news) = ShareMessage(line.dropLast()) else { return nil }
        return news.status(of: request) { _ in nil }
    }
}
