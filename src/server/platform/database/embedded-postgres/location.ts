import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../data-dir.ts'
import type { Logger } from '../../logs/logger.ts'
import { type Account, canEnter, chooseAccount } from './account.ts'

/** Directory and account of the embedded PostgreSQL of a DATA_DIR. */
export interface Location {
  /** Contains the cluster, the log and, when the path is short enough, the socket. */
  readonly home: string
  readonly account: Account | undefined
}

/** Base directory for data and binaries that cannot be in a directory that only root may enter. */
export const outsideBase = (): string => {
  for (const parent of ['/var/lib', '/var/tmp']) {
    try {
      accessSync(parent, constants.W_OK | constants.X_OK)
    } catch {
      continue
    }
    const base = join(parent, 'vulx-network')
    mkdirSync(base, { recursive: true })
    // mkdir's mode is reduced by the umask, which may be 077.
    chmodSync(base, 0o755)
    return base
  }
  throw new Error(
    'The embedded PostgreSQL needs /var/lib or /var/tmp to be writable: set DATABASE_URL instead.',
  )
}

/** File in DATA_DIR with the path of data that is stored elsewhere. */
const pointerName = 'postgres-location'
/** Back reference to the DATA_DIR. */
const siteName = 'data-dir'

const followPointer = (pointer: string, dataDir: string): string => {
  const home = readFileSync(pointer, 'utf8').trim()
  if (!existsSync(join(home, siteName)))
    throw new Error(
      `The database should be in ${home}, as ${pointer} says, but it is not there: bring it back, or delete that file to start with an empty database.`,
    )
  const site = readFileSync(join(home, siteName), 'utf8').trim()
  if (site === dataDir) return home
  if (existsSync(join(site, pointerName)))
    throw new Error(
      `${dataDir} is a copy of ${site}, and the database in ${home} belongs to the original: delete ${pointer} to start with an empty database.`,
    )
  // DATA_DIR was moved; the data remains in place.
  writeFileSync(join(home, siteName), `${dataDir}\n`)
  return home
}

const ownerOf = (path: string): Account | undefined => {
  if (!existsSync(path)) return undefined
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

export const clusterOf = (home: string): string => join(home, 'cluster')
export const pgdataOf = (home: string): string => join(clusterOf(home), 'data')

/** Returns the location of a DATA_DIR, creating directories but no database. */
export const locate = (wantedDataDir: string, log: Pick<Logger, 'info'>): Location => {
  makeDirectory(wantedDataDir)
  const dataDir = realpathSync(wantedDataDir)
  const inside = join(dataDir, 'postgres')
  const pointer = join(dataDir, pointerName)

  if (existsSync(clusterOf(inside)))
    return { home: inside, account: chooseAccount(ownerOf(pgdataOf(inside))) }
  if (existsSync(pointer)) {
    const home = followPointer(pointer, dataDir)
    return { home, account: chooseAccount(ownerOf(pgdataOf(home))) }
  }

  const account = chooseAccount(undefined)
  if (!account || canEnter(dataDir, account)) {
    makeDirectory(inside)
    if (account) chmodSync(inside, 0o755)
    return { home: inside, account }
  }

  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const home = join(outsideBase(), name)
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755)
  writeFileSync(join(home, siteName), `${dataDir}\n`)
  writeFileSync(pointer, `${home}\n`)
  log.info(
    `PostgreSQL does not run as root, and no other user may enter ${dataDir}: the database is kept in ${home}`,
  )
  return { home, account }
}
