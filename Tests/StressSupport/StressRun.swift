import Booking
import Catalog
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starts the processes of a run, kills some of them at random instants, and starts them again.
public struct StressRun {
  /// What is done.
  public let plan: StressPlan
  /// How many kills there shall be.
  public let kills: Int
  /// The program that runs a worker when it is given `worker SEED OPERATIONS WORKERS WORKER FOLDER`.
  public let program: String
  /// Where the run leaves its files.
  public let folder: String

  /// Describes a run.
  public init(plan: StressPlan, kills: Int, program: String, folder: String) {
    self.plan = plan
    self.kills = kills
    self.program = program
    self.folder = folder
  }

  /// Runs until all workers are through.
  ///
  /// - Returns: how many processes were killed while they worked, and the faults that the workers
  ///   themselves met.
  public func run() throws -> (killed: Int, faults: [String]) {
    try FileSystem.replace("\(folder)/rooms.csv", with: Array(StressPlan.rates.utf8))
    var generator = SplitMix64(seed: plan.seed ^ 0xDEAD)
    var running: [pid_t: Int] = [:]
    var killed = 0
    var asked = 0
    var faults: [String] = []
    for worker in 0..<plan.workers { running[try start(worker)] = worker }
    while !running.isEmpty {
      // From long before the first commit of a process to many commits later.
      usleep(UInt32.random(in: 200...12_000, using: &generator))
      if asked < kills, let pid = running.keys.sorted().randomElement(using: &generator) {
        kill(pid, SIGKILL)
        asked += 1
      }
      var status: Int32 = 0
      while true {
        let pid = waitpid(-1, &status, WNOHANG)
        guard pid > 0, let worker = running.removeValue(forKey: pid) else { break }
        if status & 0x7F == SIGKILL {
          killed += 1
          running[try start(worker)] = worker
        } else if status != 0 {
          faults.append("worker \(worker) ended with status \(status)")
        }
      }
    }
    return (killed, faults)
  }

  private func start(_ worker: Int) throws -> pid_t {
    try Self.start([
      program, "worker", "\(plan.seed)", "\(plan.operations)", "\(plan.workers)", "\(worker)",
      folder,
    ])
  }

  /// Runs programs at the same time, each with its words, the first of which is its path.
  ///
  /// - Returns: how many of them failed.
  public static func runAll(_ programs: [[String]]) throws -> Int {
    var failures = 0
    for pid in try programs.map(start) {
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      if status != 0 { failures += 1 }
    }
    return failures
  }

  private static func start(_ words: [String]) throws -> pid_t {
    let program = words[0]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for pointer in arguments { free(pointer) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, program, nil, nil, arguments, environ)
    guard code == 0 else {
      throw BookingError.file(path: program, reason: String(cString: strerror(code)))
    }
    return pid
  }
}
