import CExpat

/// Expat, which reads XML.
package enum XMLLibrary {
    /// Loads it; for a process that may load nothing later.
    package static func load() { _ = ferry_xml_load() }
}
