import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/**
 * Moves everything of a cup and all matches into the past, as if time had passed. Facts are append-only for everybody but
 * the owner of the tables.
 */
export async function passTime(
  { store }: { readonly store: { readonly ownerUrl: string } },
  id: number,
  minutes: number,
): Promise<void> {
  const client = new Client({ connectionString: store.ownerUrl })
  await client.connect()
  const span = `interval '${minutes} minutes'`
  const shift = () =>
    client.query(`
      BEGIN;
      SELECT FROM cups WHERE event_id = ${id} FOR UPDATE;
      ALTER TABLE cup_facts DISABLE TRIGGER USER;
      ALTER TABLE events DISABLE TRIGGER USER;
      ALTER TABLE matches DISABLE TRIGGER USER;
      ALTER TABLE match_players DISABLE TRIGGER USER;
      UPDATE matches SET started_at = started_at - ${span}, ended_at = ended_at - ${span},
        received_at = received_at - ${span};
      UPDATE match_players SET ended_at = ended_at - ${span};
      UPDATE head_to_head SET last_ended_at = last_ended_at - ${span};
      UPDATE events SET start_date = start_date - ${span}, end_date = end_date - ${span} WHERE id = ${id};
      UPDATE cups SET made_at = made_at - ${span} WHERE event_id = ${id};
      UPDATE cup_facts SET at = at - ${span}, data = CASE WHEN kind = 'cut'
        THEN jsonb_set(data, '{endAt}', to_jsonb((data ->> 'endAt')::float8 - ${minutes * 60_000})) ELSE data END
        WHERE event_id = ${id};
      UPDATE event_registrations SET created_at = created_at - ${span} WHERE event_id = ${id};
      UPDATE cup_views SET due_at = due_at - ${span} WHERE event_id = ${id};
      SELECT pg_notify('live', '{"channel":"cups","payload":{}}');
      ALTER TABLE cup_facts ENABLE TRIGGER USER;
      ALTER TABLE events ENABLE TRIGGER USER;
      ALTER TABLE matches ENABLE TRIGGER USER;
      ALTER TABLE match_players ENABLE TRIGGER USER;
      COMMIT`)
  try {
    // A running site reads these tables in its own order, and PostgreSQL ends one of two that wait for each other.
    for (let tries = 1; ; tries += 1)
      try {
        await shift()
        break
      } catch (error) {
        await client.query('ROLLBACK')
        if ((error as { code?: string }).code !== '40P01' || tries === 20) throw error
      }
  } finally {
    await client.end()
  }
}

interface Played {
  readonly xuid: string
  readonly gamertag?: string
}

/** A match between two players that ends now and began `seconds` ago. */
export const played = (winner: Played, loser: Played, said: object = {}, seconds = 0) => {
  const now = Date.now()
  const of = ({ xuid, gamertag = `Tag ${xuid.slice(-6)}` }: Played, result: string) => ({
    xuid,
    gamertag,
    result,
    kills: result === 'win' ? 1 : 0,
    deaths: 0,
    assists: 0,
    points: 0,
  })
  return {
    id: randomUUID(),
    type: 'match',
    at: new Date().toISOString(),
    data: {
      matchId: randomUUID(),
      gameType: 'sumo',
      ranked: false,
      startedAt: new Date(now - seconds * 1_000).toISOString(),
      endedAt: new Date(now).toISOString(),
      players: [of(winner, 'win'), of(loser, 'loss')],
      ...said,
    },
  }
}
