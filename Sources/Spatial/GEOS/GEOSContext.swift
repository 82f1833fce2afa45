#if GEOS
  import CGEOS

  /// A GEOS context handle: one thread at a time, errors kept as text.
  final class GEOSContext {
    let handle: GEOSContextHandle_t
    private let message: ErrorMessage

    init() {
      guard let handle = geos.GEOS_init_r() else { fatalError("GEOS_init_r: out of memory") }
      self.handle = handle
      message = ErrorMessage()
      // The context holds the message box, so the pointer lives as long as the handle.
      _ = geos.GEOSContext_setErrorMessageHandler_r(
        handle,
        { text, box in
          guard let text, let box else { return }
          Unmanaged<ErrorMessage>.fromOpaque(box).takeUnretainedValue().text = String(cString: text)
        },
        Unmanaged.passUnretained(message).toOpaque())
    }

    deinit { geos.GEOS_finish_r(handle) }

    /// The last error's text, or a stand-in where GEOS said nothing.
    var lastError: String { message.text ?? "GEOS failed without a message" }

    private final class ErrorMessage {
      var text: String?
    }
  }

  /// A geometry owned by Swift; freed with its last reference.
  final class GEOSGeometry {
    let context: GEOSContext
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer, in context: GEOSContext) {
      self.pointer = pointer
      self.context = context
    }

    deinit { geos.GEOSGeom_destroy_r(context.handle, pointer) }
  }
#endif
