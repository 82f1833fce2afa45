import Catalog
import Spatial

#if GEOS
  /// Takes places in, in the order of the file: gives them ids, and notes what there is to say of them.
  struct PlaceIntake: ~Copyable {
    private let target: Importer.Target
    private let options: Importer.Options
    private let frame: CityFrame
    private let finder: DistrictFinder
    private let note: (String) -> Void
    private var detector: ShiftDetector
    private var ids: IDRegister
    /// What was found where ids will be kept, so that it is looked for.
    private var fetched: UInt64 = 0
    /// The id of the place that is added.
    private var id = ByteBuffer()
    private var labels = WordCache<String?>()
    private var unmapped = WordCounter()
    private var unknownLabels = WordCounter()
    /// What was met so far.
    var report = Importer.Report()
    private(set) var hasPlaces = false

    init(
      _ frame: CityFrame, _ target: Importer.Target, _ options: Importer.Options,
      _ detector: ShiftDetector, _ ids: consuming IDRegister, note: @escaping (String) -> Void
    ) {
      self.frame = frame
      self.target = target
      self.options = options
      self.detector = detector
      self.ids = ids
      self.note = note
      finder = frame.districtFinder()
    }

    /// Takes a batch in, and gives its rows to be sorted.
    ///
    /// - Throws: where the disk refuses, and for the first bad row under `isStrict`.
    mutating func add(
      _ batch: DraftBatch, _ prepared: borrowing PreparedPlaces, _ rows: inout LineSorter,
      _ sweep: DuplicateSweep
    ) throws(ImportError) {
      // Each id is far from the others in memory, which is asked for all of them at once.
      fetched = prepared.places.reduce(0) { $0 ^ ids.fetch($1.idHash) }
      for (index, outcome) in batch.outcomes.enumerated() {
        if case .remark(let place, let text) = outcome {
          note("\(place): \(text)")
          continue
        }
        report.read += 1
        switch outcome {
        case .remark: break
        case .draft:
          if batch.drafts[index].isUncompared { report.uncompared += 1 }
          try add(batch.drafts[index], prepared.places[index], prepared, &rows, sweep)
        case .fault(_, .omitted(let reason)): report.omitted[reason, default: 0] += 1
        case .fault(let place, .repeated(let reason)):
          report.repeated += 1
          if report.repeated <= Importer.listLimit { note("\(place): \(reason); passed over") }
        case .fault(let place, .bad(_, let reason)): try refuse(place, reason)
        }
      }
    }

    private mutating func refuse(
      _ place: @autoclosure () -> FilePlace, _ reason: @autoclosure () -> String
    ) throws(ImportError) {
      report.bad += 1
      guard options.isStrict || report.bad <= Importer.listLimit else { return }
      let fault = DataError.invalid(place: place(), reason: reason())
      if options.isStrict { throw .data(fault) }
      note("\(fault)")
    }

    private mutating func add(
      _ draft: borrowing PlaceDraft, _ place: PreparedPlaces.Place,
      _ prepared: borrowing PreparedPlaces,
      _ rows: inout LineSorter, _ sweep: DuplicateSweep
    ) throws(ImportError) {
      let point = draft.position.coordinate
      if let second = draft.position.second {
        report.disagreements += 1
        if report.disagreements <= Importer.listLimit {
          note(
            "\(draft.place): \(draft.anyName) has two positions \(Int(second.distanceMeters)) m apart: "
              + "\(point) and \(second.coordinate); the first is taken")
        }
      }
      if let doubt = draft.position.doubt {
        report.doubts += 1
        if report.doubts <= Importer.listLimit {
          note(
            "\(draft.place): \(draft.anyName) has a second position that is wrong: \(doubt); \(point) is "
              + "taken")
        }
      }
      let label = draft.withBytes(.district) { labels.value(of: $0, frame.code) } ?? nil
      detector.add(prepared.folded, place.names, at: point)
      if detector.needsPoints, let land = frame.land {
        detector.add(point) { land.isInSea($0) }
      }
      if let label { detector.add(label: label, at: point, district: finder.code) }
      guard let number = place.district else {
        let city = frame.city
        try refuse(
          draft.place,
          "\(draft.anyName): \(point) lies in no district of \(city.name.en)"
            + CatalogCheck.hint(point, in: city.bounds))
        return
      }
      if label == nil { draft.withBytes(.district) { unknownLabels.add($0) } }
      if let label, label != finder.codes[number] {
        report.wrongLabels += 1
        if report.wrongLabels <= Importer.listLimit {
          note(
            "\(draft.place): \(draft.anyName) says district \(label) and lies in "
              + "\(finder.codes[number]), which is taken")
        }
      }
      if place.isInSea {
        report.inSea += 1
        if report.inSea <= Importer.listLimit,
          let meters = frame.land?.metersIntoSea(point, category: draft.category)
        {
          note(
            "\(draft.place): \(draft.anyName): \(point) lies in the sea, \(Int(meters.rounded())) m from "
              + "land")
        }
      }
      let isUnmapped =
        target == .attractions && draft.category == nil
        || target == .stations && PlaceRowWriter.kind(of: draft) == nil
      if isUnmapped {
        if draft.has(.category) {
          draft.withBytes(.category) { unmapped.add($0) }
        } else {
          unmapped.addNone()
        }
      }
      hasPlaces = true
      let nature =
        target == .attractions ? PlaceNature(draft.category) : PlaceNature(draft.kind)
      id.removeAll()
      id.append(contentsOf: prepared.text[place.id])
      ids.takeUnique(&id, hash: place.idHash)
      try ImportError.system { () throws(FileSystem.Failure) in
        try rows.add(id.bytes, prepared.text[place.row])
        // What says itself that it is a second record is not proposed as one, nor made one.
        if draft.has(.sameAs) { return }
        try sweep.add(id: id.bytes, draft, prepared.folded, place.names, nature)
      }
    }

    /// Reports what was met in all; nothing is taken in from now on.
    mutating func finish() {
      report.shift = options.reading.datum == .wgs84 ? detector.finding : nil
      report.unmapped = unmapped.counts
      report.unknownLabels = unknownLabels.counts
      ids = IDRegister()
    }
  }
#endif
