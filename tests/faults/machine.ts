import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { meet } from './database.ts'
import { withArena } from './support/arena.ts'
import { debianFile } from './support/debian.ts'
import { Acknowledged, loadReads, promiseNothingLost } from './support/load.ts'
import { ingestRequest, matchEvent } from './support/people.ts'
import type { Kind } from './support/postgres.ts'
import { Report, type Result } from './support/result.ts'

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** PostgreSQL on a disk of its own that is filled to the last byte. */
export async function diskFull(kind: Kind): Promise<Result[]> {
  const report = new Report(`disk full (${kind})`)
  const home = mkdtempSync(join(tmpdir(), 'faults-disk-'))
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', home))
    throw new Error('a small disk needs root and mount: run this where both are')
  const filler = join(home, 'filler')
  const inside = join(home, 'postgres')
  mkdirSync(inside)
  chmodSync(home, 0o755)
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' }
  try {
    await withArena(
      kind,
      async (arena) => {
        const done = new Acknowledged()
        const trouble = {
          name: 'disk full',
          // PostgreSQL may go on with reads, or end when its log finds no room: both are true answers.
          serves: true,
          begin: () => fill(filler),
          async end() {
            rmSync(filler)
            if (!(await arena.cluster.answers())) await arena.cluster.start()
          },
        }
        await meet(arena, trouble, report, done)
        await promiseNothingLost(report, arena.cluster, arena.direct, done)
      },
      { home: inside, settings },
    )
  } finally {
    run('umount', '-l', home)
    rmSync(home, { recursive: true, force: true })
  }
  return report.results
}

function fill(file: string): void {
  const handle = openSync(file, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(handle, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(handle)
  }
}

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** The clock of the site's process jumps (libfaketime); the database's stays. */
export async function clockJumps(kind: Kind): Promise<Result[]> {
  if (!existsSync(library) && !debianFile(library, ['libfaketime']))
    throw new Error('apt-get install libfaketime')
  const report = new Report(`the site's clock jumps, libfaketime (${kind})`)
  const home = mkdtempSync(join(tmpdir(), 'faults-clock-'))
  const clock = join(home, 'clock')
  writeFileSync(clock, '+0\n')
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  await withArena(
    kind,
    async (arena) => {
      const { site, who } = arena
      const done = new Acknowledged()
      for (const jump of ['+3d', '-3d', '+0']) {
        writeFileSync(clock, `${jump}\n`)
        await pause(300)
        const { responses, wrong } = await loadReads(site.url, who, pause(3_000))
        report.none(`${jump}: of ${responses.length} responses, wrong`, wrong)
        const lost = responses.filter(({ what, status }) => what === 'GET /api/user' && status !== 200)
        report.promise(`${jump}: members who are signed out`, '0', String(lost.length), lost.length === 0)
        const sent = await fetch(
          `${site.url}/api/ingest/events`,
          ingestRequest(who.key, [matchEvent(1).event]),
        )
        const taken = (await sent.text()).includes('"accepted"')
        report.promise(`${jump}: a match of now`, 'accepted', taken ? 'accepted' : 'not accepted', taken)
      }
      await promiseNothingLost(report, arena.cluster, arena.direct, done)
    },
    { environment },
  )
  rmSync(home, { recursive: true, force: true })
  return report.results
}
