import Files

/// A folder's page, for browsers and whatever reads links.
struct IndexResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        (request.method == .get || request.method == .head) && request.endsInSlash
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let order = PageOrder(
            sort: request.parameter("sort"), order: request.parameter("order"))
        let page = IndexPage(
            try folder.entries(of: request.path), order: order, share: folder.name,
            path: request.path, isWritable: folder.isWritable)
        return Response(
            .ok, headers: Headers(PagePolicy.headers), body: .blocks(Blocks(page), length: nil))
    }
}
