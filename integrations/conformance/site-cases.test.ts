import { afterEach, expect, test } from 'vitest'
import { client } from './client.mjs'
import { FakeSite } from './fake-site.mjs'
import { runCases } from './runner.mjs'
import { siteCases } from './site-cases.mjs'

const keys = ['the-key-of-the-kit', 'the-key-of-another']
let site: FakeSite | undefined
afterEach(() => site?.stop())

/** Names of the cases that a site with this fault fails. */
async function failedWith(bug: string): Promise<string[]> {
  site = await new FakeSite({ keys, bug, contract: 2 }).start()
  const speaker = (key = '') => client({ url: site?.url ?? '', key })
  const lines: string[] = []
  const kit = { site: speaker(keys[0]), other: speaker(keys[1]) }
  await runCases(siteCases, kit, { print: (line) => lines.push(line) })
  return lines.filter((line) => line.startsWith('FAIL')).map((line) => line.split(': ')[0] ?? '')
}

test('a site that keeps the rules passes every case', async () => {
  expect(await failedWith('')).toEqual([])
})

test('afterwards every match of the kit is voided', async () => {
  site = await new FakeSite({ keys, contract: 2 }).start()
  const [first, other] = keys.map((key) => client({ url: site?.url ?? '', key }))
  await runCases(siteCases, { site: first!, other: other! }, { print: () => undefined })
  await first!.voidAll()
  await other!.voidAll()
  const { matches, voids } = site.ledger
  expect(matches.size).toBeGreaterThan(100)
  expect([...matches.keys()].filter((id) => !voids.has(id))).toEqual([])
})

test.each([
  ['counts-twice', 'FAIL duplicate'],
  ['arrival-order', 'FAIL late arrivals'],
  ['late-void-only', 'FAIL void before its match'],
  ['floor', 'FAIL overall sums the six; an unranked match counts nowhere'],
  ['whole-batch', 'FAIL one bad event among good ones rejects only itself'],
  ['anybody-voids', 'FAIL void from another key is rejected; one that came before the match means nothing'],
])('a site with the fault %s is found out', async (bug, expected) => {
  expect(await failedWith(bug)).toContain(expected)
})
