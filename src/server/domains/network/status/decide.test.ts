import { describe, expect, test } from 'vitest'
import { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import { decideStatus, type Heartbeat, type PingRecord } from './decide.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const pollMs = 5_000
const ago = (ms: number) => new Date(now - ms)

const ping = (changes: Partial<PingRecord> = {}): PingRecord => ({
  respondedAt: ago(1_000),
  checkedAt: ago(1_000),
  playerCount: 12,
  maxPlayers: 100,
  version: '1.26.0',
  motd: 'Vulx',
  latencyMs: 20,
  ...changes,
})
const failedPing = ping({
  respondedAt: null,
  playerCount: 0,
  maxPlayers: null,
  version: null,
  motd: null,
  latencyMs: null,
})

const heartbeat = (changes: Partial<Heartbeat> = {}): Heartbeat => ({
  receivedAt: ago(1_000),
  nextPollMs: 10_000,
  playerCount: 5,
  maxPlayers: 50,
  version: '1.26.1',
  ...changes,
})

const decide = (facts: { ping?: PingRecord; heartbeats?: Heartbeat[] }) => {
  const status = decideStatus({ ping: facts.ping ?? null, heartbeats: facts.heartbeats ?? [], now, pollMs })
  expect(ServerStatus.parse(status)).toEqual(status)
  return status
}

const offline = {
  isOnline: false,
  playerCount: 0,
  maxPlayers: null,
  version: null,
  motd: null,
  latencyMs: null,
  source: null,
  checkedAt: null,
}

describe('A ping', () => {
  test('[inputs.02] that says no number leaves it to the heartbeats; without those it counts as 0', () => {
    const silent = ping({ playerCount: null })
    const expired = heartbeat({ playerCount: 50, receivedAt: ago(30_000) })
    const heartbeats = [heartbeat({ playerCount: 4 }), heartbeat({ playerCount: 3 }), expired]
    expect(decide({ ping: silent, heartbeats })).toMatchObject({
      isOnline: true,
      playerCount: 7,
      source: 'ping',
      motd: 'Vulx',
    })
    expect(decide({ ping: silent })).toMatchObject({ isOnline: true, playerCount: 0 })
  })

  test('[status.08] younger than 3 polls decides the status, even against heartbeats', () => {
    const respondedAt = ago(3 * pollMs - 1)
    expect(decide({ ping: ping({ respondedAt }), heartbeats: [heartbeat({ playerCount: 99 })] })).toEqual({
      isOnline: true,
      playerCount: 12,
      maxPlayers: 100,
      version: '1.26.0',
      motd: 'Vulx',
      latencyMs: 20,
      source: 'ping',
      checkedAt: '2026-01-02T03:04:04.000Z',
    })
  })

  test('[status.08] of 3 polls ago or more no longer counts', () => {
    const respondedAt = ago(3 * pollMs)
    expect(decide({ ping: ping({ respondedAt }) })).toMatchObject({ isOnline: false, playerCount: 0 })
    expect(decide({ ping: ping({ respondedAt }), heartbeats: [heartbeat()] })).toMatchObject({
      playerCount: 5,
      source: 'heartbeat',
    })
  })

  test('that failed counts as none, and leaves its time', () => {
    expect(decide({ ping: failedPing })).toEqual({ ...offline, checkedAt: '2026-01-02T03:04:04.000Z' })
    expect(decide({ ping: failedPing, heartbeats: [heartbeat()] })).toMatchObject({ source: 'heartbeat' })
  })
})

describe('Heartbeats', () => {
  test("[status.09] Without a fresh ping, playerCount is the sum of each game server's newest heartbeat younger than 3 x its nextPollMs", () => {
    const heartbeats = [
      heartbeat({ playerCount: 5, nextPollMs: 1_000, receivedAt: ago(2_999) }),
      heartbeat({ playerCount: 7, nextPollMs: 60_000, receivedAt: ago(179_999), maxPlayers: null }),
      heartbeat({ playerCount: 100, nextPollMs: 1_000, receivedAt: ago(3_000) }),
      heartbeat({ playerCount: 200, nextPollMs: 60_000, receivedAt: ago(180_000) }),
    ]
    expect(decide({ heartbeats })).toEqual({
      isOnline: true,
      playerCount: 12,
      maxPlayers: 50,
      version: '1.26.1',
      motd: null,
      latencyMs: null,
      source: 'heartbeat',
      checkedAt: '2026-01-02T03:04:02.001Z',
    })
  })

  test.each([
    ['first', [1_000, 2_000]],
    ['last', [2_000, 1_000]],
  ])('of several game servers, the newest says version and time, also when it is listed %s', (_, ages) => {
    const heartbeats = ages.map((ms) => heartbeat({ version: `1.26.${ms}`, receivedAt: ago(ms) }))
    expect(decide({ heartbeats })).toMatchObject({
      version: '1.26.1000',
      maxPlayers: 100,
      checkedAt: '2026-01-02T03:04:04.000Z',
    })
  })

  test('without limits leave the limit unknown', () => {
    expect(decide({ heartbeats: [heartbeat({ maxPlayers: null, version: null })] })).toMatchObject({
      maxPlayers: null,
      version: null,
    })
  })

  test('[status.09] without those, offline', () => {
    expect(decide({ heartbeats: [heartbeat({ nextPollMs: 100 })] })).toEqual(offline)
  })
})

test('[status.07] Offline playerCount is 0, unknown fields null', () => {
  expect(decide({})).toEqual(offline)
})
