import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const directory = mkdtempSync(join(tmpdir(), 'row-types-'))
afterAll(() => rmSync(directory, { recursive: true }))

const source = `declare const sql: <Row>(texts: TemplateStringsArray, ...values: unknown[]) => Row
type Id = string & { readonly brand: 'id' }
interface Thing { id: number; name: 'a' | 'b' | null; at?: Date; days: readonly string[]; about: { x: 1 }; key: Id }
export const things = (id: number) => sql<Thing>\`SELECT id, name, days, about, key FROM things WHERE id = \${id}\`
`
const text = 'SELECT id, name, days, about, key FROM things WHERE id = $1'
const columns = { id: 23, name: 25, days: 1009, about: 114, key: 2950 }

/** @param {Record<string, number>} changed @param {string[]} [dropped] */
const check = (changed, dropped = []) => {
  const file = (/** @type {string} */ name, /** @type {string} */ content) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }
  file('things.ts', source)
  const project = file(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }',
  )
  const returned = Object.entries({ ...columns, ...changed }).filter(([name]) => !dropped.includes(name))
  const rows = file('rows.jsonl', JSON.stringify({ text, columns: returned }))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/row-types.mjs', rows, project], {
    encoding: 'utf8',
  })
  return [status, stdout.trim(), stderr.trim().replace(/^.*things\.ts/, 'things.ts')]
}

test('a row type that says what the columns are is true, also with names, lists, brands and optional ones', () => {
  expect(check({})).toEqual([0, '1 row types, 1 of them seen in tests, 0 that are not true', ''])
  expect(check({ at: 1184 })[0]).toBe(0)
})

test('a column that is missing or of another type is named', () => {
  expect(check({ id: 20, at: 25, days: 1007 }, ['name'])).toEqual([
    1,
    '1 row types, 1 of them seen in tests, 1 that are not true',
    'things.ts:4: id is string, not number, no column name, at is string, not Date, days is number[], not string[]',
  ])
})
