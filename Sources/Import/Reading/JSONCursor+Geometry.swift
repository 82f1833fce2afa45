import Catalog

extension JSONCursor {
  /// Reads the object that is a geometry.
  mutating func geometry(into shape: inout Shape, depth: Int) throws(JSONFault) {
    guard current == UInt8(ascii: "{") else {
      let start = index
      try skipValue(depth: depth)
      let value = slice(start..<index)
      if !value.elementsEqual("null".utf8) { shape.refuse(value) }
      return
    }
    try check(depth)
    shape.isObject = true
    guard open(UInt8(ascii: "}")) else { return }
    repeat {
      let name = try name()
      switch KnownMember(slice(name)) {
      case .type where current == UInt8(ascii: "\""):
        let word = slice(try rawString())
        (shape.type, shape.typeName) = (GeometryKind(word), word)
      case .coordinates: try coordinates(into: &shape)
      case .geometries: try geometries(into: &shape, depth: depth + 1)
      case .crs:
        let start = index
        try skipValue(depth: depth + 1)
        shape.system = slice(start..<index)
      default: try skipValue(depth: depth + 1)
      }
    } while try goesOn(until: UInt8(ascii: "}"))
  }

  /// Reads the parts of a collection of geometries.
  mutating func geometries(into shape: inout Shape, depth: Int) throws(JSONFault) {
    guard current == UInt8(ascii: "[") else {
      try skipValue(depth: depth)
      return
    }
    try check(depth)
    shape.hasParts = true
    guard open(UInt8(ascii: "]")) else { return }
    repeat {
      var part = Shape()
      try geometry(into: &part, depth: depth + 1)
      shape.adopt(&part)
    } while try goesOn(until: UInt8(ascii: "]"))
  }

  /// Reads the coordinates of a point; those of others, and of what has no type yet, wait.
  mutating func coordinates(into shape: inout Shape) throws(JSONFault) {
    let start = index
    if shape.type == .point, let point = try Positions.point(&self) {
      shape.point = point
    } else {
      if shape.type == .point { move(to: start) }
      try skipValue(depth: 2)
      shape.pending = slice(start..<index)
    }
  }
}

/// The members that mean something in GeoJSON.
enum KnownMember {
  case type, geometry, properties, coordinates, geometries, id, crs, other

  init(_ name: UnsafeBufferPointer<UInt8>) {
    switch name.count {
    case 2: self = name.elementsEqual("id".utf8) ? .id : .other
    case 3: self = name.elementsEqual("crs".utf8) ? .crs : .other
    case 4: self = name.elementsEqual("type".utf8) ? .type : .other
    case 8: self = name.elementsEqual("geometry".utf8) ? .geometry : .other
    case 10:
      self =
        name.elementsEqual("properties".utf8)
        ? .properties : name.elementsEqual("geometries".utf8) ? .geometries : .other
    case 11: self = name.elementsEqual("coordinates".utf8) ? .coordinates : .other
    default: self = .other
    }
  }
}
