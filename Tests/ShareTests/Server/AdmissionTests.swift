import Files
import Jobs
import NIOHTTP1
import Support
import Testing

@testable import Share

@Suite struct AdmissionTests {
    private func admission(
        _ access: ShareRequest.Access = .everyone, pin: String? = nil
    ) throws -> Admission {
        let disk = try TemporaryFolder(isInMemory: true)
        var request = ShareRequest(folder: Path(disk.path))
        request.access = access
        return Admission(
            check: HeadCheck(limits: Limits(), hosts: AnsweredHosts(request, names: [])),
            authenticator: Authenticator(access, pin: pin),
            folder: try SharedFolder(Path(disk.path)))
    }

    private func refusal(
        _ admission: Admission, _ exchange: ServedExchange, _ method: HTTPMethod = .GET,
        _ uri: String = "/", _ headers: HTTPHeaders = ["Host": "localhost"]
    ) -> Refusal? {
        let head = HTTPRequestHead(
            version: .http1_1, method: method, uri: uri, headers: headers)
        let arrival = HeadCheck.Arrival(
            visitor: "127.0.0.1", local: "127.0.0.1:1", isSecure: false, isNear: false,
            hangUp: {})
        do throws(Refusal) {
            _ = try admission.admit(head, from: arrival, for: exchange)
            return nil
        } catch {
            return error
        }
    }

    private var exchange: ServedExchange { ServedExchange(nil, startedAt: 0) }

    @Test("A sound request comes in, and its exchange knows it") func sound() throws {
        let exchange = exchange
        #expect(refusal(try admission(), exchange, .GET, "/a.txt") == nil)
        #expect(exchange.request?.path == Path("/a.txt"))
    }

    @Test("Of a head that is not sound, no request is known") func unsound() throws {
        let exchange = exchange
        #expect(refusal(try admission(), exchange, .GET, "/", [:])?.status == .badRequest)
        #expect(exchange.request == nil)
    }

    @Test("Who is not let in is known, and learns nothing of the folder") func login() throws {
        let admission = try admission(.user("anna", Secret("secret")))
        let exchange = exchange
        let headers: HTTPHeaders = ["Host": "localhost", "Accept": "text/html"]
        guard let refusal = refusal(admission, exchange, .GET, "/.hidden", headers) else {
            Issue.record("let in")
            return
        }
        #expect(refusal.status == .unauthorized)
        #expect(exchange.request != nil)
        let name = admission.folder.name
        #expect(!text(admission.page(refusal, for: exchange.request)).contains(name))
        let other = Refusal(.notFound, "Gone.")
        #expect(text(admission.page(other, for: exchange.request)).contains(name))
        #expect(text(admission.page(other, for: nil)) == "Gone.\n")
    }

    @Test("Locks are a user's who was checked, else an address's: with a PIN any name gets in")
    func holders() throws {
        func holder(_ admission: Admission, _ login: String) -> String? {
            let exchange = exchange
            let headers: HTTPHeaders = ["Host": "localhost", "Authorization": "Basic \(login)"]
            #expect(refusal(admission, exchange, .GET, "/", headers) == nil)
            return exchange.request?.lockHolder
        }
        // anna:123456
        let login = "YW5uYToxMjM0NTY="
        let named = try admission(.user("anna", Secret("123456")))
        #expect(holder(named, login) == "anna")
        #expect(holder(try admission(.pin, pin: "123456"), login) == "127.0.0.1")
        #expect(holder(try admission(), login) == "127.0.0.1")
    }

    @Test("Hidden names are not there, and other sites' pages change nothing") func hidden() throws
    {
        let admission = try admission()
        #expect(refusal(admission, exchange, .GET, "/a/.hidden")?.status == .notFound)
        let foreign: HTTPHeaders = ["Host": "localhost", "Origin": "http://evil.example"]
        #expect(refusal(admission, exchange, .PUT, "/a", foreign)?.status == .forbidden)
        #expect(refusal(admission, exchange, .GET, "/a", foreign) == nil)
    }

    private func text(_ response: Response) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
