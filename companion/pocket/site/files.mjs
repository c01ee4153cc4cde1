/* The files of the companion, from an archive, and those that this browser keeps, in the origin's private file system:
   SQLite reads and writes them where they lie, so an entry writes a few pages, whatever else is in the database. */

const NAMES = ["companion.sqlite", "companion.sqlite-wal", "cookies"],
  NO_SPACE = 51,
  IN_OUT = 29,
  TRIES = 40;

/* Open the files; null where this browser keeps none, as in some private windows. */
export async function openFiles(place) {
  if (!globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle) return null;
  try {
    const root = await navigator.storage.getDirectory(),
      folder = await root.getDirectoryHandle(place, { create: true }),
      handles = new Map();
    for (const name of NAMES) handles.set(name, await openOne(await folder.getFileHandle(name, { create: true })));
    return handles;
  } catch (fault) {
    if (fault.name === "NoModificationAllowedError") throw fault; // another tab has them: that is not "none"
    return null;
  }
}

/* The tab that had the file may just be closing. */
async function openOne(file, tries = TRIES) {
  try {
    return await file.createSyncAccessHandle();
  } catch (fault) {
    if (fault.name !== "NoModificationAllowedError" || !tries) throw fault;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return openOne(file, tries - 1);
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
      if (handles?.has(name)) attach(FS, made, handles.get(name));
      return made;
    },
    unlink(parent, name) {
      handles?.get(name)?.truncate(0);
      unlink(parent, name);
    },
  };
  for (const [name, handle] of handles ?? []) if (handle.getSize()) FS.create(`${folder}/${name}`, 0o600);
}

function attach(FS, node, handle) {
  node.usedBytes = handle.getSize();
  node.node_ops = { ...node.node_ops, setattr: (_, change) => setAttributes(FS, node, handle, change) };
  node.stream_ops = { ...node.stream_ops, ...operations(FS, node, handle) };
}

function setAttributes(FS, node, handle, { size, mode }) {
  if (mode !== undefined) node.mode = mode;
  if (size === undefined) return;
  guarded(FS, () => handle.truncate(size));
  node.usedBytes = size;
}

const operations = (FS, node, handle) => ({
  read: (_, buffer, offset, length, position) =>
    guarded(FS, () => handle.read(buffer.subarray(offset, offset + length), { at: position })),
  write(_, buffer, offset, length, position) {
    const written = guarded(FS, () => handle.write(buffer.subarray(offset, offset + length), { at: position }));
    node.usedBytes = Math.max(node.usedBytes, position + written);
    node.mtime = Date.now();
    return written;
  },
  llseek: (stream, offset, whence) => offset + [0, stream.position, node.usedBytes][whence],
  fsync: () => guarded(FS, () => handle.flush()) ?? 0,
});

/* SQLite, and with it the page, tells what went wrong. */
function guarded(FS, act) {
  try {
    return act();
  } catch (fault) {
    throw new FS.ErrnoError(fault.name === "QuotaExceededError" ? NO_SPACE : IN_OUT);
  }
}

/* Put the files of an archive into Emscripten's file system, without copying them: its first line has their names and
   lengths. */
export function unpack(FS, archive, folder) {
  let at = archive.indexOf(10) + 1;
  for (const [name, length] of Object.entries(JSON.parse(new TextDecoder().decode(archive.subarray(0, at))))) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    const node = FS.create(path, 0o644);
    node.contents = archive.subarray(at, (at += length));
    node.usedBytes = length;
  }
}
