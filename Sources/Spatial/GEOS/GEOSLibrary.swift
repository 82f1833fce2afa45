#if GEOS
  import CGEOS
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The functions of libgeos_c, looked up once when the first polygon asks.
  ///
  /// Loading GEOS and the C++ library under it takes longer than answering most questions, and most
  /// need no polygon. A program that links GEOS itself is asked first.
  enum GEOSLibrary {
    /// Nil where the library is not installed or lacks a function (GEOS 3.10 or later has all).
    static let loaded: NearbyGEOSFunctions? = {
      for library in [dlopen(nil, RTLD_LAZY)] + names.map({ dlopen($0, RTLD_LAZY) }) {
        var functions = NearbyGEOSFunctions()
        guard let library else { continue }
        let isComplete = NearbyGEOSFunctions_load(
          &functions,
          { library, name in
            guard let name else { return nil }
            return dlsym(library, name)
          }, library)
        if isComplete != 0 { return functions }
      }
      return nil
    }()

    private static let names = [
      "libgeos_c.so.1", "libgeos_c.dylib", "/opt/homebrew/lib/libgeos_c.dylib",
    ]
  }

  /// The loaded functions.
  ///
  /// - Precondition: ``RegionIndex`` found the library, as it does before anything else.
  var geos: NearbyGEOSFunctions {
    guard let functions = GEOSLibrary.loaded else { preconditionFailure("GEOS is not loaded") }
    return functions
  }
#endif
