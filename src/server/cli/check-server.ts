import type { Config } from '../config.ts'
import { connectionsPerProcess, type Database, openDatabase } from '../platform/database/database.ts'
import {
  readConnections,
  readServer,
  readStandbys,
  type ServerState,
} from '../platform/database/server-state.ts'
import { createLogger } from '../platform/logs/logger.ts'

type Verdict = 'ok' | 'warn' | 'fail'

/** Prints one line about something that an operator depends on. */
export type Say = (verdict: Verdict, what: string, detail: string) => void

/** Difference of clocks that no network explains. */
const maxClockDifferenceMs = 2_000

/** Says which server answers, and warns of what makes several of them unsafe. */
export async function checkServer(config: Config, database: Database, say: Say): Promise<void> {
  const { isStandby, version } = await readWithClock(database, 'database', say)
  if (isStandby) say('warn', 'server', `a standby, PostgreSQL ${version}: writes are refused`)
  else say('ok', 'server', `the primary, PostgreSQL ${version}`)
  if (!isStandby) await checkStandbys(database, config.databaseReadUrl !== undefined, say)
  await checkConnections(database, say)
  if (config.databaseReadUrl !== undefined) await checkReplica(config.databaseReadUrl, say)
}

async function readWithClock({ sql }: Database, name: string, say: Say): Promise<ServerState> {
  const begunAtMs = Date.now()
  const server = await readServer(sql)
  const endedAtMs = Date.now()
  const differenceMs = Math.max(begunAtMs - server.nowMs, server.nowMs - endedAtMs)
  if (differenceMs > maxClockDifferenceMs) {
    const direction = server.nowMs > endedAtMs ? 'ahead of' : 'behind'
    const seconds = (differenceMs / 1000).toFixed(1)
    say('warn', 'clocks', `the clock of the ${name} is ${seconds} s ${direction} this machine's`)
  }
  return server
}

/** `expected`: whether the settings name standbys. */
async function checkStandbys({ sql }: Database, expected: boolean, say: Say): Promise<void> {
  const { count, synchronousNames, synchronousCommit } = await readStandbys(sql)
  if (count === 0) {
    if (synchronousNames !== '') say('warn', 'standbys', 'none follows, and writes wait for one')
    else if (expected)
      say('warn', 'standbys', 'none follows: when this server dies, what it holds is away until it is back')
    return
  }
  const follow = count === 1 ? '1 standby follows' : `${count} standbys follow`
  if (synchronousNames === '')
    say(
      'warn',
      'standbys',
      `${follow}, and none is synchronous: a dead primary takes acknowledged writes along`,
    )
  else if (synchronousCommit === 'off' || synchronousCommit === 'local')
    say('warn', 'standbys', `synchronous_commit is ${synchronousCommit}: no standby is waited for`)
  else say('ok', 'standbys', follow)
}

async function checkConnections({ sql }: Database, say: Say): Promise<void> {
  const { processes, available } = await readConnections(sql)
  const needed = processes * connectionsPerProcess
  if (needed > available)
    say(
      'warn',
      'connections',
      `${processes} processes may open ${needed}, and max_connections leaves ${available}`,
    )
}

async function checkReplica(url: string, say: Say): Promise<void> {
  const database = openDatabase({ url, log: createLogger('silent'), max: 1 })
  try {
    const { isStandby, version } = await readWithClock(database, 'replica', say)
    if (isStandby) say('ok', 'replica', `a standby, PostgreSQL ${version}`)
    else say('warn', 'replica', 'DATABASE_READ_URL leads to a primary: it is not read')
  } catch (error) {
    say('warn', 'replica', `DATABASE_READ_URL: ${(error as Error).message}`)
  } finally {
    await database.close()
  }
}
