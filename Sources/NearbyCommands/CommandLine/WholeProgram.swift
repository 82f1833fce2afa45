import Catalog

/// The program with everything in it, for the static one in front of it.
///
/// The static program starts in half of the time, since no library is loaded, and for the same
/// reason it must not load one: GEOS for polygons, the system's encodings. It answers itself what needs
/// the catalogue alone, and becomes the whole program for all else.
enum WholeProgram {
  /// Whether a command line may need what only the whole program has.
  static func isNeeded(for arguments: Arguments) -> Bool {
    if arguments.has(.help) || arguments.has(.version) { return false }
    return !arguments.command.needsCatalogOnly || arguments.has(.inside) || arguments.has(.from)
  }

  /// Becomes the whole program, `../libexec/nearby/nearby` from an installed one.
  ///
  /// - Throws: where that cannot be started; otherwise this does not return.
  static func takeOver(_ words: [String]) throws(CommandError) -> Never {
    let folder = FileSystem.executablePath().map { parent(of: parent(of: $0)) } ?? ""
    let program = "\(folder)/libexec/nearby/nearby"
    do throws(FileSystem.Failure) {
      try FileSystem.become(program, [program] + words)
    } catch {
      throw .unavailable(
        "cannot start \(program): \(error.reason); this form of the command needs it, install again"
      )
    }
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
