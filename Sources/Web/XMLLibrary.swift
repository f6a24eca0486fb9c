import CExpat

/// Expat, which reads XML.
package enum XMLLibrary {
    /// As it says itself: `expat_2.5.0`.
    package static var version: String { String(cString: XML_ExpatVersion()) }
}
