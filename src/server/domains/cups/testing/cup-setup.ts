import { sql } from 'kysely'
import { Client } from 'pg'
import { event, type TestGameServer } from '../../../testing/game-server.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'
import { createEvent, memberWithRank } from '../../events/testing/event-setup.ts'
import { lookAfterCups } from '../look-after-cups.ts'

export const bracket = { format: 'single', mode: 'sumo', seats: 8, minimum: 4 } as const

export const cupPathOf = (id: number) => `/api/admin/events/${id}/cup`

/** An event that staff made a cup. */
export async function createCup(
  site: TestApp,
  staff: TestBrowser,
  fields: object = {},
  dates: Parameters<typeof createEvent>[1] = { start: '1 day' },
): Promise<number> {
  const id = await createEvent(site, dates)
  const response = await staff.put(cupPathOf(id), { ...bracket, ...fields })
  if (response.status !== 200) throw new Error(response.text)
  return id
}

/**
 * Moves everything of a cup and all matches into the past, as if time had passed. Facts are append-only for everybody but
 * the owner of the tables.
 */
export async function passTime(site: TestApp, id: number, minutes: number): Promise<void> {
  const client = new Client({ connectionString: site.store.ownerUrl })
  await client.connect()
  const span = `interval '${minutes} minutes'`
  try {
    await client.query(`
      BEGIN;
      ALTER TABLE cup_facts DISABLE TRIGGER USER;
      ALTER TABLE events DISABLE TRIGGER USER;
      ALTER TABLE matches DISABLE TRIGGER USER;
      ALTER TABLE match_players DISABLE TRIGGER USER;
      UPDATE matches SET started_at = started_at - ${span}, ended_at = ended_at - ${span},
        received_at = received_at - ${span};
      UPDATE match_players SET ended_at = ended_at - ${span};
      UPDATE events SET start_date = start_date - ${span}, end_date = end_date - ${span} WHERE id = ${id};
      UPDATE cups SET made_at = made_at - ${span} WHERE event_id = ${id};
      UPDATE cup_facts SET at = at - ${span} WHERE event_id = ${id};
      UPDATE event_registrations SET created_at = created_at - ${span} WHERE event_id = ${id};
      UPDATE cup_views SET due_at = due_at - ${span} WHERE event_id = ${id};
      ALTER TABLE cup_facts ENABLE TRIGGER USER;
      ALTER TABLE events ENABLE TRIGGER USER;
      ALTER TABLE matches ENABLE TRIGGER USER;
      ALTER TABLE match_players ENABLE TRIGGER USER;
      COMMIT`)
  } finally {
    await client.end()
  }
}

/** What the worker of one process does in a second. */
export const work = (site: TestApp) => lookAfterCups(site.context)

export type Player = Awaited<ReturnType<typeof linkedMember>>

let players = 0

/** A member with a linked player. */
export async function linkedMember(site: TestApp, server: TestGameServer, name?: string) {
  const browser = await site.member(name)
  players += 1
  const xuid = `253544${String(players).padStart(10, '0')}`
  const said = { xuid, gamertag: browser.user.username }
  await server.report(event('player', said))
  await sql`
    UPDATE game_identities SET user_id = ${browser.user.id} WHERE value = ${xuid}
  `.execute(site.database.sql)
  return Object.assign(browser, { xuid })
}

export const staffMember = (site: TestApp) => memberWithRank(site, 'Helper')

export async function factsOf(site: TestApp, id: number) {
  const { rows } = await sql<{ key: string; kind: string; data: Record<string, unknown> }>`
    SELECT key, kind, data FROM cup_facts WHERE event_id = ${id} ORDER BY id
  `.execute(site.database.sql)
  return rows
}

/** A match between two players that ends now and began `seconds` ago. */
export const played = (
  winner: { readonly xuid: string },
  loser: { readonly xuid: string },
  said: object = {},
  seconds = 0,
) => {
  const now = Date.now()
  const of = (xuid: string, result: string) => ({
    xuid,
    gamertag: `Tag ${xuid.slice(-6)}`,
    result,
    kills: result === 'win' ? 1 : 0,
    deaths: 0,
    assists: 0,
    points: 0,
  })
  return event('match', {
    matchId: crypto.randomUUID(),
    gameType: 'sumo',
    ranked: false,
    startedAt: new Date(now - seconds * 1_000).toISOString(),
    endedAt: new Date(now).toISOString(),
    players: [of(winner.xuid, 'win'), of(loser.xuid, 'loss')],
    ...said,
  })
}
