import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import type { MatchFacts } from '../match-facts.ts'

interface NewMatchFacts extends MatchFacts {
  readonly matchId: string
  readonly identityIds: readonly number[]
}

/** Inserts the optional facts of new matches. */
export async function insertMatchFacts(
  transaction: Executor,
  facts: readonly NewMatchFacts[],
): Promise<void> {
  if (facts.length === 0) return
  const rows = facts.map(({ score, ...rest }) => ({ ...rest, score: score && Object.fromEntries(score) }))
  await sql`
    INSERT INTO match_facts (match_id, map, region, rounds, score, identity_ids, hits, devices, kills)
    SELECT "matchId", map, region, rounds, score, "identityIds", hits, devices, kills
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS facts ("matchId" uuid, map text, region text,
      rounds int, score jsonb, "identityIds" int[], hits int[], devices text[], kills jsonb)
    ORDER BY "matchId"
  `.execute(transaction)
}
