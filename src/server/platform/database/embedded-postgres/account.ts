import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** System account of the PostgreSQL process, which refuses to run as root. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Common unprivileged accounts; the first existing one is used. */
const candidates = ['postgres', '_postgres', 'nobody']

/**
 * Returns undefined without root: PostgreSQL then runs as the same user. For root, the owner of an existing
 * cluster wins, so that a later system account does not lose access to the data.
 */
export const chooseAccount = (clusterOwner: Account | undefined): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  if (clusterOwner && clusterOwner.uid !== 0) return clusterOwner
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of candidates) {
    const entry = known.find(([user]) => user === name)
    // macOS lists nobody's uid as -2.
    if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 }
  }
  return { uid: 65534, gid: 65534 }
}

/** Whether the account may enter the directory and all its parents, by owner and mode. */
export const canEnter = (directory: string, account: Account): boolean => {
  const { uid, gid, mode } = statSync(directory)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(directory)
  return parent === directory || canEnter(parent, account)
}
