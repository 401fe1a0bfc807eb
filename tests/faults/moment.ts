import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount } from '../../src/server/platform/database/embedded-postgres/account.ts'
import { endSite, rootDir, type Site, startSite } from '../e2e/support/site.ts'
import { databaseOf } from './support/arena.ts'
import { Acknowledged, promiseNothingLost, write } from './support/load.ts'
import { gameKey, signIn } from './support/people.ts'
import { Cluster } from './support/postgres.ts'
import { waitFor } from './support/processes.ts'
import { Report, type Result } from './support/result.ts'

const kind = 'debian 15'

/** Back to a moment between two writes, by the archive of the log (docs/operations.md, Back to a moment). */
export async function restoredToMoment(): Promise<Result[]> {
  const report = new Report('back to a moment')
  const home = mkdtempSync(join(tmpdir(), 'faults-moment-'))
  const account = chooseAccount(undefined)
  const directory = (name: string) => {
    const path = join(home, name)
    mkdirSync(path, { mode: 0o700 })
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  chmodSync(home, 0o755)
  const archive = directory('archive')
  const restored = directory('restored')
  const script = join(home, 'archive-wal')
  copyFileSync(join(rootDir, 'deploy/cluster/archive-wal'), script)
  const archive_command = `${script} %p ${archive}/%f`
  const cluster = await Cluster.make(kind, { settings: { archive_mode: 'on', archive_command } })
  const environment = databaseOf(cluster)
  let site: Site | undefined
  let copy: Cluster | undefined
  try {
    site = await startSite(environment)
    const { url } = site
    const cookies = [await signIn(url, 'Writer 0'), await signIn(url, 'Writer 1')]
    const who = { cookies, key: await gameKey(environment) }
    const data = join(restored, 'data')
    const args = [
      '-h',
      '127.0.0.1',
      '-p',
      String(cluster.port),
      '-U',
      'postgres',
      '-D',
      data,
      '--checkpoint=fast',
    ]
    const base = spawnSync('/usr/lib/postgresql/15/bin/pg_basebackup', args, { ...account, encoding: 'utf8' })
    report.promise(
      'a base backup while the site writes',
      'exit 0',
      `exit ${base.status} ${base.stderr}`,
      base.status === 0,
    )

    const [before, after] = [new Acknowledged(), new Acknowledged()]
    await write(() => url, who, before, pause(3_000))
    await pause(500)
    const [row] = await cluster.ask<{ moment: string }>('SELECT clock_timestamp()::text AS moment')
    await pause(500)
    await write(() => url, who, after, pause(3_000))
    const [segment] = await cluster.ask<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name')
    const isArchived = async () => {
      const [archiver] = await cluster.ask<{ last: string | null }>(
        'SELECT last_archived_wal AS last FROM pg_stat_archiver',
      )
      return (archiver?.last ?? '') >= (segment?.name ?? '')
    }
    report.within('the last segment is archived', 60_000, await waitFor(isArchived, 60_000))

    writeFileSync(join(data, 'recovery.signal'), '')
    copy = await Cluster.ofCopy(kind, restored, {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: row?.moment ?? '',
      recovery_target_action: 'promote',
      archive_mode: 'off',
    })
    const there = copy
    const isPromoted = async () => {
      const [state] = await there.ask<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers')
      return state?.recovers === false
    }
    report.within('the copy recovers and accepts writes', 120_000, await waitFor(isPromoted, 120_000, 200))
    await promiseNothingLost(report, there, databaseOf(there), before)
    const shown = after.count - (await after.missing(there))
    report.promise(
      `writes after the moment that are there, of ${after.count}`,
      '0, of more than 0',
      String(shown),
      shown === 0 && after.count > 0,
    )
  } finally {
    await endSite(site)
    await cluster.remove()
    await copy?.remove()
    rmSync(home, { recursive: true, force: true })
  }
  return report.results
}
