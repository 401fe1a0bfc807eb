import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { FakeSite } from './fake-site.mjs'
import { runCases } from './runner.mjs'
import { secondContractCases } from './second-contract-cases.mjs'

const iso = (ms: number) => new Date(ms).toISOString()

/** An adapter of the first contract: it believes its own clock. */
function firstContractAdapter(url: string) {
  const send = (type: string, data: object) =>
    fetch(`${url}/api/ingest/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer the-key' },
      body: JSON.stringify({ events: [{ id: randomUUID(), type, at: iso(Date.now()), data }] }),
    })
  const timer = setInterval(
    () => void send('heartbeat', { playerCount: 1, maxPlayers: 2, version: '1' }),
    200,
  )
  const report = async () => {
    const now = Date.now()
    const players = [
      { pfid: 'A1', gamertag: 'Ann', result: 'win', kills: 0, deaths: 0, assists: 0, points: 0 },
    ]
    const times = { startedAt: iso(now - 1_000), endedAt: iso(now) }
    await send('match', { matchId: randomUUID(), gameType: 'sumo', ranked: true, ...times, players })
  }
  return { report, stop: () => clearInterval(timer) }
}

test('an adapter that neither names protocol 2 nor corrects its clock is found out', async () => {
  const site = await new FakeSite({ keys: ['the-key'], contract: 2 }).start()
  const { report, stop } = firstContractAdapter(site.url)
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  for (const only of ['protocol 2', 'slow'])
    await runCases(secondContractCases, { site, report }, { only, print })
  stop()
  await site.stop()
  expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringContaining('it names protocol 2'),
    expect.stringContaining('ms away from the site'),
  ])
})
