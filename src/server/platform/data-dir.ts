import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownValue } from '../../contract/own-value.ts'

/** An unusable DATA_DIR. The message is a complete sentence. */
export class DataDirError extends Error {}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the name is too long',
}

const unusable = (dataDir: string, error: unknown): DataDirError => {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new DataDirError(`DATA_DIR ${dataDir} cannot be used: ${ownValue(reasons, code) ?? message}.`)
}

/** Creates missing directories one by one, because a recursive mkdir below /proc never returns. */
export function makeDirectory(path: string, mode?: number): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
  makeDirectory(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Another process created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** For commands, which never create the directory: a mistyped name must not become a second, empty site. */
export function requireDataDir(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (found === undefined)
    throw new DataDirError(
      `DATA_DIR ${dataDir} does not exist: name the directory of the site, or start the site once to make it.`,
    )
  if (!found.isDirectory()) throw new DataDirError(`DATA_DIR ${dataDir} cannot be used: it is a file.`)
}

/** For the site and `restore`: creates the directory and checks that it is writable. @throws DataDirError */
export function makeDataDir(dataDir: string): void {
  try {
    makeDirectory(dataDir)
    requireDataDir(dataDir)
    rmdirSync(mkdtempSync(join(dataDir, '.try-')))
  } catch (error) {
    throw error instanceof DataDirError ? error : unusable(dataDir, error)
  }
}
