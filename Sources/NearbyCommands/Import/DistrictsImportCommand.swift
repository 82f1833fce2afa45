import Catalog
import Import
import Spatial

#if GEOS
  /// `nearby import FILE --into DIR --as districts`
  enum DistrictsImportCommand {
    static func run(
      _ arguments: Arguments, _ console: Console, into folder: String, _ options: ReadingOptions
    ) throws(CommandError) -> Int32 {
      guard arguments.operands.count == 1, let path = arguments.operands.first else {
        throw .usage("--as districts takes one file")
      }
      let base = try ImportCommand.base(arguments, console, folder)
      let report: DistrictsImport.Report
      do throws(ImportError) {
        report = try DistrictsImport.run(
          path: path, into: folder, base: base, options: options, note: console.note)
      } catch {
        throw CommandError(error)
      }
      for repair in report.repairs {
        console.note("nearby: \(path): \(repair.region): \(repair.description)")
      }
      try console.say(
        "\(folder)/\(CityFiles.districtsFile): \(Phrases.count(report.count, "district"))")
      return 0
    }
  }
#endif
