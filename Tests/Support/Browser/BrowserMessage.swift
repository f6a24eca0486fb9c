/// What the browser says over its DevTools protocol: a reply, or an event; only what is asked for.
struct BrowserMessage: Decodable {
    struct Outcome: Decodable {
        struct Value: Decodable {
            var value: String?
            var objectId: String?
        }

        struct Exception: Decodable {
            struct Object: Decodable {
                var description: String?
            }

            var text: String
            var exception: Object?
        }

        var targetId: String?
        var sessionId: String?
        var result: Value?
        var exceptionDetails: Exception?
        var data: String?
        /// Of `Page.navigate`, where it failed.
        var errorText: String?
    }

    struct Failure: Decodable {
        var message: String
    }

    struct Parameters: Decodable {
        var state: String?
    }

    var id: Int?
    var result: Outcome?
    var error: Failure?
    var method: String?
    var params: Parameters?
}
