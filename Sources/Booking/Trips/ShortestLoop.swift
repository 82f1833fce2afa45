/// The shortest loop through a few places, exactly.
///
/// Held, M., Karp, R. M. (1962), A dynamic programming approach to sequencing problems, *Journal of
/// the Society for Industrial and Applied Mathematics* 10 (1), 196–210, doi:10.1137/0110015.
public enum ShortestLoop {
  /// The most stops that a loop may have.
  public static let mostStops = 10

  /// The order in which to visit stops 1…n from place 0 and back.
  ///
  /// - Parameter meters: the distances between all places, symmetric; row and column 0 are where the
  ///   loop begins and ends.
  /// - Returns: 1…n in order; empty for no stop. Of loops of equal length the same one every time; of
  ///   the two directions the one whose first stop has the lower number.
  /// - Precondition: the matrix is square and has at most ``mostStops`` stops.
  /// - Complexity: O(2ⁿ n²) time, O(2ⁿ n) memory.
  public static func order(meters: [[Double]]) -> [Int] {
    let stops = meters.count - 1
    precondition(stops >= 0 && meters.allSatisfy { $0.count == meters.count }, "not a square")
    precondition(stops <= mostStops, "too many stops for an exact loop")
    guard stops > 0 else { return [] }
    // best[set × stops + last]: the shortest way from 0 through the set, ending at last.
    let sets = 1 << stops
    var best = Array(repeating: Double.infinity, count: sets * stops)
    var previous = Array(repeating: -1, count: sets * stops)
    for stop in 0..<stops { best[(1 << stop) * stops + stop] = meters[0][stop + 1] }
    for set in 1..<sets {
      for last in 0..<stops where set & 1 << last != 0 {
        let length = best[set * stops + last]
        for next in 0..<stops where set & 1 << next == 0 {
          let target = (set | 1 << next) * stops + next
          let longer = length + meters[last + 1][next + 1]
          if longer < best[target] {
            best[target] = longer
            previous[target] = last
          }
        }
      }
    }
    var set = sets - 1
    var last = 0
    for stop in 1..<stops
    where best[set * stops + stop] + meters[stop + 1][0]
      < best[set * stops + last] + meters[last + 1][0]
    {
      last = stop
    }
    var order: [Int] = []
    while last >= 0 {
      order.append(last + 1)
      let before = previous[set * stops + last]
      set &= ~(1 << last)
      last = before
    }
    return order[0] > order[order.count - 1] ? order.reversed() : order
  }

  /// The length of a loop from 0 through an order and back.
  public static func length(of order: [Int], meters: [[Double]]) -> Double {
    let places = [0] + order + [0]
    return zip(places, places.dropFirst()).reduce(0) { $0 + meters[$1.0][$1.1] }
  }
}
