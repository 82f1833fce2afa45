import Catalog

/// The records of a JSON text: GeoJSON in one piece or one a line, RFC 8142 text sequences, the answer
/// of an Overpass server, and plain objects in an array or one a line.
package struct JSONRecords: RecordReader {
  private enum State {
    case start
    /// Inside the one object that is the file, before a member.
    case object(isFirst: Bool)
    /// Inside an array of records, before an element.
    case array(Kind, isFirst: Bool, isInObject: Bool)
    case lines(isSequence: Bool)
    case end
  }

  private enum Kind { case features, elements, objects }

  package private(set) var referenceSystem: String?
  package var columns: ColumnNames { parser.columns }
  package var columnCount: Int { parser.columns.names.count }
  private var window: JSONWindow
  private var parser = FeatureParser()
  private var overpass = OverpassElements()
  private var state = State.start
  private var count = 0
  /// The members of the one object, kept until it is known that they are a feature.
  private var members: [UInt8] = []
  /// Where each of them begins, here and in the text.
  private var memberOffsets: [(kept: Int, text: Int)] = []
  private var sawRecords = false
  private var sawType = false
  private var isCollection = false
  private var isOverpass = false
  /// What a server says of an error, and where.
  private var remark: (text: String, offset: Int)?
  /// Where the one object begins.
  private var objectOffset = 0
  private var lineNumber = 0
  /// The rest of a collection that is one of the lines or texts.
  private var list: FeatureList?

  private let allowsEmpty: Bool

  /// Reads a text; what it holds is seen from its beginning.
  ///
  /// - Parameter allowsEmpty: whether a text of nothing has no records, as that of an empty layer, or is
  ///   a fault.
  package init(_ stream: TextStream, allowsEmpty: Bool = false) {
    window = JSONWindow(stream)
    self.allowsEmpty = allowsEmpty
  }

  package mutating func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    record.reset()
    while true {
      switch state {
      case .start: try start()
      case .object(let isFirst): if try member(isFirst: isFirst, into: &record) { return true }
      case .array(let kind, let isFirst, let isInObject):
        if try element(kind, isFirst: isFirst, isInObject: isInObject, into: &record) {
          return true
        }
      case .lines where list != nil: if try feature(into: &record) { return true }
      case .lines(let isSequence):
        if try line(isSequence: isSequence, into: &record) { return true }
      case .end:
        if let byte = try window.peek() {
          throw window.fault(
            byte == UInt8(ascii: "{") ? "a second value behind the first" : "text after the end")
        }
        return false
      }
    }
  }

  private mutating func start() throws(DataError) {
    try window.look()
    switch try window.peek() {
    case nil:
      guard allowsEmpty else { throw window.fault("the file is empty") }
      state = .end
    case 0x1E: state = .lines(isSequence: true)
    case UInt8(ascii: "["):
      window.consume()
      state = .array(.features, isFirst: true, isInObject: false)
    case UInt8(ascii: "{"):
      if isOneALine {
        lineNumber = window.line(of: window.index) - 1
        state = .lines(isSequence: false)
      } else {
        objectOffset = window.offset
        window.consume()
        state = .object(isFirst: true)
      }
    default: throw window.fault("neither an object nor an array")
    }
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      cursor.skipSpace()
      guard (try? cursor.skipWhole()) != nil else { return false }
      cursor.skipSpace()
      return cursor.current == nil
    }
  }

  /// Whether the first line is a whole object with others behind it.
  private var isOneALine: Bool {
    let rest = window.bytes[window.index...]
    guard let end = rest.firstIndex(of: 0x0A) else { return false }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    guard rest[end...].contains(where: { !isSpace($0) }) else { return false }
    return Self.isJSON(Array(rest[..<end]))
  }

  // MARK: One object

  private mutating func member(
    isFirst: Bool, into record: inout SourceRecord
  ) throws(DataError) -> Bool {
    let next = try window.peek()
    if next == UInt8(ascii: "}") {
      window.consume()
      state = .end
      return try finishObject(into: &record)
    }
    if !isFirst {
      guard next == UInt8(ascii: ",") else { throw window.fault("expected a comma or }") }
      window.consume()
    }
    guard try window.peek() == UInt8(ascii: "\"") else {
      throw window.fault("expected a member name")
    }
    // The window may move its bytes to reach the end of the name, so that comes first.
    let nameRange = try window.value()
    let name = Array(window.bytes[nameRange])
    guard try window.peek() == UInt8(ascii: ":") else { throw window.fault("expected a colon") }
    window.consume()
    let value = try window.peek()
    state = .object(isFirst: false)
    if value == UInt8(ascii: "["), let kind = kind(of: name) {
      window.consume()
      if kind == .elements {
        isOverpass = true
        try refuseRemark()
      }
      sawRecords = true
      state = .array(kind, isFirst: true, isInObject: true)
      return false
    }
    let range = try window.value()
    if name.elementsEqual("\"type\"".utf8) {
      let word = String(decoding: window.bytes[range].dropFirst().dropLast(), as: UTF8.self)
      isCollection = word == "FeatureCollection"
      sawType = isCollection || GeometryKind(rawValue: word) != nil
    }
    if name.elementsEqual("\"crs\"".utf8) { try readReferenceSystem(range) }
    if name.elementsEqual("\"remark\"".utf8) { try readRemark(range) }
    guard members.count + range.count <= JSONWindow.valueLimit else {
      throw window.fault("members of over 8 MiB")
    }
    try check(range)
    // What belongs to a collection as a whole is not kept.
    if !sawRecords {
      members += (members.isEmpty ? [] : [0x2C]) + name + [0x3A]
      memberOffsets.append((members.count, window.offset(of: range.lowerBound)))
      members += window.bytes[range]
    }
    return false
  }

  /// The members of an answer under which services put their list of objects.
  private static let lists = [
    "results", "records", "data", "items", "places", "rows", "value", "points",
  ]

  private func kind(of name: [UInt8]) -> Kind? {
    if name.elementsEqual("\"features\"".utf8) { return .features }
    if name.elementsEqual("\"elements\"".utf8) { return .elements }
    // A feature or a geometry may have any other member.
    guard !sawType,
      Self.lists.contains(where: { name.dropFirst().dropLast().elementsEqual($0.utf8) })
    else { return nil }
    return .objects
  }

  private mutating func finishObject(into record: inout SourceRecord) throws(DataError) -> Bool {
    defer { (members, memberOffsets) = ([], []) }
    guard !sawRecords else { return false }
    guard !isCollection else {
      throw .invalid(
        place: FilePlace(file: window.file, byteOffset: window.byteOffset(objectOffset)),
        reason: "a FeatureCollection whose \"features\" are no array")
    }
    let object = [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")]
    count += 1
    record.number = count
    place(&record, at: objectOffset)
    do throws(JSONFault) {
      try object.withUnsafeBufferPointer { bytes throws(JSONFault) in
        try parser.parse(bytes, into: &record)
      }
    } catch {
      // Each member is known to be JSON.
      let offset = error.offset - 1
      let member = memberOffsets.last { $0.kept <= offset }
      spoil(&record, error, at: member.map { $0.text + offset - $0.kept } ?? objectOffset)
    }
    return true
  }

  /// An answer of a server that gave up is not whole, whatever is in it.
  private mutating func readRemark(_ range: Range<Int>) throws(DataError) {
    guard let json = try? JSONParser.parse(Array(window.bytes[range])), let text = json.string,
      text.lowercased().contains("error")
    else { return }
    remark = (text, window.offset(of: range.lowerBound))
    try refuseRemark()
  }

  private func refuseRemark() throws(DataError) {
    guard let remark, isOverpass else { return }
    throw .invalid(
      place: FilePlace(file: window.file, byteOffset: window.byteOffset(remark.offset)),
      reason: OverpassElements.refusal(remark.text))
  }

  /// A value that is JSON and cannot be used is a fault of its record only.
  private func spoil(_ record: inout SourceRecord, _ fault: JSONFault, at offset: Int) {
    record.reset()
    place(&record, at: offset)
    record.fault = fault.reason
  }

  /// Notes where a record stands: its byte, or its line where the bytes of the file are others.
  private func place(_ record: inout SourceRecord, at offset: Int) {
    record.byteOffset = window.byteOffset(offset)
    if record.byteOffset == nil { record.line = window.line(ofOffset: offset) }
  }

  private func check(_ range: Range<Int>) throws(DataError) {
    do throws(JSONFault) {
      try window.bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
        var cursor = JSONCursor(UnsafeBufferPointer(rebasing: bytes[range]))
        try cursor.skipWhole()
        guard cursor.current == nil else { throw cursor.fault("text behind a value") }
      }
    } catch {
      throw window.fault(error.reason, at: range.lowerBound + error.offset)
    }
  }

  private mutating func readReferenceSystem(_ range: Range<Int>) throws(DataError) {
    do throws(JSONFault) {
      let bytes = Array(window.bytes[range])
      let name = try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
        try ReferenceMember.name(bytes)
      }
      if let name { referenceSystem = name }
    } catch {
      throw window.fault(error.reason, at: range.lowerBound + error.offset)
    }
  }

  // MARK: Arrays

  private mutating func element(
    _ kind: Kind, isFirst: Bool, isInObject: Bool, into record: inout SourceRecord
  ) throws(DataError) -> Bool {
    let next = try window.peek()
    if next == UInt8(ascii: "]") {
      window.consume()
      state = isInObject ? .object(isFirst: false) : .end
      return false
    }
    if !isFirst {
      guard next == UInt8(ascii: ",") else { throw window.fault("expected a comma or ]") }
      window.consume()
      _ = try window.peek()
    }
    state = .array(kind, isFirst: false, isInObject: isInObject)
    let range = try window.value()
    count += 1
    record.number = count
    place(&record, at: window.offset(of: range.lowerBound))
    do throws(JSONFault) {
      let bytes = window.bytes
      try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        switch kind {
        case .features, .objects: try parser.parse(slice, into: &record)
        case .elements: try overpass.parse(slice, &parser.columns, into: &record)
        }
      }
    } catch {
      try check(range)
      spoil(&record, error, at: window.offset(of: range.lowerBound + error.offset))
    }
    return true
  }

  // MARK: Lines

  /// A line that is no JSON is a fault of its record only.
  private mutating func line(
    isSequence: Bool, into record: inout SourceRecord
  ) throws(DataError) -> Bool {
    while true {
      if isSequence, try window.peek() == 0x1E { window.consume() }
      let offset = window.offset
      guard let range = isSequence ? try window.sequenceText() : try window.line() else {
        state = .end
        return false
      }
      lineNumber += 1
      var bytes = Array(window.bytes[range])
      // A byte order mark, as one stands within files that were put together.
      if bytes.first == 0xEF, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        bytes.replaceSubrange(..<3, with: [0x20, 0x20, 0x20])
      }
      guard bytes.contains(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) else {
        continue
      }
      count += 1
      record.number = count
      record.line = isSequence ? nil : lineNumber
      if isSequence { place(&record, at: offset) }
      do throws(JSONFault) {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
          try parser.parse(bytes, into: &record)
        }
      } catch {
        spoil(&record, error, at: offset + error.offset)
        if !isSequence { record.line = lineNumber }
        if !Self.isJSON(bytes) { record.fault = "not JSON: \(error.reason)" }
        return true
      }
      guard record.fault == FeatureParser.collectionFault,
        let found = FeatureList(bytes, offset: offset, line: record.line)
      else { return true }
      count -= 1
      record.reset()
      list = found
      if try feature(into: &record) { return true }
    }
  }

  /// The next feature of a collection among the texts.
  private mutating func feature(into record: inout SourceRecord) throws(DataError) -> Bool {
    guard let range = list?.next(), let list else {
      list = nil
      return false
    }
    count += 1
    record.number = count
    record.byteOffset = window.byteOffset(list.place.offset + range.lowerBound)
    record.line = list.place.line
    do throws(JSONFault) {
      try list.bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
        try parser.parse(UnsafeBufferPointer(rebasing: bytes[range]), into: &record)
      }
      record.referenceSystem = record.referenceSystem ?? list.system
    } catch {
      record.reset()
      record.byteOffset = window.byteOffset(list.place.offset + range.lowerBound + error.offset)
      record.line = list.place.line
      record.fault = error.reason
    }
    return true
  }
}
