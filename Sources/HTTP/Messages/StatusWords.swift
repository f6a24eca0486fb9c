import Words

/// Status codes in plain words (RFC 9110 section 15, RFC 4918 section 11, RFC 6585).
enum StatusWords {
    /// A sentence for the log; nil where nothing is known of the code.
    static func explain(_ status: Int) -> String? {
        words[status] ?? classes[status / 100]
    }

    private static let classes = [
        1: tr("The server is working on it."),
        2: tr("Done."),
        3: tr("The server redirects the client."),
        4: tr("The server rejects the request."),
        5: tr("The server failed."),
    ]

    private static let words = [
        100: tr("Continue and send the body."),
        102: tr("The server is working on it."),
        103: tr("Hints; the final answer follows."),
        200: tr("Done."),
        201: tr("It was created."),
        202: tr("Accepted; it will be done later."),
        204: tr("Done; there is no content."),
        206: tr("The requested range follows."),
        207: tr("One answer with several results."),
        301: tr("It has moved permanently."),
        302: tr("It is temporarily at another address."),
        303: tr("The answer is at another address."),
        304: tr("It has not changed."),
        307: tr("It is temporarily at another address."),
        308: tr("It has moved permanently."),
        400: tr("The server does not understand the request."),
        401: tr("A login is required, or it failed."),
        402: tr("Payment is required."),
        403: tr("Access is not allowed."),
        404: tr("There is no such file or directory."),
        405: tr("The server does not allow this here."),
        406: tr("The server has no acceptable form of it."),
        407: tr("The proxy requires a login, or refused it."),
        408: tr("The server waited too long for the request."),
        409: tr("It conflicts with what is there, such as a missing directory."),
        410: tr("It was removed permanently."),
        411: tr("The server requires the length in advance."),
        412: tr("It does not match the request's conditions."),
        413: tr("It is larger than the server accepts."),
        414: tr("The URL is longer than the server accepts."),
        415: tr("The server does not accept this type of file."),
        416: tr("The file does not contain the requested range."),
        417: tr("The server does not support Expect."),
        421: tr("The request went to the wrong server."),
        422: tr("The server understands the request but cannot process it."),
        423: tr("It is locked."),
        424: tr("Another operation that it depends on failed."),
        425: tr("It was sent too early."),
        426: tr("The server requires another protocol."),
        428: tr("The server requires a conditional request."),
        429: tr("Too many requests; wait a while."),
        431: tr("The request's header is too long."),
        451: tr("It is unavailable for legal reasons."),
        500: tr("The server failed."),
        501: tr("The server does not support this."),
        502: tr("A server behind this one gave an invalid answer."),
        503: tr("The server is overloaded or temporarily down."),
        504: tr("A server behind this one did not answer in time."),
        505: tr("The server does not support this version of HTTP."),
        507: tr("The server's disk or your quota is full."),
        508: tr("The server detected a loop."),
        511: tr("The network requires a login in a browser first."),
    ]
}
