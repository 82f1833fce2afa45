import Spatial
import TestSupport

/// What the command line asks for.
struct Options {
  static let usage = """
    usage: nearby-bench [--workload NAME]… [--points FILE [--queries FILE]] [--task LABEL]…
                        [--passes N] [--builds N] [--count N] [--seed N] [--json FILE]
                        [--districts FILE] [--write DIRECTORY] [--lanes NAME] [--smoke]

      --workload NAME   hk5k, hk50k, world1m or world10m; may be repeated
                        (default: all but world10m)
      --points FILE     a CSV of latitude,longitude, or little-endian pairs of doubles
      --queries FILE    as --points (default: every point is a query once, up to --count)
      --task LABEL      only this row, such as k=10 or build; may be repeated
      --passes N        timed passes (default 7)
      --builds N        how often the tree is built (default 3)
      --count N         queries (default 10000)
      --seed N          of the generated workloads (default 1)
      --json FILE       also writes one JSON object a row
      --districts FILE  polygons of the rows "district …" (default data/districts.geojson)
      --write DIRECTORY writes the workloads as files for the peers, and measures nothing
      --lanes NAME      the inner loops: avx512, avx2 or portable (default: the best there is)
      --smoke           a small workload and one pass, checked against the linear scan
    """

  var workloads: [String] = []
  var points: String?
  var queries: String?
  var tasks: Set<String> = []
  var passes = 7
  var builds = 3
  var count = 10_000
  var seed: UInt64 = 1
  var json: String?
  var districts = "data/districts.geojson"
  var write: String?
  var lanes = Lanes.best
  var smoke = false

  /// Reads the arguments; the message says what is wrong with them.
  init(_ arguments: some Sequence<String>) throws(OptionError) {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      func value() throws(OptionError) -> String {
        guard let value = rest.next() else { throw OptionError("\(option) needs a value") }
        return value
      }
      switch option {
      case "--workload":
        let name = try value()
        guard Workload.names.contains(name) else { throw OptionError("no workload \(name)") }
        workloads.append(name)
      case "--points": points = try value()
      case "--queries": queries = try value()
      case "--task": tasks.insert(try value())
      case "--passes": passes = try Self.number(value(), option)
      case "--builds": builds = try Self.number(value(), option)
      case "--count": count = try Self.number(value(), option)
      case "--seed": seed = UInt64(try Self.number(value(), option))
      case "--json": json = try value()
      case "--districts": districts = try value()
      case "--write": write = try value()
      case "--lanes":
        let name = try value()
        guard let found = Lanes.available.first(where: { $0.name == name }) else {
          throw OptionError("this processor has no lanes \(name)")
        }
        lanes = found
      case "--smoke": smoke = true
      default: throw OptionError("unknown option \(option)")
      }
    }
    if workloads.isEmpty && points == nil { workloads = ["hk5k", "hk50k", "world1m"] }
  }

  private static func number(_ text: String, _ option: String) throws(OptionError) -> Int {
    guard let number = Int(text), number > 0 else {
      throw OptionError("\(option) takes a positive number, not \(text)")
    }
    return number
  }
}

/// A command line that cannot be followed.
struct OptionError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
