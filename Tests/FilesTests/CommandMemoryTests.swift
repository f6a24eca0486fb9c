import Files
import Testing

@Suite("What is remembered of how servers take commands")
struct CommandMemoryTests {
    @Test("It holds for a host and a port, whatever scheme and case they are written with")
    func places() {
        let memory = TransientCommands()
        let site = Site(scheme: .ftp, host: "Example.org", user: "me")
        #expect(memory.commandPace(of: site) == nil)
        memory.noteCommandPace(.single, of: site)
        #expect(memory.commandPace(of: Site(scheme: .ftpes, host: "example.ORG")) == .single)
        #expect(memory.commandPace(of: Site(scheme: .ftps, host: "example.org")) == nil)
        #expect(memory.commandPace(of: Site(scheme: .ftp, host: "example.com")) == nil)
        memory.noteCommandPace(.windows, of: site)
        #expect(memory.commandPace(of: site) == .windows)
        memory.noteCommandPace(nil, of: site)
        #expect(memory.commandPace(of: site) == nil)
    }
}
