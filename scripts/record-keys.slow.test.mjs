import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const directory = mkdtempSync(join(tmpdir(), 'record-keys-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** @param {string} source */
const check = (source) => {
  writeFileSync(join(directory, 'read.ts'), source)
  const project = join(directory, 'tsconfig.json')
  writeFileSync(project, '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/record-keys.mjs', project], {
    encoding: 'utf8',
  })
  return [
    status,
    ...stderr
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace(/^.*read\.ts:\d+: /, '')),
  ]
}

const declared = `declare const names: Record<string, string>
declare const ranks: { Member: string }
declare const text: string
declare const known: keyof typeof ranks
declare const list: string[]
`

test('[powers.78] an object that is read or written by any text is found, also behind a cast', () => {
  for (const read of ['names[text]', "names[text + 's']", 'ranks[text as "Member"]', 'text in names'])
    expect(check(`${declared}export const found = ${read}`)).toEqual([
      1,
      `${read} may find what every object inherits`,
    ])
  expect(check(`${declared}names[text] = 'a'`)[0]).toBe(1)
})

test('[powers.78] known keys, lists, texts with a dot, and what asks first are free', () => {
  const free = `${declared}
export const bare: Record<string, string> = Object.create(null)
bare[text] = 'a'
export const own = () => (Object.hasOwn(names, text) ? names[text] : undefined)
export const all = [ranks[known], names.sumo, list[0], names[\`a.\${text}\`], bare[text]]`
  expect(check(free)).toEqual([0])
})
