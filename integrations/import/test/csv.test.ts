import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../convert.mjs', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'csv-'))
afterAll(() => rmSync(directory, { recursive: true }))
let files = 0

function convert(table: string | Buffer, words: readonly string[] = []) {
  files += 1
  const from = join(directory, `${files}.csv`)
  const to = join(directory, `${files}.jsonl`)
  writeFileSync(from, table)
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, 'csv', to, '--from', from, '--source', 'table', ...words],
    { encoding: 'utf8' },
  )
  const lines = () =>
    readFileSync(to, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  return { status, stderr, lines }
}

test('[owner.120] a CSV file becomes an import with the cells as its fields', () => {
  const { status, lines } = convert(
    '\ufeffid,name,email,emailConfirmed,joined\r\n1,"Ann ""A"" B",ann@example.org,TRUE,2020-01-01T00:00:00Z\r\n2,Bob,,false,\r\n\r\n',
  )
  expect(status).toBe(0)
  expect(lines()).toEqual([
    { kind: 'import', version: 1, source: 'table' },
    {
      kind: 'member',
      id: '1',
      name: 'Ann "A" B',
      email: 'ann@example.org',
      emailConfirmed: true,
      joined: '2020-01-01T00:00:00Z',
    },
    { kind: 'member', id: '2', name: 'Bob', emailConfirmed: false },
  ])
  const redirects = convert('from,to\n"/a\nb",/rules\n', ['--kind', 'redirect'])
  expect(redirects.lines()[1]).toEqual({ kind: 'redirect', from: '/a\nb', to: '/rules' })
})

test('[owner.120] a file that is no CSV is refused with its line, and nothing is written', () => {
  for (const [table, problem] of [
    ['id,name\n1\n', /Line 2 of .* has 1 cells, its first line 2\./],
    ['id,name\n1,"Ann\n', /Line 2: a quote is not closed, or text follows it\./],
    ['number,name\n1,Ann\n', /names the fields, among them id/],
    [Buffer.from([0x69, 0xff]), /is not text in UTF-8/],
  ] as const) {
    const { status, stderr, lines } = convert(table)
    expect([status, stderr]).toEqual([1, expect.stringMatching(problem)])
    expect(lines).toThrow('ENOENT')
  }
})
