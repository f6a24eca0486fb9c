import COpenSSL
import Files

/// Digest authentication (RFC 7616, and RFC 2617 for older servers) with one challenge's nonce.
struct Digest {
    private enum Algorithm: String {
        case md5, sha256 = "sha-256", sha512 = "sha-512-256"

        /// The better, the higher.
        var rank: Int {
            switch self {
            case .md5: 0
            case .sha512: 1
            case .sha256: 2
            }
        }

        func hash(_ text: String) -> String? {
            let kind =
                switch self {
                case .md5: EVP_md5()
                case .sha256: EVP_sha256()
                case .sha512: EVP_sha512_256()
                }
            let bytes = Array(text.utf8)
            var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var length: UInt32 = 0
            guard EVP_Digest(bytes, bytes.count, &digest, &length, kind, nil) == 1 else {
                return nil
            }
            return Digest.hex(digest.prefix(Int(length)))
        }
    }

    let nonce: String
    private let realm: String
    private let opaque: String?
    private let algorithm: Algorithm
    private let algorithmName: String?
    private let isSession: Bool
    private let hasQuality: Bool
    private let hashesUser: Bool
    private var count: UInt32 = 0

    /// Nil where the challenge is none of Digest's, or wants what is not known here.
    init?(_ challenge: Challenge) {
        guard challenge.scheme == "digest", let nonce = challenge.parameters["nonce"] else {
            return nil
        }
        let name = challenge.parameters["algorithm"]
        var known = (name ?? "md5").lowercased()
        isSession = known.hasSuffix("-sess")
        if isSession { known.removeLast(5) }
        guard let algorithm = Algorithm(rawValue: known), algorithm.hash("") != nil else {
            return nil
        }
        let qualities = challenge.parameters["qop"]?.lowercased().split(separator: ",")
            .map { $0.filter { $0 != " " } }
        if let qualities, !qualities.contains("auth") { return nil }
        self.nonce = nonce
        self.algorithm = algorithm
        algorithmName = name
        hasQuality = qualities != nil
        realm = challenge.parameters["realm"] ?? ""
        opaque = challenge.parameters["opaque"]
        hashesUser = challenge.parameters["userhash"]?.lowercased() == "true"
    }

    /// The strongest of the challenges that can be answered.
    static func best(of challenges: [Challenge]) -> Digest? {
        challenges.compactMap { Digest($0) }.max { $0.algorithm.rank < $1.algorithm.rank }
    }

    /// The value of Authorization for a request; each call counts as one request.
    mutating func answer(
        user: String, password: Secret, method: String, target: String
    ) -> String? {
        let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        return answer(
            user: user, password: password, method: method, target: target,
            clientNonce: Digest.hex(random[...]))
    }

    /// The same with a client's nonce that is known, for examples.
    mutating func answer(
        user: String, password: Secret, method: String, target: String, clientNonce: String
    ) -> String? {
        count &+= 1
        let number = String(count, radix: 16)
        let counted = String(repeating: "0", count: max(0, 8 - number.count)) + number
        guard var secret = algorithm.hash("\(user):\(realm):\(password.reveal())") else {
            return nil
        }
        if isSession {
            guard let session = algorithm.hash("\(secret):\(nonce):\(clientNonce)") else {
                return nil
            }
            secret = session
        }
        guard let request = algorithm.hash("\(method):\(target)"),
            let response = algorithm.hash(
                hasQuality
                    ? "\(secret):\(nonce):\(counted):\(clientNonce):auth:\(request)"
                    : "\(secret):\(nonce):\(request)"),
            let name = hashesUser ? algorithm.hash("\(user):\(realm)") : user
        else { return nil }
        var fields = [
            "username=\(Digest.quoted(name))", "realm=\(Digest.quoted(realm))",
            "nonce=\(Digest.quoted(nonce))", "uri=\(Digest.quoted(target))",
            "response=\"\(response)\"",
        ]
        if let algorithmName { fields.append("algorithm=\(algorithmName)") }
        if hasQuality || isSession { fields.append("cnonce=\"\(clientNonce)\"") }
        if hasQuality { fields += ["qop=auth", "nc=\(counted)"] }
        if let opaque { fields.append("opaque=\(Digest.quoted(opaque))") }
        if hashesUser { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
