import CLanes

/// The tree's inner loops for one kind of processor.
///
/// They differ in speed alone. Every program has all that its architecture may meet, and takes the
/// widest that the processor at hand knows.
package struct Lanes: @unchecked Sendable {
  // Unchecked, since the compiler cannot see that the table is constant.
  let functions: UnsafePointer<clanes_functions>

  private init?(_ functions: UnsafePointer<clanes_functions>?) {
    guard let functions else { return nil }
    self.functions = functions
  }

  private init(portable functions: UnsafePointer<clanes_functions>) {
    self.functions = functions
  }

  /// The loops that any processor has.
  package static let portable = Lanes(portable: clanes_portable())

  /// All that this processor can run, the fastest first.
  package static let available =
    [Lanes(clanes_avx512()), Lanes(clanes_avx2())].compactMap { $0 } + [portable]

  /// The fastest that this processor can run.
  package static let best = available[0]

  /// What the processor must have: `avx512`, `avx2`, or nothing, `portable`.
  package var name: String { String(cString: functions.pointee.name) }
}
