import { expect, test } from 'vitest'
import { adapterCases } from '../../conformance/adapter-cases.mjs'
import { FakeSite } from '../../conformance/fake-site.mjs'
import { secondContractCases } from '../../conformance/second-contract-cases.mjs'
import { fetchHttp, nodeClock } from '../src/node.ts'
import { SiteClient } from '../src/site-client.ts'

/** Each case has a site and an adapter of its own: they wait, so they do it at the same time. */
const cases = Object.entries({ ...adapterCases, ...secondContractCases })

test.concurrent.each(cases)('the kit: %s', async (_name, work) => {
  const site = await new FakeSite({ keys: ['the-key'], contract: 2 }).start()
  const texts = new Map<string, string>()
  const client = new SiteClient({
    http: fetchHttp(site.url, 'the-key'),
    clock: nodeClock,
    storage: {
      keys: () => [...texts.keys()],
      read: (key) => texts.get(key),
      write: (key, value) => (value === undefined ? texts.delete(key) : texts.set(key, value)),
    },
    players: { count: () => 1, isHere: () => true, tell: () => undefined },
    say: () => undefined,
  })
  client.joined({ pfid: 'A1' }, 'Ann')
  client.start()
  await expect.poll(() => site.ledger.events.size).toBeGreaterThan(1)
  const report = async () => {
    const players = [{ pfid: 'A1', gamertag: 'Ann', result: 'win' as const }]
    const reported = client.reportMatch({ gameType: 'sumo', startedAt: Date.now() - 1_000, players })
    expect(reported).toMatchObject({ ok: true })
  }
  try {
    await work({ site, report })
  } finally {
    client.stop()
    await site.stop()
  }
})
