import Files

/// Months by the names that `ls` prints in the languages of the servers still found.
enum MonthName {
    /// 1…12; nil where `token` names no month. A full stop or comma at its end does not count.
    static func month(_ line: ListingLine, _ token: Range<Int>) -> Int? {
        var end = token.upperBound
        while end > token.lowerBound, line[end - 1] == 0x2E || line[end - 1] == 0x2C { end -= 1 }
        let length = end - token.lowerBound
        guard (3...Key.limit).contains(length) else { return nil }
        if length == 3 {
            let packed =
                UInt32(line[token.lowerBound] | 0x20) << 16
                | UInt32(line[token.lowerBound + 1] | 0x20) << 8
                | UInt32(line[token.lowerBound + 2] | 0x20)
            if let month = english(packed) { return month }
        }
        let bytes = line[token.lowerBound..<end].bytes
        // Most words beside a number are owners and groups in ASCII: the other charsets, whose
        // converters take a while to load, are asked for a word that is not.
        return bytes.allSatisfy { $0 < 0x80 } ? inASCII[Key(bytes)] : beyondASCII[Key(bytes)]
    }

    private static func english(_ packed: UInt32) -> Int? {
        switch packed {
        case 0x6A616E: 1
        case 0x666562: 2
        case 0x6D6172: 3
        case 0x617072: 4
        case 0x6D6179: 5
        case 0x6A756E: 6
        case 0x6A756C: 7
        case 0x617567: 8
        case 0x736570: 9
        case 0x6F6374: 10
        case 0x6E6F76: 11
        case 0x646563: 12
        default: nil
        }
    }

    /// A name's bytes in two words, so that looking it up makes no array.
    private struct Key: Hashable {
        static let limit = 16
        private var high: UInt64 = 0
        private var low: UInt64 = 0

        init(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                high = high << 8 | low >> 56
                low = low << 8 | UInt64(byte)
            }
        }
    }

    /// Each language's names, short and long, where they differ from the short English ones.
    private static let names: [[String]] = [
        [
            "january", "janv", "janvier", "jän", "jänner", "januar", "gen", "gennaio", "ene",
            "enero", "sty", "stycznia", "styczeń", "янв", "января", "январь", "січ", "яну", "tammi",
            "sau", "saus", "led", "oca", "ocak", "ian", "sij", "ιαν", "janeiro", "januari",
        ],
        [
            "february", "févr", "fév", "fevr", "février", "fev", "febr", "februar", "febbraio",
            "febrero", "fevereiro", "lut", "lutego", "luty", "фев", "февр", "февраля", "лют",
            "helmi",
            "vas", "úno", "şub", "feb", "vel", "φεβ", "februari",
        ],
        [
            "march", "mrz", "mär", "märz", "maerz", "mars", "mrt", "maart", "marzo", "março",
            "marca",
            "marzec", "мар", "март", "марта", "бер", "maalis", "kov", "bře", "márc", "mart", "ožu",
            "μαρ",
        ],
        [
            "april", "avr", "avril", "abr", "abril", "ápr", "aprile", "kwi", "kwietnia", "апр",
            "апреля", "апрель", "кві", "huhti", "bal", "dub", "nis", "tra", "απρ",
        ],
        [
            "mai", "mag", "maggio", "maj", "maja", "mei", "mayo", "maio", "май", "мая", "тра",
            "touko", "geg", "kvě", "maí", "máj", "svi", "μαι", "μαϊ",
        ],
        [
            "june", "juin", "giu", "giugno", "junio", "junho", "juni", "cze", "czerwca", "июн",
            "июня", "июнь", "чер", "юни", "kesä", "bir", "birž", "čer", "čen", "jún", "haz",
            "ιουν", "iun",
        ],
        [
            "july", "juil", "juillet", "lug", "luglio", "julio", "julho", "juli", "lip", "lipca",
            "июл", "июля", "июль", "лип", "юли", "heinä", "lie", "liep", "čec", "čvc", "júl", "tem",
            "ιουλ", "iul",
        ],
        [
            "august", "août", "aoû", "aout", "aou", "ago", "agosto", "avg", "avgust", "sie",
            "sierpnia", "авг", "августа", "сер", "elo", "rgp", "rugp", "srp", "ágú", "ağu", "kol",
            "αυγ", "augustus", "augusti",
        ],
        [
            "september", "sept", "septembre", "set", "sett", "settembre", "septiembre", "setembro",
            "wrz", "września", "сен", "сент", "сентября", "вер", "syys", "rgs", "rugs", "zář",
            "szept", "eyl", "ruj", "σεπ",
        ],
        [
            "october", "octobre", "okt", "oktober", "ott", "ottobre", "octubre", "out", "outubro",
            "paź", "października", "окт", "октября", "жов", "loka", "spa", "spal", "říj", "eki",
            "οκτ",
        ],
        [
            "november", "novembre", "noviembre", "novembro", "nov", "lis", "listopada", "ноя",
            "нояб",
            "ноября", "лис", "ное", "marras", "lap", "lapkr", "nóv", "novem", "kas", "noi", "νοε",
        ],
        [
            "december", "dez", "dezember", "déc", "décembre", "dicembre", "diciembre", "dezembro",
            "dic", "gru", "grudnia", "дек", "декабря", "гру", "joulu", "grd", "gruod", "pro", "des",
            "ara", "δεκ", "dets",
        ],
    ]

    /// In small letters, capitals and with a capital in front.
    private static func forms(ofASCII isASCII: Bool) -> [(text: String, month: Int)] {
        names.enumerated().flatMap { index, month in
            month.flatMap { small in
                [small, small.uppercased(), small.prefix(1).uppercased() + small.dropFirst()]
            }
            .filter { $0.utf8.allSatisfy { $0 < 0x80 } == isASCII }
            .map { ($0, index + 1) }
        }
    }

    private static let inASCII = table(
        of: forms(ofASCII: true).map { (Array($0.text.utf8), $0.month) })

    /// In UTF-8, and in the charsets that were used before it.
    private static let beyondASCII: [Key: Int] = {
        let words = forms(ofASCII: false)
        let texts = words.map(\.text)
        let spellings = [
            "ISO-8859-1", "CP1250", "ISO-8859-2", "CP1251", "KOI8-R", "KOI8-U", "ISO-8859-5",
            "CP866", "CP1253", "CP1254", "CP1257", "CP850", "CP852",
        ]
        .compactMap { Charset(named: $0)?.encode(each: texts) }
        return table(
            of: words.indices.flatMap { index in
                ([Array(words[index].text.utf8)] + spellings.compactMap { $0[index] })
                    .map { ($0, words[index].month) }
            })
    }()

    /// Of two months with one spelling the first.
    private static func table(of spellings: [(bytes: [UInt8], month: Int)]) -> [Key: Int] {
        var table: [Key: Int] = [:]
        for (bytes, month) in spellings where (3...Key.limit).contains(bytes.count) {
            let key = Key(bytes)
            if table[key] == nil { table[key] = month }
        }
        return table
    }
}
