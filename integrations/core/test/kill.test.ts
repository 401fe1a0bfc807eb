import { expect, test } from 'vitest'
import type { Fault } from '../../conformance/fake-site.mjs'
import { newId } from '../src/ids.ts'
import { type Conditions, Simulation, seeded } from './simulation.ts'

const minute = 60_000

interface Outcome {
  readonly simulation: Simulation
  readonly problems: string[]
}

/**
 * An evening: matches, a void, orders of the site; the server is killed where `conditions` say and starts again a few
 * seconds later, the site misbehaves by `faults`.
 */
async function evening(conditions: Conditions, random: () => number, faults: Fault[] = []): Promise<Outcome> {
  const simulation = new Simulation(conditions)
  const { site, timeline, here } = simulation
  here.add('A1')
  site.faults = faults
  simulation.start()
  const reviveIfDead = async () => {
    while (!simulation.isAlive) {
      await timeline.pass(500 + random() * 20_000)
      simulation.start()
    }
  }

  const reported = new Map<string, number>()
  const voided: string[] = []
  const report = () => {
    const endedAt = timeline.now
    const matchId = newId(endedAt)
    const wall = simulation.wall()
    const result = simulation.play((client) =>
      client.reportMatch({
        matchId,
        gameType: 'boxing',
        startedAt: wall - minute,
        players: [
          { pfid: 'A1', gamertag: 'Ann', result: 'win', points: 12 },
          { pfid: 'B2', gamertag: 'Ben', result: 'loss', points: -9 },
        ],
      }),
    )
    // The second handler of the same end, as when a death and a disconnect come together.
    const again = {
      matchId,
      gameType: 'boxing',
      startedAt: wall,
      players: [{ pfid: 'B2', gamertag: 'Ben', result: 'win' as const }],
    }
    if (result?.ok) {
      reported.set(matchId, endedAt)
      simulation.play((client) => client.reportMatch(again))
    }
  }

  const orders: { id: string; type: string }[] = []
  const order = (type: 'message' | 'rank' | 'punish', data: object) => {
    orders.push({ ...site.tell(type, data), type })
  }
  const steps = [
    report,
    () => order('message', { pfid: 'A1', text: `hello ${orders.length}` }),
    report,
    () => order('punish', { pfid: 'A1', kind: 'mute' }),
    () => order('message', { pfid: 'C3', text: 'welcome back' }),
    () => order('rank', { pfid: 'A1', rank: 'Gold' }),
    report,
    () => {
      const [matchId] = reported.keys()
      if (matchId === undefined) return
      if (simulation.play((client) => client.voidMatch(matchId, 'a test'))?.ok) voided.push(matchId)
    },
    report,
    () => {
      here.add('C3')
      simulation.play((client) => client.joined({ pfid: 'C3' }, 'C3'))
    },
  ]
  for (const step of steps) {
    step()
    await timeline.pass(random() * 3_000)
    await reviveIfDead()
  }
  const isQuiet = () => simulation.isAlive && simulation.client.waiting === 0 && site.outbox.length === 0
  for (let n = 0; n < 20; n += 1) {
    await timeline.pass(2 * minute, isQuiet)
    await reviveIfDead()
    if (isQuiet()) break
  }
  await timeline.pass(20_000)

  const problems = [...simulation.breaches]
  const stored = [...site.ledger.events.values()].filter(({ type }) => type === 'match')
  for (const [matchId, endedAt] of reported) {
    const times = stored.filter(({ data }) => data.matchId === matchId)
    if (times.length !== 1) problems.push(`match stored ${times.length} times`)
    const shown = Date.parse(String(times[0]?.data.endedAt)) - (endedAt + site.skewMs)
    if (!(Math.abs(shown) <= 1_000)) problems.push(`a match is ${shown} ms off`)
  }
  for (const matchId of voided) if (!site.ledger.voids.has(matchId)) problems.push('a void is lost')
  for (const { type, id } of orders.filter((one) => one.type === 'punish')) {
    const count = simulation.punished.filter((one) => one === id).length
    const wasInterrupted = simulation.deaths.some((death) => death === `before remove outbox:todo:${id}`)
    if (count !== 1 && !(count === 2 && wasInterrupted)) problems.push(`${type} acted on ${count} times`)
  }
  for (const text of ['A1: hello 0', 'C3: welcome back']) {
    const count = simulation.told.filter((one) => one === text).length
    // Killed between taking a message out of the store and showing it: the one instant in which it can be lost.
    const wasInterrupted = simulation.deaths.includes(`after remove outbox:mail:pfid:${text.slice(0, 2)}`)
    if (count !== 1 && !(count === 0 && wasInterrupted)) problems.push(`"${text}" shown ${count} times`)
  }
  if (!simulation.ranks.includes('A1: Gold')) problems.push('a rank is lost')
  if (simulation.lines.some((line) => line.includes('rejected'))) problems.push(simulation.lines.join(' | '))
  if (site.outbox.length > 0) problems.push('an order is not confirmed')
  return { simulation, problems }
}

test('killed at each operation of an evening, one after the other: nothing lost, nothing twice', async () => {
  const { simulation } = await evening({}, seeded(1))
  expect(simulation.operations).toBeGreaterThan(80)
  const seen = new Set<string>()
  for (let at = 1; at <= simulation.operations; at += 1) {
    const killed = await evening({ kills: new Set([at]) }, seeded(1))
    expect(killed.problems, `killed ${killed.simulation.deaths}`).toEqual([])
    for (const death of killed.simulation.deaths) seen.add(death.replace(/[0-9a-f]{8}-.*|\d+$/, '…'))
  }
  // Each point of the protocol was one of them: after store, after send, before ack.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'after write event:…',
      'before sending to /api/ingest/events',
      'before the response of /api/ingest/events',
      'after write outbox:taken',
      'before sending to /api/ingest/ack',
      'before the response of /api/ingest/ack',
    ]),
  )
})

/** The complete run is `TEST_SIZE=full`. */
const evenings = process.env.TEST_SIZE === 'full' ? 1_000 : 50

test('random evenings with kills, faults, slow networks and wrong clocks: nothing lost, nothing twice', async () => {
  const faults: Fault[] = [
    'lost-answer',
    'cut',
    'not-json',
    'short',
    { status: 503, retryAfter: 2 },
    { status: 502, html: true },
  ]
  let kills = 0
  for (let seed = 1; seed <= evenings; seed += 1) {
    const random = seeded(seed)
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
    const base = pick([0, 0, 10 * minute, -10 * minute])
    const jump = pick([0, 0, 10 * minute, -10 * minute])
    const jumpAt = Date.parse('2026-03-01T12:00:00Z') + random() * 30_000
    const { problems, simulation } = await evening(
      {
        // A process that starts within a jumping clock has nothing to compare with: jumps come without kills.
        kills:
          jump === 0 ? new Set(Array.from({ length: 4 }, () => 1 + Math.floor(random() * 150))) : new Set(),
        skewMs: (now) => base + (now >= jumpAt ? jump : 0),
        latencyMs: () => random() * 800,
      },
      random,
      Array.from({ length: Math.floor(random() * 5) }, () => pick(faults)),
    )
    kills += simulation.deaths.length
    expect(problems, `seed ${seed}, killed ${simulation.deaths}`).toEqual([])
  }
  expect(kills).toBeGreaterThan(evenings)
})
