import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashKey } from '../domains/matches/ledger/queries/keys.ts'
import type { TestApp, TestResponse } from './test-app.ts'

export interface Part {
  readonly xuid?: string
  readonly pfid?: string
  readonly gamertag?: string
  readonly result?: 'win' | 'loss' | 'draw'
  readonly [field: string]: unknown
}

export const player = (xuid: string, said: Part = {}) => ({
  xuid,
  gamertag: `Tag ${xuid}`,
  result: 'win',
  kills: 0,
  deaths: 0,
  assists: 0,
  points: 0,
  ...said,
})

export const match = (players: readonly unknown[], said: object = {}) => ({
  matchId: randomUUID(),
  gameType: 'boxing',
  ranked: true,
  startedAt: new Date(Date.now() - 60_000).toISOString(),
  endedAt: new Date().toISOString(),
  players,
  ...said,
})

export const event = (type: string, data: unknown, said: object = {}) => ({
  id: randomUUID(),
  type,
  at: new Date().toISOString(),
  data,
  ...said,
})

/** A game server with its own key. */
export async function gameServer(site: TestApp, name = 'Practice EU') {
  const secret = `test-${randomBytes(24).toString('base64url')}`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO game_servers (name, secret_hash) VALUES (${name}, ${hashKey(secret)}) RETURNING id
  `.execute(site.database.sql)
  const headers = { authorization: `Bearer ${secret}` }
  const browser = site.browser()
  return {
    id: rows[0]!.id,
    headers,
    send: (...events: unknown[]): Promise<TestResponse> =>
      browser.post('/api/ingest/events', { events }, { headers }),
    /** Lists these players as online, so that what it says of them counts, and nobody else. */
    async lists(...xuids: string[]) {
      const players = xuids.map((xuid) => ({ xuid }))
      await this.report(event('heartbeat', { playerCount: players.length, players }))
    },
    ack: (ids: readonly string[]) => browser.post('/api/ingest/ack', { ids }, { headers }),
    /** Sends events and expects all to be accepted. */
    async report(...events: unknown[]): Promise<TestResponse> {
      const response = await browser.post('/api/ingest/events', { events }, { headers })
      const others = response.json?.results?.filter(
        (result: { status: string }) => result.status !== 'accepted',
      )
      if (response.status !== 200 || others.length > 0) throw new Error(`not all accepted: ${response.text}`)
      return response
    },
  }
}

export type TestGameServer = Awaited<ReturnType<typeof gameServer>>

/** The account of an identity. */
export async function accountOf(site: TestApp, value: string): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM game_identities WHERE value = ${value}
  `.execute(site.database.sql)
  if (rows[0] === undefined) throw new Error(`no account has the identity ${value}`)
  return rows[0].user_id
}
