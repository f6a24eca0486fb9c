// Share: a folder of this machine served over HTTP and WebDAV to any browser, or another Ferry. The
// only place that knows SwiftNIO and its event loops.
//
// Server/ holds the connections, Access/ who is let in, Answer/ what a request and a response are,
// Folder/ the way to the files, Visits/ who carries what. Each kind of response is a `Responder` in
// a file of its own, which `Responders.standard` names.
// It must never import a target that knows screens or settings.
