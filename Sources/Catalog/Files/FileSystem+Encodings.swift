#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// Turns bytes of a named encoding into UTF-8 through the system's `iconv`.
  package final class Transcoder {
    private let descriptor: iconv_t
    private var pending: [UInt8] = []
    /// How many bytes have been converted.
    package private(set) var offset = 0

    /// What cannot be converted, and at which byte.
    package struct Failure: Error, Hashable {
      package let byteOffset: Int
      package let bytes: [UInt8]
    }

    /// Opens a converter; nil where the system does not know the encoding.
    package init?(from encoding: String) {
      guard let opened = iconv_open("UTF-8", encoding), opened != iconv_t(bitPattern: -1) else {
        return nil
      }
      descriptor = opened
    }

    deinit { iconv_close(descriptor) }

    /// Converts a piece; a character that is cut off at its end waits for the next.
    ///
    /// - Parameter isLast: whether nothing follows, so that half a character is a failure.
    package func convert(_ bytes: [UInt8], isLast: Bool) throws(Failure) -> [UInt8] {
      pending += bytes
      var output = [UInt8](repeating: 0, count: 64 + pending.count * 4)
      var consumed = 0
      var produced = 0
      var code: Int32 = 0
      pending.withUnsafeMutableBytes { source in
        output.withUnsafeMutableBytes { target in
          guard let start = source.baseAddress, let end = target.baseAddress else { return }
          var input: UnsafeMutablePointer<CChar>? = start.assumingMemoryBound(to: CChar.self)
          var result: UnsafeMutablePointer<CChar>? = end.assumingMemoryBound(to: CChar.self)
          var inputLeft = source.count
          var outputLeft = target.count
          if iconv(descriptor, &input, &inputLeft, &result, &outputLeft) == -1 { code = errno }
          consumed = source.count - inputLeft
          produced = target.count - outputLeft
        }
      }
      let rest = Array(pending[consumed...])
      offset += consumed
      if code == EILSEQ || (isLast && !rest.isEmpty) {
        throw Failure(byteOffset: offset, bytes: Array(rest.prefix(4)))
      }
      pending = rest
      output.removeSubrange(produced...)
      return output
    }
  }
}
