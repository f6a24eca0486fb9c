/// Which plural form a language has for a number: `Plural-Forms` of a catalogue's header.
///
/// `nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);`: an expression of C, with
/// numbers, `n`, brackets, and the operators `?:`, `||`, `&&`, comparisons, `+ - * / %` and `!`.
struct PluralRule: Sendable {
    /// No language that is known has more than six.
    static let mostForms = 6

    private indirect enum Expression: Sendable {
        case n
        case number(UInt64)
        case not(Expression)
        case binary(Operator, Expression, Expression)
        case choice(Expression, Expression, Expression)

        func value(_ n: UInt64) -> UInt64 {
            switch self {
            case .n: n
            case .number(let number): number
            case .not(let expression): expression.value(n) == 0 ? 1 : 0
            case .binary(let made, let left, let right): made.value(left.value(n), right.value(n))
            case .choice(let condition, let yes, let no):
                condition.value(n) != 0 ? yes.value(n) : no.value(n)
            }
        }
    }

    private enum Operator: String, CaseIterable, Sendable {
        // Those of two characters first: `<=` begins as `<` does.
        case or = "||"
        case and = "&&"
        case equal = "=="
        case unequal = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case by = "/"
        case remainder = "%"

        /// How tightly it binds, as in C.
        var rank: Int {
            switch self {
            case .or: 1
            case .and: 2
            case .equal, .unequal: 3
            case .atMost, .atLeast, .less, .greater: 4
            case .plus, .minus: 5
            case .times, .by, .remainder: 6
            }
        }

        func value(_ left: UInt64, _ right: UInt64) -> UInt64 {
            switch self {
            case .or: left != 0 || right != 0 ? 1 : 0
            case .and: left != 0 && right != 0 ? 1 : 0
            case .equal: left == right ? 1 : 0
            case .unequal: left != right ? 1 : 0
            case .atMost: left <= right ? 1 : 0
            case .atLeast: left >= right ? 1 : 0
            case .less: left < right ? 1 : 0
            case .greater: left > right ? 1 : 0
            case .plus: left &+ right
            case .minus: left &- right
            case .times: left &* right
            case .by: right == 0 ? 0 : left / right
            case .remainder: right == 0 ? 0 : left % right
            }
        }
    }

    private let forms: Int
    private let expression: Expression

    /// - Parameter header: The catalogue's header; without `Plural-Forms` in it there are two forms, as
    ///   in English.
    init(header: String) throws(CatalogueError) {
        let line = header.split(separator: "\n").first { $0.hasPrefix("Plural-Forms:") }
        guard let line else {
            (forms, expression) = (2, .binary(.unequal, .n, .number(1)))
            return
        }
        var fields: [Substring: Substring] = [:]
        for field in line.dropFirst("Plural-Forms:".count).split(separator: ";") {
            guard let sign = field.firstIndex(of: "=") else { continue }
            let name = field[..<sign].filter { $0 != " " }
            fields[Substring(name)] = field[field.index(after: sign)...]
        }
        let number = (fields["nplurals"] ?? "").filter { $0 != " " }
        guard let forms = Int(number), (1...PluralRule.mostForms).contains(forms),
            let text = fields["plural"]
        else {
            throw Parser.fault
        }
        var parser = Parser(text)
        self.forms = forms
        expression = try parser.whole()
    }

    /// - Returns: The index of a form: 0 is the first.
    func form(for n: UInt64) -> Int {
        min(Int(clamping: expression.value(n)), forms - 1)
    }

    private struct Parser {
        private var rest: Substring
        /// How deep the brackets and conditions are, which ends before the stack does.
        private var depth = 0

        init(_ text: Substring) {
            rest = Substring(text.filter { $0 != " " })
        }

        static let fault = CatalogueError(
            tr("The header's Plural-Forms cannot be read."))

        mutating func whole() throws(CatalogueError) -> Expression {
            let expression = try choice()
            guard rest.isEmpty else { throw Parser.fault }
            return expression
        }

        private mutating func take(_ text: String) -> Bool {
            guard rest.hasPrefix(text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }

        private mutating func choice() throws(CatalogueError) -> Expression {
            depth += 1
            defer { depth -= 1 }
            guard depth < 64 else { throw Parser.fault }
            let condition = try binary(rank: 1)
            guard take("?") else { return condition }
            let yes = try choice()
            guard take(":") else { throw Parser.fault }
            return .choice(condition, yes, try choice())
        }

        private mutating func binary(rank: Int) throws(CatalogueError) -> Expression {
            guard rank <= 6 else { return try unary() }
            var left = try binary(rank: rank + 1)
            var length = 0
            while let found = Operator.allCases.first(where: { rest.hasPrefix($0.rawValue) }),
                found.rank == rank
            {
                length += 1
                guard length < 64 else { throw Parser.fault }
                _ = take(found.rawValue)
                left = .binary(found, left, try binary(rank: rank + 1))
            }
            return left
        }

        private mutating func unary() throws(CatalogueError) -> Expression {
            depth += 1
            defer { depth -= 1 }
            guard depth < 64 else { throw Parser.fault }
            if take("!") { return .not(try unary()) }
            if take("n") { return .n }
            if take("(") {
                let inner = try choice()
                guard take(")") else { throw Parser.fault }
                return inner
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let number = UInt64(digits) else { throw Parser.fault }
            rest = rest.dropFirst(digits.count)
            return .number(number)
        }
    }
}
