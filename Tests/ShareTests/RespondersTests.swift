import Files
import Testing

@testable import Share

@Suite struct RespondersTests {
    private struct Fixed: Responder {
        let priority: Int
        let method: Method
        let answer: UInt16

        func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
            request.method == method
        }

        func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
            Response(Status(answer, ""))
        }
    }

    private let folder = Result { try SharedFolder(.root) }

    @Test("The one with the higher priority responds, whatever the order") func order() throws {
        let low = Fixed(priority: 1, method: .get, answer: 201)
        let high = Fixed(priority: 2, method: .get, answer: 202)
        let request = Request(method: .get, path: .root)
        for responders in [[low, high], [high, low]] {
            let response = try Responders(responders).respond(to: request, in: folder.get())
            #expect(response.status.code == 202)
        }
    }

    @Test("A method that only other methods are there for is answered by 405 and Allow")
    func notAllowed() throws {
        let responders = Responders([
            Fixed(priority: 1, method: .put, answer: 201),
            Fixed(priority: 1, method: .get, answer: 200),
        ])
        let refusal = #expect(throws: Refusal.self) {
            try responders.respond(
                to: Request(method: .delete, path: .root), in: folder.get())
        }
        #expect(refusal?.status == .methodNotAllowed)
        #expect(refusal?.headers["allow"] == "GET, PUT")
    }

    @Test("A method that nobody knows is answered by 501") func unknown() throws {
        let responders = Responders([Fixed(priority: 1, method: .get, answer: 200)])
        let refusal = #expect(throws: Refusal.self) {
            try responders.respond(
                to: Request(method: Method("BREW"), path: .root), in: folder.get())
        }
        #expect(refusal?.status == .notImplemented)
    }
}
