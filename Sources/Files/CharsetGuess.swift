/// Which charset names are probably in: each candidate reads them, and what reads most like the
/// writing of somebody's names wins.
enum CharsetGuess {
    /// Bytes that are looked at; more do not make the guess better.
    private static let limit = 16 << 10

    static func best(for names: some Sequence<some Collection<UInt8>>) -> Charset? {
        var samples: [[UInt8]] = []
        var total = 0
        for name in names where String(validating: name, as: UTF8.self) == nil {
            samples.append(Array(name))
            total += name.count
            if total > limit { break }
        }
        guard !samples.isEmpty else { return nil }
        var best: (charset: Charset, score: Double)?
        for candidate in candidates {
            guard let charset = Charset(named: candidate.name) else { continue }
            let score = candidate.score(of: samples, in: charset)
            if score > best?.score ?? 0 { best = (charset, score) }
        }
        return best?.charset
    }

    /// In the order in which they win where they read equally well.
    private static let candidates: [Candidate] = [
        Candidate("CP1252", .alphabet, common: "éèàçêâîôûùëïäöüßåøæñáíóúãõÉÀÇÄÖÜÅØÆÑÁÍÓÚœìò–’"),
        Candidate(
            "CP1250", .alphabet, common: "ąćęłńóśźżčďěňřšťůýžáéíőűäöüâîúŁŚŻŹĆČŘŠŽÝÁÉÍÓÚÖÜÄ–ß"),
        Candidate("ISO-8859-2", .alphabet, common: "ąćęłńóśźżčďěňřšťůýžáéíőűŁŚŻŹČŘŠŽÝÁÉÍÓÚ"),
        Candidate("CP850", .alphabet, common: "éèàçêâîôûùëïäöüßåøæñáíóúãõÉÇÄÖÜÅØÆÑÁÍÓÚ"),
        Candidate("CP852", .alphabet, common: "ąćęłńóśźżčďěňřšťůýžáéíőűŁŚŻŹČŘŠŽÝÁÉÍÓÚ"),
        Candidate("CP1251", .ownLetters, common: cyrillic),
        Candidate("KOI8-R", .ownLetters, common: cyrillic),
        Candidate("CP866", .ownLetters, common: cyrillic),
        Candidate("CP1253", .ownLetters, common: "αοιετσνηυρπκμλςάόίέήώΑΟΙΕΤΣΝΗΥΡΠΚΜΛ"),
        Candidate("CP1255", .ownLetters, common: "יוהלאמרבתשנםדקחעפכט"),
        Candidate("CP1256", .ownLetters, common: "الميونرتبةعدسفهكقحج"),
        Candidate("CP874", .ownLetters, common: "านรอกเงมยลวดทส่้ัีิ"),
        Candidate("CP1254", .alphabet, common: "çğıöşüİÇĞÖŞÜâ"),
        Candidate("GB18030", .wide, common: simplified),
        Candidate("Big5", .wide, common: traditional),
        Candidate("Shift_JIS", .wide, common: japanese),
        Candidate("EUC-JP", .wide, common: japanese),
        Candidate("EUC-KR", .wide, common: korean),
    ]

    private static let cyrillic = "оеаинтсрвлкмдпузОЕАИНТСРВЛКМДПУЗ"

    /// Those that names of files are made of.
    private static let simplified =
        "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
        + "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从"
        + "想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向"
        + "头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东"
        + "声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再"
        + "感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光"
        + "放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院"
        + "让识候带导争运件简介录图片照视频音乐备份资料合同说明附项档案软载副硬盘稿模板客户价单版测试"

    private static let traditional =
        "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
        + "用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從"
        + "想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭"
        + "文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提"
        + "立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務"
        + "做接必場件計管期市直德資命山金指許統區保至隊形社便空決治展馬科司五基書非則聽白界達光放強圖片照視"
        + "頻音樂備份料檔案軟載副硬碟稿範本客戶價單版測試灣臺台簡介錄附項"

    private static let japanese =
        "あいうえおかがきくけこさしすせそただちってでとなにのはばひふへほまみむめもやゆよらりるれろわをんょゃゅ"
        + "アイウエオカガキギクグケゲコゴサザシジスズセゼソタダチッツテデトドナニネノハバパヒビピフブプヘベペホボ"
        + "ポマミムメモャヤュユョヨラリルレロワンー日本一人大年会国中長出者事社学月時分上行高新場地入部東発前京"
        + "定小生報告書写真動画音楽資料議録表計画設定業務名簿手順説明版最終案内問合見積請求売仕様図面文化"

