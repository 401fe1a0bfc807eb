import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, link, lstat, open, rename, rm, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { type Frame, readFrames } from './frames.ts'

/** Increased when older releases cannot read the new format. */
export const format = 1
/** File layout: a line of text, the gzipped frames, and a line with the SHA-256 of both. */
const firstLine = (number: number) => Buffer.from(`vulx-network backup ${number}\n`)
const lastLine = (sha256: string) => Buffer.from(`sha256 ${sha256}\n`)
const lastLineBytes = lastLine('0'.repeat(64)).length

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/**
 * Writes a new file with mode 0600 and renames it when it is complete and synced. Returns its size.
 * @throws {BackupError} when the file exists
 */
export async function writeFrames(
  file: string,
  frames: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<number> {
  // Fails early. A file that appears while writing is detected at the end.
  if (await exists(file)) throw taken(file)
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.partial`
  const handle = await openNew(unfinished)
  try {
    let size: number
    try {
      size = await fill(handle, frames, signal)
      await handle.sync()
    } finally {
      await handle.close()
    }
    signal.throwIfAborted()
    await giveName(unfinished, file)
    return size
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function fill(handle: FileHandle, frames: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> {
  const hash = createHash('sha256')
  let size = 0
  const write = async (bytes: Buffer) => {
    hash.update(bytes)
    size += bytes.length
    await handle.writeFile(bytes)
  }
  await write(firstLine(format))
  // Fast compression is enough: text compresses well at any level, and hex-encoded pictures never shrink below half.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 })
  await pipeline(
    frames,
    gzip,
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) await write(piece)
    },
    { signal },
  )
  await write(lastLine(hash.copy().digest('hex')))
  return size
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )

const taken = (file: string) => new BackupError(`${file} exists already: a backup never overwrites anything`)

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') throw new BackupError(`There is no directory ${dirname(file)}`, { cause })
    throw cause
  }
}

/** `link` fails when the name is taken; `rename` would replace the file. */
async function giveName(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file)
    await unlink(unfinished)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(file)
    // File systems without hard links: check the name once more, then rename.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'].includes(codeOf(error) ?? '')) throw error
    if (await exists(file)) throw taken(file)
    await rename(unfinished, file)
  }
  // Windows cannot open directories, and needs no sync for them.
  if (process.platform === 'win32') return
  const directory = await open(dirname(file), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

export interface BackupFile {
  /** Starts at the first frame on every call. */
  frames(): AsyncGenerator<Frame>
  close(): Promise<void>
}

/**
 * Opens a backup after verifying its checksum.
 * @throws {BackupError} for a file that is no backup, newer, truncated or modified
 */
export async function openBackup(file: string, signal: AbortSignal): Promise<BackupFile> {
  let handle: FileHandle
  try {
    handle = await open(file, 'r')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') throw new BackupError(`There is no file ${file}`, { cause })
    throw cause
  }
  try {
    const { start, end } = await check(handle, file, signal)
    return {
      frames: () => unpack(handle, start, end),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function check(
  handle: FileHandle,
  file: string,
  signal: AbortSignal,
): Promise<{ start: number; end: number }> {
  const stats = await handle.stat()
  const head = Buffer.alloc(64)
  if (stats.isFile()) await handle.read(head, 0, head.length, 0)
  const [line, number] = /^vulx-network backup (\d{1,9})\n/.exec(head.toString('latin1')) ?? []
  if (line === undefined) throw new BackupError(`${file} is not a backup`)
  if (Number(number) !== format)
    throw new BackupError(`${file} is a backup of format ${number}, this release reads format ${format}`)
  const end = stats.size - lastLineBytes
  const tail = Buffer.alloc(lastLineBytes)
  if (end > line.length) await handle.read(tail, 0, tail.length, end)
  if (!/^sha256 [0-9a-f]{64}\n$/.test(tail.toString('latin1')))
    throw new BackupError(`${file} is incomplete: its last line is missing`)
  const hash = createHash('sha256')
  const content = handle.createReadStream({
    start: 0,
    end: end - 1,
    autoClose: false,
    highWaterMark: 1 << 20,
  })
  await pipeline(
    content,
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) hash.update(piece)
    },
    { signal },
  )
  if (!lastLine(hash.digest('hex')).equals(tail))
    throw new BackupError(`${file} was altered or damaged: its checksum does not match`)
  return { start: line.length, end }
}

async function* unpack(handle: FileHandle, start: number, end: number): AsyncGenerator<Frame> {
  const packed = handle.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: 256 * 1024 })
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  // Propagates errors of the file to the reader of the frames.
  packed.once('error', (error) => gunzip.destroy(error))
  try {
    yield* readFrames(packed.pipe(gunzip))
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}
