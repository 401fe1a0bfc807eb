import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../testing/test-server.ts'
import { openBackup, writeFrames } from './file.ts'
import { type Frame, frame } from './frames.ts'
import { BackupSetup, backUp, query, restore, storedRows } from './testing.ts'

const stage = new BackupSetup()
let source: TestDatabase
let empty: TestDatabase
/** Backup of one member and 20,000 event ids. */
let file: string

beforeAll(async () => {
  source = await stage.migrated()
  empty = await stage.migrated()
  file = await stage.file()
  await query(source, `INSERT INTO users (username, password_hash) VALUES ('Somebody', 'x')`)
  await query(source, `INSERT INTO posts (user_id, content) SELECT id, 'A post' FROM users`)
  await query(
    source,
    `INSERT INTO ingest_events (id) SELECT gen_random_uuid() FROM generate_series(1, 20000)`,
  )
  await backUp(source, file)
})
afterAll(() => stage.close())

const copyOf = async (change: (path: string) => Promise<void>): Promise<string> => {
  const path = await stage.file()
  await copyFile(file, path)
  await change(path)
  return path
}

const refuses = async (path: string, message: RegExp, into = empty) => {
  await expect(restore(into, path)).rejects.toThrow(message)
  expect(await storedRows(into)).toEqual({})
}

/** Returns the file with modified frames and a valid checksum. */
const rewritten = async (change: (frame: Frame) => Buffer): Promise<string> => {
  const signal = new AbortController().signal
  const backup = await openBackup(file, signal)
  const path = await stage.file()
  const frames = async function* () {
    for await (const each of backup.frames()) yield change(each)
  }
  await writeFrames(path, frames(), signal)
  await backup.close()
  return path
}

const edited = ({ kind, content }: Frame, change: (value: Record<string, unknown>) => object): Buffer =>
  frame(kind, change(JSON.parse(content.toString())))
const as = ({ kind, content }: Frame): Buffer => frame(kind, content)

describe('a backup is refused', () => {
  test('where a file has that name, which stays as it was', async () => {
    const path = await stage.file()
    await writeFile(path, 'mine')
    await expect(backUp(source, path)).rejects.toThrow(/exists already: a backup never overwrites anything/)
    expect(await readFile(path, 'utf8')).toBe('mine')
    expect(await readdir(dirname(path))).toEqual(['site.backup'])
  })

  test('where a file gets that name in the meantime', async () => {
    const path = await stage.file()
    const frames = async function* () {
      yield frame('header', {})
      await writeFile(path, 'faster')
    }
    await expect(writeFrames(path, frames(), new AbortController().signal)).rejects.toThrow(/exists already/)
    expect(await readFile(path, 'utf8')).toBe('faster')
    expect(await readdir(dirname(path))).toEqual(['site.backup'])
  })

  test('where there is no such directory, and of a database without a schema', async () => {
    const path = await stage.file()
    await expect(backUp(source, join(dirname(path), 'none', 'a'))).rejects.toThrow(/There is no directory/)
    await expect(backUp(await stage.bare(), path)).rejects.toThrow(/nothing to back up/)
    expect(await readdir(dirname(path))).toEqual([])
  })
})

