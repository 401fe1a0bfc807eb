import { afterAll, beforeAll, expect, test } from 'vitest'
import { setNames, startLanes } from './run.ts'
import { lanes } from './sets.ts'
import type { Tally } from './support/tally.ts'

// `npm run attack` is the long form. A run is repeated with ATTACK_SEED=<the seed that a failure names>.
const seed = Number(process.env.ATTACK_SEED ?? Math.floor(Math.random() * 2 ** 31))

const results = new Map<string, (tally: Tally) => void>()
const through = new Map(
  setNames.map((name) => [name, new Promise<Tally>((resolve) => results.set(name, resolve))]),
)

// Both lanes at once, each with a site of its own: one mostly waits.
let ended: Promise<void> | undefined
beforeAll(() => {
  ended = startLanes(lanes, { seed, isLong: false, onResult: (tally) => results.get(tally.set)?.(tally) })
})
// Sites and databases are still being stopped when the last set is through.
afterAll(() => ended, 60_000)

test.each(setNames)(
  'the site withstands the attacks of the set %s, short form',
  async (name) => {
    const tally = await through.get(name)
    expect({ seed, failures: tally?.failures }).toEqual({ seed, failures: [] })
    expect(tally?.passed).toBe(tally?.tried)
  },
  150_000,
)
