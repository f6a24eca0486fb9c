/// Months by the names that `ls` prints in the languages of the servers still found.
enum MonthName {
    /// 1…12; nil where `token` names no month. A full stop or comma at its end does not count.
    static func month(_ line: ListingLine, _ token: Range<Int>) -> Int? {
        var end = token.upperBound
        while end > token.lowerBound, line[end - 1] == 0x2E || line[end - 1] == 0x2C { end -= 1 }
        let length = end - token.lowerBound
        guard (3...12).contains(length) else { return nil }
        if length == 3 {
            let packed =
                UInt32(line[token.lowerBound] | 0x20) << 16
                | UInt32(line[token.lowerBound + 1] | 0x20) << 8
                | UInt32(line[token.lowerBound + 2] | 0x20)
            if let month = english(packed) { return month }
        }
        let name = String(decoding: line[token.lowerBound..<end].bytes, as: UTF8.self)
        return others[name.lowercased()]
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

    /// Each language's short names, where they differ from the English ones.
    private static let others: [String: Int] = {
        let names: [[String]] = [
            [
                "jän", "janv", "gen", "ene", "sty", "янв", "tammi", "saus", "jän", "jan", "led",
                "ocak",
            ],
            ["févr", "fév", "fev", "lut", "фев", "helmi", "vas", "úno", "şub", "febr"],
            ["mrz", "mär", "mars", "mrt", "märz", "мар", "maalis", "kov", "bře", "márc"],
            ["avr", "abr", "ápr", "kwi", "апр", "huhti", "bal", "dub", "avril"],
            ["mai", "mag", "maj", "mei", "май", "мая", "touko", "geg", "kvě", "maí", "máj"],
            ["juin", "giu", "cze", "июн", "kesä", "bir", "čen", "jún", "juni"],
            ["juil", "lug", "lip", "июл", "heinä", "lie", "čec", "júl", "juli"],
            ["août", "aoû", "ago", "aou", "sie", "авг", "elo", "rgp", "srp", "avg", "ágú"],
            ["sept", "set", "wrz", "сен", "syys", "rgs", "zář", "szept"],
            ["okt", "ott", "out", "paź", "окт", "loka", "spa", "říj"],
            ["lis", "ноя", "marras", "lap", "nóv", "novem"],
            ["dez", "déc", "dic", "gru", "дек", "joulu", "grd", "pro", "des"],
        ]
        var table: [String: Int] = [:]
        for (index, month) in names.enumerated() {
            for name in month { table[name] = index + 1 }
        }
        return table
    }()
}
