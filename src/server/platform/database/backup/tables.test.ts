import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains, tables } from '../../../domains.ts'
import { createTestDatabase } from '../../../testing/template-database.ts'
import type { TablePolicy } from '../tables.ts'
import { savedTables, tableNames } from './tables.ts'

let client: Client
let drop: () => Promise<void>
beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  client = new Client({ connectionString: store.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
})

const named = (has: keyof TablePolicy) => Object.keys(tables).filter((name) => tables[name]?.[has])
const notSaved = named('excluded')
const saved = Object.keys(tables).filter((name) => !notSaved.includes(name))

test('[plugs.15] every table of the schema belongs to one domain, which says whether backups save it', async () => {
  const owned = domains.flatMap((domain) => Object.keys(domain.tables ?? {}))
  expect(owned.toSorted(), 'domain.ts of a domain names its tables').toEqual(await tableNames(client))
  expect((await savedTables(client, tables)).map(({ name }) => name).sort()).toEqual(saved.toSorted())
})

test('tables that hold a row after the migrations alone are known, or every database would look full', async () => {
  const written: string[] = []
  for (const name of saved) {
    if ((await client.query(`SELECT FROM ${name} LIMIT 1`)).rowCount === 1) written.push(name)
  }
  expect(named('filledByMigrations')).toEqual(written)
})

test('no saved table refers to one that is left out or saved in part, and each comes after those it refers to', async () => {
  const { rows } = await client.query<{ from: string; to: string }>(`
    SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
    WHERE contype = 'f' AND conrelid <> confrelid
  `)
  const order = (await savedTables(client, tables)).map(({ name }) => name)
  for (const { from, to } of rows.filter((row) => saved.includes(row.from))) {
    expect([...notSaved, ...named('savedRows')], `${from} refers to ${to}`).not.toContain(to)
    expect(order.indexOf(from), `${from} comes after ${to}`).toBeGreaterThan(order.indexOf(to))
  }
})

test('generated columns are not saved, identity columns are', async () => {
  const users = (await savedTables(client, tables)).find(({ name }) => name === 'users')
  expect(users?.columns).toContain('id')
  expect(users?.columns).not.toContain('shown_name')
})
