/// One kind of response. A new one is a file with a type of its own, and its name in
/// `Responders.standard`.
///
/// Both functions run on threads that may block on the disk, never on an event loop; those of
/// different requests run at the same time. No thread may wait for a visitor: bodies are pulled
/// and pushed block by block by the server, which waits for the network.
package protocol Responder: Sendable {
    /// Those with the higher are asked first; 0…1,000. Equals are asked in their order.
    var priority: Int { get }
    /// Whether it can respond to the request's method, path, query and headers. A look at the
    /// folder is not needed: what is wrong there, the response says.
    func canRespond(to request: Request, in folder: SharedFolder) -> Bool
    /// The response. Who asks may read the share, and its path is one that may be seen; for
    /// methods that change something, the request does not come from another site's page.
    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response
}
