import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { rootDir } from '../../store.ts'
import { createTestDatabase } from '../../testing/template-database.ts'
import { urlTo, withSuperuser } from '../../testing/test-server.ts'
import { appRole, ownerRole } from './embedded-postgres/roles.ts'
import { migrate, migrationStatus } from './migrations.ts'
import { readSqlFiles } from './sql-files.ts'

const ask = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('sql/', () => {
  const { objects } = readSqlFiles(`${rootDir}sql`)

  /** Without what extensions bring, and triggers of constraints: no statement replaces these, so migrations make them. */
  const definitions = `
    SELECT name, definition FROM (
      SELECT oid, 'function ' || proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
      UNION ALL
      SELECT oid, 'view ' || relname, pg_get_viewdef(oid) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
      UNION ALL
      SELECT oid, 'trigger ' || tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) FROM pg_trigger
      WHERE NOT tgisinternal AND tgconstraint = 0
    ) AS objects
    WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = objects.oid AND deptype = 'e')
    ORDER BY name COLLATE "C"`

  test('[plugs.01] every function, view and trigger of the database is in one file, and reads there as it is', async () => {
    const { ownerUrl, drop } = await createTestDatabase()
    try {
      const built: { name: string; definition: string }[] = await ask(ownerUrl, definitions)
      expect(objects.map(({ name }) => name).sort()).toEqual(built.map(({ name }) => name))
      // Their bodies are checked, which a start leaves out.
      for (const { statement } of objects) await ask(ownerUrl, statement)
      expect(await ask(ownerUrl, definitions)).toEqual(built)
    } finally {
      await drop()
    }
  })

  test('[plugs.01] each file is named after its function or view, in the folder of a domain or the platform', () => {
    const folders = [...readdirSync(`${rootDir}src/server/domains`), 'platform']
    for (const { name, file } of objects) {
      expect(folders).toContain(dirname(file))
      if (name.startsWith('trigger '))
        expect(objects.filter((other) => other.file === file).length).toBeGreaterThan(1)
      else expect([`function ${basename(file, '.sql')}`, `view ${basename(file, '.sql')}`]).toContain(name)
    }
  })
})

