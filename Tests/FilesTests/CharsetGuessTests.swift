import Files
import Testing

@Suite("Guessing the charset of names")
struct CharsetGuessTests {
    @Test(
        "Names in each charset are taken for what they are",
        arguments: [
            ("CP1252", ["Übersicht für März.txt", "café crème.pdf", "Año nuevo.jpg"]),
            ("CP1252", ["mañana.txt"]), ("CP1252", ["Rechnung_Müller.pdf"]), ("CP1252", ["Ærø"]),
            ("CP1250", ["zażółć gęślą jaźń.txt", "Łódź.pdf"]),
            ("CP1250", ["příliš žluťoučký.txt"]), ("CP850", ["Übersicht für März.txt"]),
            ("CP1251", ["Отчёт за март.doc", "фото.jpg"]), ("CP1251", ["ПРИКАЗ.txt"]),
            ("KOI8-R", ["Отчёт за март.doc", "фото.jpg"]), ("KOI8-R", ["ПРИКАЗ.txt"]),
            ("KOI8-R", ["музыка"]), ("CP866", ["Отчёт за март.doc", "фото.jpg"]),
            ("CP1253", ["Έγγραφο αναφοράς.txt"]), ("CP1254", ["Öğrenci şarkı.txt"]),
            ("CP1255", ["שלום עולם.txt"]), ("CP1256", ["تقرير.txt"]), ("CP874", ["รายงาน.txt"]),
            ("GB18030", ["年度报告.doc", "照片"]), ("GB18030", ["新建文件夹"]),
            ("GB18030", ["北京.jpg"]), ("GB18030", ["软件"]),
            ("BIG5", ["會議記錄.txt", "台灣照片.jpg"]), ("BIG5", ["新增資料夾"]), ("BIG5", ["報告.doc"]),
            ("SHIFT_JIS", ["会議議事録.txt", "新しいフォルダ"]), ("SHIFT_JIS", ["写真.jpg"]),
            ("SHIFT_JIS", ["テスト.txt"]), ("SHIFT_JIS", ["請求書.pdf"]),
            ("EUC-JP", ["会議議事録.txt", "新しいフォルダ"]), ("EUC-JP", ["写真.jpg"]),
            ("EUC-JP", ["テスト.txt"]), ("EUC-KR", ["회의록.hwp", "새 폴더"]),
            ("EUC-KR", ["보고서.txt"]), ("EUC-KR", ["사진.jpg"]),
        ] as [(String, [String])])
    func guesses(name: String, names: [String]) throws {
        let charset = try #require(Charset(named: name))
        // What is ASCII or UTF-8 among them says nothing.
        let bytes = try names.map { try charset.encode($0) } + [Array("readme €.txt".utf8)]
        let guess = try #require(Charset.guess(for: bytes))
        #expect(guess.name == name)
        #expect(guess.text(of: bytes[0]) == names[0])
    }

    @Test("Where all is UTF-8 nothing is guessed")
    func nothing() {
        #expect(Charset.guess(for: [Array("a.txt".utf8), Array("日本.txt".utf8)]) == nil)
        #expect(Charset.guess(for: [[UInt8]]()) == nil)
    }
}