    private static let korean =
        "가각간갈감갑강개거건걸검것게격견결경계고곡공과관광교구국군권그글금급기김나남내너네년노는니다단달당대데도"
        + "동되된두드들등디라람래량러려력련로록료루류를름리린림마만말매면명모목무문물미민바반발방배백번법변별보복본"
        + "부분비빙사산상새색생서선설성세소속수순술스시식신실심아악안알암양어언업없에여역연열영예오온와완외요용우운"
        + "울원월위유육은을음의이인일임입있자작장재저적전절점정제조종주중지직진질집차참창책처천철첨체초최추출치카크타"
        + "터테통트특판편평포표품프피하학한할함합항해행험현형호화확환활회획후휴희사진동영상음악문서자료보고"

    private enum Writing {
        /// Latin, with a few letters outside ASCII among those in it.
        case alphabet
        /// Letters that do not stand among those of ASCII.
        case ownLetters
        /// Two bytes or more a character.
        case wide
    }

    private struct Candidate {
        let name: String
        let writing: Writing
        let common: Set<Unicode.Scalar>

        init(_ name: String, _ writing: Writing, common: String) {
            self.name = name
            self.writing = writing
            self.common = Set(common.unicodeScalars)
        }

        /// The mean over the bytes that are not ASCII; a name that is not valid counts against it.
        func score(of samples: [[UInt8]], in charset: Charset) -> Double {
            var sum = 0.0
            var count = 0
            for sample in samples {
                let foreign = sample.count { $0 >= 0x80 }
                count += foreign
                guard let text = charset.decode(sample) else {
                    sum -= 6 * Double(foreign)
                    continue
                }
                sum += score(of: Array(text.unicodeScalars))
            }
            return count > 0 ? sum / Double(count) : 0
        }

        /// Points are given by the byte, so that charsets of one and of two can be compared.
        private func score(of text: [Unicode.Scalar]) -> Double {
            var sum = 0.0
            for (index, scalar) in text.enumerated() where scalar.value >= 0x80 {
                let before = index > 0 ? text[index - 1] : " "
                let points = points(of: scalar)
                switch writing {
                case .wide: sum += points * 2
                case .alphabet:
                    sum += points
                    if scalar.properties.isAlphabetic, before.value >= 0x80 { sum -= 2 }
                    sum -= casePenalty(before, scalar)
                case .ownLetters:
                    sum += points
                    let after = index + 1 < text.count ? text[index + 1] : " "
                    for other in [before, after]
                    where other.value < 0x80 && other.properties.isAlphabetic { sum -= 3 }
                    sum -= casePenalty(before, scalar)
                }
            }
            return sum
        }

        private func points(of scalar: Unicode.Scalar) -> Double {
            if common.contains(scalar) { return 3 }
            let properties = scalar.properties
            guard properties.isAlphabetic || properties.generalCategory == .nonspacingMark else {
                return isPunctuation(scalar) ? 0.5 : -2
            }
            guard writing == .wide else { return 0.5 }
            switch scalar.value {
            case 0x3041...0x30FF: return 1
            case 0xAC00...0xD7A3: return 1
            case 0x4E00...0x9FFF: return name == "EUC-KR" ? -1.5 : isFirstLevel(scalar) ? 1 : -1
            // Half-wide kana are what everything looks like in Shift-JIS.
            case 0xFF61...0xFF9F: return -0.5
            default: return -1
            }
        }

        /// What stands between the words of East Asian names.
        private func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
            (0x3000...0x3011).contains(scalar.value) || (0xFF01...0xFF5E).contains(scalar.value)
                || scalar.value == 0xB7 || (0x2010...0x2026).contains(scalar.value)
        }

        /// Whether the charset holds the character among the usual ones, which come first in it.
        private func isFirstLevel(_ scalar: Unicode.Scalar) -> Bool {
            guard let charset = Charset(named: name),
                let bytes = try? charset.encode(String(scalar)), bytes.count == 2
            else { return false }
            return switch name {
            case "GB18030": (0xB0...0xD7).contains(bytes[0]) && bytes[1] >= 0xA1
            case "Big5": (0xA4...0xC6).contains(bytes[0])
            case "Shift_JIS": (0x88...0x98).contains(bytes[0])
            case "EUC-JP": (0xB0...0xCF).contains(bytes[0])
            default: false
            }
        }

        /// A capital right behind a small letter: what a wrong Cyrillic charset looks like.
        private func casePenalty(_ before: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Double {
            before.properties.isLowercase && scalar.properties.isUppercase ? 3 : 0
        }
    }
}
