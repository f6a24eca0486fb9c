/// Which methods there are for a path (RFC 9110, section 9.3.7).
struct OptionsResponder: Responder {
    var priority: Int { 0 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .options
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        let methods = Responders.standard.methods(for: request, in: folder)
        return Response(
            .noContent,
            headers: [
                "Allow": methods.map(\.text).joined(separator: ", "),
                // With locks where there is something to lock (RFC 4918, section 18).
                "DAV": folder.isWritable ? "1, 2" : "1",
                // Else Windows asks for the protocol of FrontPage.
                "MS-Author-Via": "DAV",
            ])
    }
}
