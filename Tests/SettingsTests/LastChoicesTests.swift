import Settings
import Support
import Testing

@Suite("What was chosen last")
struct LastChoicesTests {
    @Test("It is kept, and what cannot be understood has none")
    func kept() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("state/choices.toml")
        #expect(LastChoices.load(path) == LastChoices())
        var choices = LastChoices()
        choices.followsLinks = true
        try choices.save(to: path)
        #expect(LastChoices.load(path).followsLinks)
        try folder.write("follow_links = \"perhaps\"", to: "state/choices.toml")
        #expect(!LastChoices.load(path).followsLinks)
        try folder.write("no toml at all = =", to: "state/choices.toml")
        #expect(!LastChoices.load(path).followsLinks)
    }
}
