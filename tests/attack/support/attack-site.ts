/// <reference types="vite/types/importMeta.d.ts" />
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Round } from './round.ts'
import { Tally } from './tally.ts'
import { Target } from './target.ts'

/** `npm run attack` is the long form; `npm test` runs the short one. */
const isLong = import.meta.env.MODE === 'long'
/** ATTACK_SEED repeats a run with the seed that its failure names. */
const seed = Number(process.env.ATTACK_SEED ?? randomInt(2 ** 31))
const timeoutMs = isLong ? 3_600_000 : 600_000

/** A mail server that is never there: what is mailed stays in the outbox. */
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@mail.example' }

/** Declares one test for each attack set. They share a site of their own, one after the other. */
export function attackSite(
  environment: Readonly<Record<string, string>>,
  sets: Readonly<Record<string, (round: Round) => Promise<void>>>,
): void {
  let target: Target
  const rows: object[] = []
  beforeAll(async () => {
    target = await Target.start({ ...mail, ...environment })
  })
  afterAll(async () => {
    console.table(rows)
    await target?.end()
  })

  test.each(Object.entries(sets))(
    'the site withstands the attacks of the set %s',
    async (set, run) => {
      const tally = new Tally(set)
      const begun = performance.now()
      target.worstBlock()
      await run({ target, tally, seed, isLong })
      await tally.check('the site at the end of the set', () => target.health())
      const { tried, passed, figures, failures } = tally
      const seconds = Math.round((performance.now() - begun) / 100) / 10
      rows.push({ set, tried, passed, seconds, ...figures })
      console.log(JSON.stringify({ set, seed, tried, passed, seconds, figures, failures }))
      expect({ seed, failures }).toEqual({ seed, failures: [] })
      expect(passed).toBe(tried)
    },
    timeoutMs,
  )
}