describe('a restore is refused, and the database stays empty', () => {
  test('of no file, a directory and foreign files', async () => {
    await refuses(`${file}.none`, /There is no file/)
    await refuses(dirname(file), /is not a backup/)
    const path = await stage.file()
    for (const text of ['', 'x', 'vulx-network backup', 'PGDMP and more', `sha256 ${'0'.repeat(64)}\n`]) {
      await writeFile(path, text)
      await refuses(path, /is not a backup/)
    }
  })

  test('of a file cut off anywhere', async () => {
    const { size } = await stat(file)
    const line = 'vulx-network backup 1\n'.length
    const lengths = [
      line,
      line + 1,
      line + 72,
      line + 100,
      size >> 2,
      size >> 1,
      size - 73,
      size - 72,
      size - 1,
    ]
    for (const length of lengths) {
      await refuses(await copyOf((path) => truncate(path, length)), /is incomplete: its last line is missing/)
    }
  })

  test('of a file with one bit turned over, wherever it is', async () => {
    const good = await readFile(file)
    const path = await stage.file()
    const places = [0, 20, 22, 23, 26, 30, 31, good.length - 73, good.length - 60, good.length - 1]
    for (let n = 0; n < 40; n += 1) places.push(Math.floor((good.length * (n + 0.5)) / 40))
    for (const place of places) {
      const bad = Buffer.from(good)
      bad[place] = bad.readUInt8(place) ^ (1 << (place % 8))
      await writeFile(path, bad)
      await refuses(path, /is not a backup|of format|is incomplete|was altered or damaged/)
    }
  })

  test('[one-fact.52] of a newer format, and of a newer or older migration than this release knows', async () => {
    const newer = Buffer.from((await readFile(file, 'latin1')).replace('backup 1\n', 'backup 2\n'), 'latin1')
    const path = await stage.file()
    await writeFile(path, newer)
    await refuses(path, /is a backup of format 2, this release reads format 1/)
    const header = (each: Frame) =>
      each.kind === 'header' ? edited(each, (value) => ({ ...value, migration: 9999 })) : as(each)
    await refuses(await rewritten(header), /has migration 9999, this release knows none after/)
    const older = (each: Frame) =>
      each.kind === 'header' ? edited(each, (value) => ({ ...value, migration: 282 })) : as(each)
    await refuses(await rewritten(older), /older than release 0\.2\.0: restore it with that release/)
  })

  test('of a file that fits its checksum and contradicts itself', async () => {
    const lessRows = (each: Frame) =>
      each.content.includes('A post') ? frame('rows', Buffer.from('')) : as(each)
    await refuses(await rewritten(lessRows), /The rows of all_posts do not match the manifest of the backup/)
    const lessTables = (each: Frame) =>
      each.kind === 'manifest' ? edited(each, (value) => ({ ...value, tables: [] })) : as(each)
    await refuses(await rewritten(lessTables), /The manifest of the backup lists other tables/)
    const noHeader = (each: Frame) => (each.kind === 'header' ? Buffer.alloc(0) : as(each))
    await refuses(await rewritten(noHeader), /has no header where one belongs/)
    const noManifest = (each: Frame) => (each.kind === 'manifest' ? Buffer.alloc(0) : as(each))
    await refuses(await rewritten(noManifest), /has no table where one belongs/)
    const unknown = (each: Frame) => (each.kind === 'manifest' ? Buffer.from('Z0000') : as(each))
    await refuses(await rewritten(unknown), /contains an unknown frame/)
    const halfFrame = (each: Frame) => (each.kind === 'manifest' ? as(each).subarray(0, -1) : as(each))
    await refuses(await rewritten(halfFrame), /is truncated/)
  })

  test('of rows that the schema does not take', async () => {
    const nobody = (each: Frame) => {
      if (each.kind !== 'rows' || !each.content.includes('Somebody')) return as(each)
      return frame('rows', Buffer.from(each.content.toString().replace('Somebody', 'So')))
    }
    await refuses(await rewritten(nobody), /users_username_length/)
    const otherTable = (each: Frame) =>
      each.kind === 'table' ? edited(each, (value) => ({ ...value, name: 'nonsense' })) : as(each)
    await refuses(await rewritten(otherTable), /"public.nonsense" does not exist/)
  })

  test('into a database that holds a row of any kind, which stays as it was', async () => {
    const full = await stage.migrated()
    await query(full, `INSERT INTO content_seeds (table_name) VALUES ('events')`)
    await expect(restore(full, file)).rejects.toThrow(
      /The database is not empty \(content_seeds\): restore into/,
    )
    expect(await storedRows(full)).toEqual({ content_seeds: 1 })
    await expect(restore(source, file)).rejects.toThrow(
      /\(all_posts, ingest_events, last_backup, row_counts, users\)/,
    )
    expect(await storedRows(source)).toMatchObject({ users: 1, all_posts: 1, ingest_events: 20_000 })
  })

  test('and afterwards the same database takes the right file', async () => {
    await restore(empty, file)
    expect(await storedRows(empty)).toEqual({
      users: 1,
      all_posts: 1,
      row_counts: 2,
      ingest_events: 20_000,
      last_backup: 1,
    })
  })
})

describe('an interruption leaves nothing half', () => {
  /** Resolves when another connection waits for a lock or runs a matching query. */
  const seen = async (store: TestDatabase, condition: string) => {
    for (;;) {
      const rows = await query(
        store,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
      )
      if (rows.length > 0) return
    }
  }
  const gone = async (store: TestDatabase) => {
    const busy = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vulx backup'`
    while ((await query(store, busy)).length > 0);
  }
  const holding = async (store: TestDatabase, table: string, mode: string) => {
    const client = new Client({ connectionString: store.ownerUrl })
    await client.connect()
    await client.query('BEGIN')
    await client.query(`LOCK TABLE ${table} IN ${mode} MODE`)
    return client
  }

  test('a backup is interrupted while it waits, and while it writes', async () => {
    const path = await stage.file()
    const waiting = new AbortController()
    const lock = await holding(source, 'users', 'ACCESS EXCLUSIVE')
    const stuck = backUp(source, path, waiting.signal)
    const refused = expect(stuck).rejects.toThrow('aborted')
    await seen(source, `wait_event_type = 'Lock'`)
    waiting.abort()
    await refused
    await lock.end()

    const writing = new AbortController()
    const frames = async function* () {
      yield frame('header', {})
      for (;;) {
        yield frame('rows', createHash('sha512').update(String(Math.random())).digest())
        if ((await readdir(dirname(path))).length === 1) writing.abort()
      }
    }
    await expect(writeFrames(path, frames(), writing.signal)).rejects.toThrow('aborted')
    expect(await readdir(dirname(path))).toEqual([])
    await gone(source)
  })

  test('a restore is interrupted in the middle of its rows', async () => {
    const target = await stage.migrated()
    const path = await stage.file()
    await query(
      source,
      `INSERT INTO ingest_events (id) SELECT gen_random_uuid() FROM generate_series(1, 150000)`,
    )
    await backUp(source, path)
    const controller = new AbortController()
    const restoring = restore(target, path, controller.signal)
    const refused = expect(restoring).rejects.toThrow('aborted')
    await seen(target, `query LIKE 'COPY public."ingest_events"%' AND state = 'active'`)
    controller.abort()
    await refused
    await gone(target)
    expect(await storedRows(target)).toEqual({})
    await restore(target, file)
    expect(await storedRows(target)).toMatchObject({ users: 1 })
  })
})
