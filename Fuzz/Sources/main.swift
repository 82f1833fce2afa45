import CFuzzMemory
import Catalog

// One program for all doors: libFuzzer's own options and corpus folders follow the door's name.

/// libFuzzer's driver; `-sanitize=fuzzer` links it.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

let names = Door.all.map(\.name)
guard CommandLine.arguments.count > 1,
  let chosen = Door.all.first(where: { $0.name == CommandLine.arguments[1] })
else {
  print(names.joined(separator: "\n"))
  FileSystem.exit(CommandLine.arguments.count > 1 ? 64 : 0)
}

let open = chosen.open
let bound = chosen.memoryBound

// The driver keeps the pointers for as long as the process lives.
let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
  capacity: CommandLine.arguments.count)
var count: Int32 = 0
for (index, argument) in CommandLine.arguments.enumerated() where index != 1 {
  let bytes = Array(argument.utf8CString)
  let word = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  word.initialize(from: bytes, count: bytes.count)
  words[Int(count)] = word
  count += 1
}
words[Int(count)] = nil
var arguments = words
let status = runDriver(&count, &arguments) { bytes, size in
  let input = Array(UnsafeBufferPointer(start: bytes, count: size))
  fuzz_memory_begin()
  open(input)
  let peak = fuzz_memory_peak()
  precondition(peak <= bound, "\(peak) bytes held at once, over \(bound)")
  return 0
}
FileSystem.exit(status)
