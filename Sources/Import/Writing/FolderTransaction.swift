import Catalog

/// Changes to a data folder that happen in one step or not at all.
///
/// The new state is built in a folder beside the target: files that stay are linked, new ones written
/// and synced. Then the two folders change places (or the new one takes the empty place), which the
/// system does in one step; a process that is killed leaves the target as it was, and a folder that
/// the next import clears away. The folder above is locked meanwhile, so that of two imports at once one
/// waits for the other and keeps what it did. Links in the target are never followed.
package final class FolderTransaction {
  /// The folder to change, with the links in its path resolved.
  package let target: String
  /// The folder in which the new state is built.
  package let stage: String
  /// The files that stand in the target.
  package let existing: [String]
  private var written: Set<String> = []
  private var isFinished = false
  private let lock: FileSystem.FolderLock
  private let parent: String
  /// Whether the process stood in the target when it was replaced, and so stands in a folder that is gone.
  package private(set) var standsInTarget = false

  /// Begins with the target as it is; it may be missing.
  ///
  /// - Parameter waiting: called once, with the folder above, where another import holds its lock.
  /// - Throws: where the target is no folder, or holds something other than files.
  package init(target path: String, waiting: (String) -> Void = { _ in }) throws(DataError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let resolved = FileSystem.absolutePath(path)
    let folder = resolved ?? path
    let slash = folder.lastIndex(of: "/")
    let parent = slash.map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
    let name = slash.map { String(folder[folder.index(after: $0)...]) } ?? folder
    guard !name.isEmpty, name != ".", name != ".." else {
      throw .unreadable(path: path, reason: "give the name of a folder")
    }
    // What is not UTF-8 was replaced on the way here, so another folder would be made.
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      throw .unreadable(path: path, reason: "the name is not UTF-8, as names of data folders are")
    }
    // A name of nearly the longest that file systems take has no room for more.
    let prefix = ".\(name.utf8.count > 200 ? Slug.hashed(name) : name).import-"
    let building = "\(parent)/\(prefix)\(FileSystem.processNumber)"
    target = folder
    self.parent = parent
    stage = building
    lock = try DataError.wrapping { () throws(FileSystem.Failure) in
      try FileSystem.FolderLock(parent) { waiting(parent) }
    }
    switch FileSystem.kind(of: folder) {
    case .none: existing = []
    case .folder:
      // The system moves no mount point, and what lies on another disk cannot change places.
      if FileSystem.isMountPoint(folder) {
        throw .unreadable(path: path, reason: "a mount point; give a folder inside it")
      }
      existing = try DataError.wrapping { () throws(FileSystem.Failure) in
        try FileSystem.names(in: folder)
      }
    case .file, .link, .other: throw .unreadable(path: path, reason: "not a folder")
    }
    // What a killed import left behind: one that runs would hold the lock.
    for other in try DataError.wrapping({ () throws(FileSystem.Failure) in
      try FileSystem.names(in: parent)
    })
    where other.hasPrefix(prefix) && Int(other.dropFirst(prefix.count)) != nil {
      FileSystem.removeFolder("\(parent)/\(other)")
    }
    for name in existing where FileSystem.kind(of: "\(target)/\(name)") != .file {
      let isLink = FileSystem.kind(of: "\(target)/\(name)") == .link
      throw .unreadable(
        path: "\(path)/\(name)",
        reason: isLink
          ? "a symbolic link, which an import does not follow"
          : "not a file; a data folder holds files only")
    }
    do throws(FileSystem.Failure) {
      try FileSystem.makeFolder(building, isPrivate: true)
    } catch {
      throw .unreadable(path: parent, reason: "no folder can be made in it: \(error.reason)")
    }
  }

  deinit { if !isFinished { FileSystem.removeFolder(stage) } }

  /// A new file of the new state.
  package func create(_ name: String) throws(FileSystem.Failure) -> FileSystem.Output {
    written.insert(name)
    return try FileSystem.Output(creating: "\(stage)/\(name)")
  }

  /// A new file of the new state, with its content.
  package func write(_ name: String, _ bytes: [UInt8]) throws(FileSystem.Failure) {
    let output = try create(name)
    try output.write(bytes)
    try output.finish(sync: true)
  }

  /// Where a file of the new state can be read: the new one, or the one that stays.
  package func path(of name: String) -> String? {
    if written.contains(name) { return "\(stage)/\(name)" }
    return existing.contains(name) ? "\(target)/\(name)" : nil
  }

  /// Puts the new state in place.
  ///
  /// - Throws: where the disk or the file system refuses; the target is then as before.
  package func commit() throws(FileSystem.Failure) {
    // The compiled form is made of files that change.
    for name in existing where !written.contains(name) && name != Catalog.compiledFileName {
      do throws(FileSystem.Failure) {
        try FileSystem.link("\(target)/\(name)", as: "\(stage)/\(name)")
      } catch {
        // A file system without links.
        try write(name, try FileSystem.read("\(target)/\(name)"))
      }
    }
    for name in try FileSystem.names(in: stage) where name.hasSuffix(".run") {
      FileSystem.removeFile("\(stage)/\(name)")
    }
    for name in existing where written.contains(name) {
      try FileSystem.copyMode(of: "\(target)/\(name)", to: "\(stage)/\(name)")
    }
    if FileSystem.kind(of: target) == .folder {
      try FileSystem.copyMode(of: target, to: stage)
    } else {
      try FileSystem.publish(stage)
    }
    FileSystem.syncFolder(stage)
    standsInTarget = FileSystem.isSameFolder(".", target)
    let isExchanged = try FileSystem.moveFolder(stage, to: target)
    isFinished = true
    // The old files go only once the new names are on the disk.
    FileSystem.syncFolder(parent)
    if isExchanged { FileSystem.removeFolder(stage) }
  }
}
