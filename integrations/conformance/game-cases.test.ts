import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waiting } from './game-cases.mjs'
import { killRuns } from './kill-runs.mjs'
import { commandCases } from './program.mjs'

// What this adapter does not do, it never does. Other files of this worker share the module.
const { maxMs } = waiting
beforeAll(() => {
  waiting.maxMs = 5_000
})
afterAll(() => {
  waiting.maxMs = maxMs
})

const careless = `exec node ${fileURLToPath(new URL('careless-adapter.mjs', import.meta.url))}`
const cases = commandCases(careless)

test.concurrent.each([
  ['killed after a match was stored, before it was sent: it comes, once', 'the matches on the site'],
  [
    'an order is done once, although its confirmation is lost twice',
    'times the message was shown: expected 1',
  ],
  ['a clock that jumps: true times and order', 'the matches on the site'],
])('an adapter that stores nothing fails the case "%s"', async (name, why) => {
  await expect(cases[name]?.()).rejects.toThrow(why)
})

test('an adapter that stores nothing fails kill runs, which name the seed', async () => {
  const lines: string[] = []
  expect(
    await killRuns({
      command: careless,
      runs: 3,
      seed: 7,
      atMoments: false,
      print: (line) => lines.push(line),
    }),
  ).toBeGreaterThan(0)
  expect(lines[0]).toBe('3 kill runs, seed 7')
  expect(lines.join('\n')).toMatch(/FAIL kill run with seed \d/)
})
