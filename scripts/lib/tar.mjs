/** @typedef {{ path: string, data?: Buffer, isProgram?: boolean, link?: string }} Entry without `data` and `link`: a directory */

const block = 512

/** `prefix` and `name` of a header, which hold 155 and 100 bytes. @param {string} path */
const nameParts = (path) => {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return [prefix, name]
  }
  throw new Error(`${path} is too long a path for an archive`)
}

/** @param {Entry} entry @param {number} modified in seconds */
const headerOf = ({ path, data, isProgram, link }, modified) => {
  const isDirectory = data === undefined && link === undefined
  const [prefix = '', name = ''] = nameParts(isDirectory ? `${path}/` : path)
  if (link !== undefined && Buffer.byteLength(link) > 100) throw new Error(`${link} is too long a link`)
  const header = Buffer.alloc(block)
  /** @param {number} at @param {number} length @param {number} value */
  const octal = (at, length, value) => header.write(value.toString(8).padStart(length - 1, '0'), at)
  header.write(name, 0)
  octal(100, 8, isDirectory || isProgram ? 0o755 : 0o644)
  octal(108, 8, 0)
  octal(116, 8, 0)
  octal(124, 12, data?.length ?? 0)
  octal(136, 12, modified)
  header.write(isDirectory ? '5' : link === undefined ? '0' : '2', 156)
  header.write(link ?? '', 157)
  header.write('ustar\u000000root', 257)
  header.write('root', 297)
  header.write(prefix, 345)
  // The sum counts its own field as spaces.
  header.fill(' ', 148, 156)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148)
  return header
}

/**
 * The parts of a tar file (POSIX ustar). Files belong to root and have one of two modes, so that the same files make the
 * same archive whoever packs them.
 * @param {AsyncIterable<Entry>} entries @param {number} modified in seconds
 */
export async function* tar(entries, modified) {
  for await (const entry of entries) {
    yield headerOf(entry, modified)
    if (entry.data === undefined) continue
    yield entry.data
    yield Buffer.alloc(-entry.data.length & (block - 1))
  }
  yield Buffer.alloc(2 * block)
}
