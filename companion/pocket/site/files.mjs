/* The files of the companion, from an archive, and those that this browser keeps, in the origin's private file system:
   SQLite reads and writes them where they lie, so an entry writes a few pages, whatever else is in the database. */

const NAMES = ["companion.sqlite", "companion.sqlite-wal", "cookies"],
  EIO = 29;

/* Open the files; none where this browser keeps none, as in some private windows. */
export async function openFiles(place) {
  try {
    const root = await navigator.storage.getDirectory(),
      folder = await root.getDirectoryHandle(place, { create: true }),
      handles = new Map();
    for (const name of NAMES) {
      const file = await folder.getFileHandle(name, { create: true });
      handles.set(name, await file.createSyncAccessHandle());
    }
    return handles;
  } catch (fault) {
    if (fault.name === "NoModificationAllowedError") throw fault; // another tab has them: that is not "none"
    return new Map();
  }
}

/* Put the files into a folder of Emscripten's file system, whose other files are in memory. An empty one is none:
   SQLite deletes and makes its log as it likes. */
export function mountFiles(FS, folder, handles) {
  FS.mkdirTree(folder);
  const { node } = FS.lookupPath(folder),
    { mknod, unlink } = node.node_ops;
  node.node_ops = {
    ...node.node_ops,
    mknod(parent, name, ...rest) {
      const made = mknod(parent, name, ...rest);
      if (handles.has(name)) attach(FS, made, handles.get(name));
      return made;
    },
    unlink(parent, name) {
      handles.get(name)?.truncate(0);
      unlink(parent, name);
    },
  };
  for (const [name, handle] of handles) if (handle.getSize()) FS.create(`${folder}/${name}`, 0o600);
}

function attach(FS, node, handle) {
  node.usedBytes = handle.getSize();
  node.node_ops = {
    ...node.node_ops,
    setattr(_, { size = node.usedBytes }) {
      handle.truncate(size);
      node.usedBytes = size;
    },
  };
  node.stream_ops = {
    ...node.stream_ops,
    read: (_, buffer, offset, length, at) => handle.read(buffer.subarray(offset, offset + length), { at }),
    write(_, buffer, offset, length, at) {
      try {
        const written = handle.write(buffer.subarray(offset, offset + length), { at });
        node.usedBytes = Math.max(node.usedBytes, at + written);
        return written;
      } catch {
        throw new FS.ErrnoError(EIO); // SQLite, and with it the page, tells that there is no room
      }
    },
    fsync: () => handle.flush(),
  };
}

/* Put the files of an archive into Emscripten's file system, without copying them: its first line has their names and
   lengths. */
export function unpack(FS, archive, folder) {
  let at = archive.indexOf(10) + 1;
  for (const [name, length] of Object.entries(JSON.parse(new TextDecoder().decode(archive.subarray(0, at))))) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, archive.subarray(at, (at += length)), { canOwn: true });
  }
}
