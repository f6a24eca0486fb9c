import Support
import Testing

/// A program to try the share with; where it is missing, a visible skip, or a failure in CI.
func unpacked(_ package: String, _ file: String) throws -> UnpackedProgram {
    do {
        return try UnpackedProgram(package: package, file: file)
    } catch {
        if RealServer.areRequired { throw error }
        try Test.cancel("\(error)")
    }
}
