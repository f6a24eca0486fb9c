import Files
import Testing

@Suite("What is remembered of how servers take commands")
struct CommandMemoryTests {
    @Test("It holds for a host and a port, whatever scheme and case they are written with")
    func places() {
        let memory = TransientCommands()
        let site = Site(scheme: .ftp, host: "Example.org", user: "me")
        #expect(!memory.takesSingleCommands(site))
        memory.noteSingleCommands(of: site)
        #expect(memory.takesSingleCommands(Site(scheme: .ftpes, host: "example.ORG")))
        #expect(!memory.takesSingleCommands(Site(scheme: .ftps, host: "example.org")))
        #expect(!memory.takesSingleCommands(Site(scheme: .ftp, host: "example.com")))
    }
}