describe('A start', () => {
  const server = inject('postgres')
  let root: string
  let name: string
  let url: string
  let said: string[]

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const revise = (revision: number) => write('sql/revision.json', JSON.stringify({ revision }))
  const run = () =>
    migrate({
      url,
      directory: join(root, 'migrations'),
      sqlDirectory: join(root, 'sql'),
      appRole,
      log: { info: (sentence: string) => void said.push(sentence) },
      waitMs: 30_000,
    })
  const pending = async () =>
    (await migrationStatus(url, join(root, 'migrations'), join(root, 'sql'))).pending
  const numbers = async () =>
    (await ask(url, 'SELECT number FROM schema_migrations')).map((row) => row.number)
  const worth = async () => (await ask(url, 'SELECT worth() AS n'))[0].n
  /** The transactions that wrote the function and the trigger. */
  const written = async () =>
    (
      await ask(
        url,
        `SELECT (SELECT xmin::text FROM pg_proc WHERE proname = 'mark') AS function,
          (SELECT xmin::text FROM pg_trigger WHERE tgname = 'things_marked') AS trigger`,
      )
    )[0]

  const worthOf = (value: string, type = 'integer') =>
    `CREATE OR REPLACE FUNCTION worth() RETURNS ${type} LANGUAGE sql AS $$ SELECT ${value} $$;\n`
  const mark = (value: string) => `CREATE OR REPLACE FUNCTION mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.mark := ${value};
  RETURN NEW;
END $$;

-- Before the row is stored.
CREATE OR REPLACE TRIGGER things_marked BEFORE INSERT ON things
  FOR EACH ROW EXECUTE FUNCTION mark();
`

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'sql-files-'))
    name = `test_${process.pid}_s${Date.now()}`
    said = []
    await withSuperuser(server.superuserUrl, (client) =>
      client.query(`CREATE DATABASE ${name} OWNER ${ownerRole}`),
    )
    url = urlTo(server.ownerUrl, name)
    write('migrations/0001_things.sql', 'CREATE TABLE things (id integer, mark integer);')
    write(
      'migrations/0002_applied_sql.sql',
      `CREATE TABLE applied_sql (name text PRIMARY KEY, checksum text NOT NULL, revision integer NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now());`,
    )
    write('sql/a/mark.sql', mark('worth()'))
    write('sql/b/worth.sql', worthOf('1'))
    revise(1)
  })
  afterEach(async () => {
    rmSync(root, { recursive: true })
    await withSuperuser(server.superuserUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  })

  test('[plugs.02] applies only what changed, once where processes start together', async () => {
    await Promise.all([run(), run()])
    expect(said.filter((sentence) => sentence.startsWith('SQL of'))).toEqual([
      'SQL of 3 functions, views and triggers applied',
    ])
    const before = await written()

    write('sql/a/mark.sql', mark('worth() + 1'))
    expect(await pending()).toEqual(['function mark'])
    await run()
    expect(said.at(-1)).toBe('SQL of function mark applied')
    expect(await pending()).toEqual([])
    const after = await written()
    expect(after.function).not.toBe(before.function)
    // Its table is not locked.
    expect(after.trigger).toBe(before.trigger)
    expect(await ask(url, 'INSERT INTO things (id) VALUES (1) RETURNING mark')).toEqual([{ mark: 2 }])
  })

  test('[plugs.02] takes files in an order in which each finds what it needs', async () => {
    write('sql/a/all_worth.sql', 'CREATE OR REPLACE VIEW all_worth AS SELECT worth() AS worth;\n')
    write(
      'sql/a/early.sql',
      'CREATE OR REPLACE FUNCTION early() RETURNS integer LANGUAGE sql AS $$ SELECT worth() $$;',
    )
    await run()
    expect(await ask(url, 'SELECT worth, early() FROM all_worth')).toEqual([{ worth: 1, early: 1 }])
  })

  test('[plugs.02] applies all changed files or none, together with the newest migration', async () => {
    await run()
    write('migrations/0003_more.sql', 'ALTER TABLE things ADD COLUMN more integer;')
    write('migrations/0004_most.sql', 'ALTER TABLE things ADD COLUMN most integer;')
    write('sql/b/worth.sql', worthOf('2'))
    write('sql/c/view.sql', 'CREATE OR REPLACE VIEW view AS SELECT nonsense FROM things;')
    await expect(run()).rejects.toThrow('sql/c/view.sql failed: column "nonsense" does not exist')
    expect(await numbers()).toEqual([1, 2, 3])
    expect(await worth()).toBe(1)

    write('sql/c/view.sql', 'CREATE OR REPLACE VIEW view AS SELECT most FROM things;')
    await run()
    expect(await numbers()).toEqual([1, 2, 3, 4])
    expect(await worth()).toBe(2)
    expect(await ask(urlTo(server.appUrl, name), 'SELECT * FROM view')).toEqual([])
    await expect(ask(urlTo(server.appUrl, name), 'DELETE FROM applied_sql')).rejects.toThrow(
      'permission denied',
    )
  })

  test('[plugs.02] creates again what a migration dropped, also where its file stayed the same', async () => {
    await run()
    write(
      'migrations/0003_wider.sql',
      'DROP FUNCTION worth(); DROP TABLE things; CREATE TABLE things (mark bigint);',
    )
    write('sql/b/worth.sql', worthOf('1', 'bigint'))
    await run()
    expect(await ask(url, 'INSERT INTO things VALUES (7) RETURNING mark')).toEqual([{ mark: '1' }])
  })

  test('[plugs.03] leaves the text of a newer release, and takes a text that a newer release took back', async () => {
    await run()
    write('sql/b/worth.sql', worthOf('2'))
    write('sql/b/new.sql', 'CREATE OR REPLACE VIEW new AS SELECT 1 AS one;')
    revise(2)
    await run()

    write('sql/b/worth.sql', worthOf('1'))
    rmSync(join(root, 'sql/b/new.sql'))
    revise(1)
    expect(await pending()).toEqual([])
    await run()
    expect(said.at(-1)).toBe('SQL of a newer release stays as it is: the database has revision 2 of sql/')
    expect(await worth()).toBe(2)

    write('migrations/0003_old.sql', 'DROP VIEW new;')
    revise(3)
    await run()
    expect(await worth()).toBe(1)
  })

  test('[guards.69] a release between two that have the same text does not bring its own back', async () => {
    await run()
    revise(3)
    await run()
    write('sql/b/worth.sql', worthOf('2'))
    revise(2)
    expect(await pending()).toEqual([])
    await run()
    expect(await worth()).toBe(1)
    expect(said.at(-1)).toBe('SQL of a newer release stays as it is: the database has revision 3 of sql/')
  })

  test('[plugs.04] is refused while the database has what no file has any more, until a migration drops it', async () => {
    write('sql/b/old.sql', 'CREATE OR REPLACE VIEW old AS SELECT 1 AS one;')
    await run()
    rmSync(join(root, 'sql/b/old.sql'))
    await expect(run()).rejects.toThrow(
      'The database has view old, which no file of sql/ has: a migration must drop it',
    )
    write('migrations/0003_old.sql', 'DROP VIEW old;')
    await run()

    write('sql/b/worth.sql', worthOf('2').replace('()', '(times integer)'))
    await expect(run()).rejects.toThrow(
      'The database has function worth twice: a migration must drop the one with other arguments',
    )
    expect(await worth()).toBe(1)
    write('migrations/0004_worth.sql', 'DROP FUNCTION worth();')
    await run()
    expect(await ask(url, 'SELECT worth(3)')).toEqual([{ worth: 2 }])
  })

  test('[plugs.04] leaves functions and views alone that no file ever had', async () => {
    await ask(url, 'CREATE VIEW of_the_operator AS SELECT 1 AS one')
    await run()
    expect(await ask(url, 'SELECT * FROM of_the_operator')).toEqual([{ one: 1 }])
  })

  test('[plugs.04] is refused where a file has anything else', async () => {
    write('sql/b/worth.sql', `-- A comment.\nALTER TABLE things ADD COLUMN other text;\n${worthOf('1')}`)
    await expect(run()).rejects.toThrow(
      'sql/b/worth.sql has something else than CREATE OR REPLACE FUNCTION, VIEW or TRIGGER',
    )
  })
})
