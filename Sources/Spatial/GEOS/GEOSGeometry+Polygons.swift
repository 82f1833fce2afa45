#if GEOS
  import CGEOS

  extension GEOSGeometry {
    /// A multi-polygon of rings that are closed and long enough; nil where GEOS refuses.
    static func multiPolygon(_ polygons: [Polygon], in context: GEOSContext) -> GEOSGeometry? {
      collect(polygons, type: GEOS_MULTIPOLYGON, in: context) { polygon in
        guard let shell = ring(polygon.exterior, in: context) else { return nil }
        var holes: [OpaquePointer?] = []
        for hole in polygon.holes {
          guard let pointer = ring(hole, in: context) else {
            for pointer in holes { geos.GEOSGeom_destroy_r(context.handle, pointer) }
            geos.GEOSGeom_destroy_r(context.handle, shell)
            return nil
          }
          holes.append(pointer)
        }
        return geos.GEOSGeom_createPolygon_r(context.handle, shell, &holes, UInt32(holes.count))
      }
    }

    /// Builds each part and hands all to one collection, which owns them.
    private static func collect<Element>(
      _ elements: [Element], type: GEOSGeomTypes, in context: GEOSContext,
      make: (Element) -> OpaquePointer?
    ) -> GEOSGeometry? {
      var parts: [OpaquePointer?] = []
      for element in elements {
        guard let part = make(element) else {
          for part in parts { geos.GEOSGeom_destroy_r(context.handle, part) }
          return nil
        }
        parts.append(part)
      }
      return geos.GEOSGeom_createCollection_r(
        context.handle, Int32(type.rawValue), &parts, UInt32(parts.count)
      ).map { GEOSGeometry(owning: $0, in: context) }
    }

    private static func ring(_ positions: [Coordinate], in context: GEOSContext) -> OpaquePointer? {
      var buffer: [Double] = []
      buffer.reserveCapacity(positions.count * 2)
      for position in positions {
        buffer.append(position.longitude)
        buffer.append(position.latitude)
      }
      return geos.GEOSCoordSeq_copyFromBuffer_r(
        context.handle, buffer, UInt32(positions.count), 0, 0
      )
      .flatMap { geos.GEOSGeom_createLinearRing_r(context.handle, $0) }
    }

    /// Why the geometry is invalid, or nil where it is valid.
    func invalidReason() -> String? {
      guard geos.GEOSisValid_r(context.handle, pointer) != 1 else { return nil }
      guard let reason = geos.GEOSisValidReason_r(context.handle, pointer) else {
        return context.lastError
      }
      defer { geos.GEOSFree_r(context.handle, reason) }
      return String(cString: reason)
    }

    /// The area that polygons enclose, made valid; nil where GEOS fails.
    ///
    /// Each shell is repaired for itself, then what its holes enclose is taken away (so that a hole
    /// outside its shell takes nothing), then the parts are united.
    static func repaired(_ polygons: [Polygon], in context: GEOSContext) -> GEOSGeometry? {
      var parts: [Polygon] = []
      for polygon in polygons {
        guard var area = enclosed(by: polygon.exterior, in: context) else { return nil }
        for hole in polygon.holes {
          guard let inside = enclosed(by: hole, in: context),
            let rest = geos.GEOSDifference_r(context.handle, area.pointer, inside.pointer)
          else { return nil }
          area = GEOSGeometry(owning: rest, in: context)
        }
        parts += area.polygons()
      }
      return multiPolygon(parts, in: context)?.madeValid()
    }

    private static func enclosed(
      by ring: [Coordinate], in context: GEOSContext
    ) -> GEOSGeometry? {
      multiPolygon([Polygon(exterior: ring)], in: context)?.madeValid()
    }

    /// The geometry made valid by the structure method: exteriors are united, holes taken out, and
    /// what has no area is dropped. Nil where GEOS fails.
    private func madeValid() -> GEOSGeometry? {
      guard let parameters = geos.GEOSMakeValidParams_create_r(context.handle) else { return nil }
      defer { geos.GEOSMakeValidParams_destroy_r(context.handle, parameters) }
      _ = geos.GEOSMakeValidParams_setMethod_r(
        context.handle, parameters, GEOS_MAKE_VALID_STRUCTURE)
      _ = geos.GEOSMakeValidParams_setKeepCollapsed_r(context.handle, parameters, 0)
      return geos.GEOSMakeValidWithParams_r(context.handle, pointer, parameters)
        .map { GEOSGeometry(owning: $0, in: context) }
    }

    /// The polygons of a polygonal geometry; lines and points in a collection are left out.
    func polygons() -> [Polygon] {
      Self.polygons(of: pointer, in: context)
    }

    private static func polygons(of pointer: OpaquePointer, in context: GEOSContext) -> [Polygon] {
      let handle = context.handle
      if geos.GEOSGeomTypeId_r(handle, pointer) == Int32(GEOS_POLYGON.rawValue) {
        guard let shell = geos.GEOSGetExteriorRing_r(handle, pointer) else { return [] }
        let exterior = positions(of: shell, in: context)
        guard !exterior.isEmpty else { return [] }
        let holes = (0..<max(0, geos.GEOSGetNumInteriorRings_r(handle, pointer))).compactMap {
          geos.GEOSGetInteriorRingN_r(handle, pointer, $0).map { positions(of: $0, in: context) }
        }
        return [Polygon(exterior: exterior, holes: holes)]
      }
      let count = geos.GEOSGetNumGeometries_r(handle, pointer)
      guard geos.GEOSGeomTypeId_r(handle, pointer) >= Int32(GEOS_MULTIPOINT.rawValue) else {
        return []
      }
      return (0..<max(0, count)).flatMap { index in
        geos.GEOSGetGeometryN_r(handle, pointer, index).map { polygons(of: $0, in: context) } ?? []
      }
    }

    private static func positions(
      of ring: OpaquePointer, in context: GEOSContext
    ) -> [Coordinate] {
      let handle = context.handle
      var count: UInt32 = 0
      guard let sequence = geos.GEOSGeom_getCoordSeq_r(handle, ring),
        geos.GEOSCoordSeq_getSize_r(handle, sequence, &count) == 1
      else { return [] }
      return (0..<count).map { index in
        var x = 0.0
        var y = 0.0
        _ = geos.GEOSCoordSeq_getXY_r(handle, sequence, index, &x, &y)
        // Repair adds crossings of edges, which lie between valid positions.
        return Coordinate(
          uncheckedLatitude: max(-90, min(90, y)), longitude: max(-180, min(180, x)))
      }
    }
  }
#endif
