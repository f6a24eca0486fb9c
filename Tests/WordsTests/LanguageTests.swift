import Testing

@testable import Words

@Suite("The language of a process")
struct LanguageTests {
    @Test(
        "It goes by the settings, LANGUAGE and the locale for messages",
        arguments: [
            (nil, ["LANG": "zh_CN.UTF-8"], ["zh_CN", "zh"]),
            (nil, ["LANG": "zh_CN.utf8@pinyin"], ["zh_CN", "zh"]),
            (nil, ["LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"], ["zh_CN", "zh"]),
            (nil, ["LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"], []),
            (nil, ["LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"], []),
            (
                nil, ["LANG": "zh_CN.UTF-8", "LANGUAGE": "de:zh_CN"],
                ["de", "zh_CN", "zh", "zh_CN", "zh"]
            ),
            (nil, ["LANG": "zh_CN.UTF-8", "LANGUAGE": "en:zh_CN"], []),
            (nil, ["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"], []),
            (nil, [:], []),
            ("zh_CN", [:], ["zh_CN", "zh"]),
            ("zh_CN", ["LANG": "de_DE.UTF-8"], ["zh_CN", "zh"]),
            ("en", ["LANG": "zh_CN.UTF-8"], []),
            // What the terminal cannot show.
            ("zh_CN", ["LANG": "C"], []),
            ("zh_CN", ["LC_CTYPE": "zh_CN.GB18030", "LANG": "zh_CN.UTF-8"], []),
            ("zh_CN", ["LANG": "zh_CN.UTF-8", "TERM": "linux"], []),
            // A name leads nowhere else.
            ("../../etc/passwd", [:], []),
            (nil, ["LANG": "../x.UTF-8"], []),
        ] as [(String?, [String: String], [String])])
    func wanted(_ setting: String?, _ variables: [String: String], _ expected: [String]) {
        #expect(Language.wanted(setting: setting) { variables[$0] } == expected)
    }

    @Test("English is put together as it is written")
    func english() {
        let name = "a{1}"
        #expect(tr("\(name) is " + "\(2) of {1}.") == "a{1} is 2 of {1}.")
        #expect(tr(1, one: "\(name) was", other: "\(name) were") == "a{1} was")
        #expect(tr(0, one: "\(name) was", other: "\(name) were") == "a{1} were")
        #expect(counted(1, shown: "1", "entry") == "1 entry")
        #expect(counted(2, shown: "2", "entry") == "2 entries")
    }
}
