// Share: a folder of this machine served over HTTP and WebDAV to any browser, or another Ferry. The
// only place that knows SwiftNIO and its event loops.
// It must never import a target that knows screens or settings.
