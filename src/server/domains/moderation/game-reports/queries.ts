import { sql } from 'kysely'
import { chatKeepDays } from '../../../../contract/moderation/moderation.ts'
import type { Executor } from '../../../platform/database/database.ts'

/** Whether a player took part in a match. */
export async function playedIn(executor: Executor, matchId: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM match_players JOIN game_identities ON game_identities.id = match_players.identity_id
    WHERE match_players.match_id = ${matchId} AND game_identities.user_id = ${userId}
  `.execute(executor)
  return rows.length > 0
}

export interface NewChatLine {
  readonly identityId: number
  readonly gamertag: string
  readonly text: string
  readonly at: Date
}

/** Stores the chat lines of a report instead of the earlier ones. */
export async function replaceChatLines(
  transaction: Executor,
  reportId: number,
  lines: readonly NewChatLine[],
): Promise<void> {
  await sql`DELETE FROM report_chat_lines WHERE report_id = ${reportId}`.execute(transaction)
  await sql`
    INSERT INTO report_chat_lines (report_id, position, identity_id, gamertag, text, at)
    SELECT ${reportId}, position, "identityId", gamertag, text, at
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS ("identityId" int, gamertag text, text text, at timestamptz))
      WITH ORDINALITY AS lines ("identityId", gamertag, text, at, position)
  `.execute(transaction)
}

/** Lines per sweep, which keeps the statement far below its timeout. */
const sweptLines = 20_000

/** Deletes the chat lines of reports that were decided long ago. A case that was opened again keeps its lines. */
export async function sweepChatLines(executor: Executor): Promise<void> {
  await sql`
    DELETE FROM report_chat_lines WHERE (report_id, position) IN (
      SELECT report_id, position FROM report_chat_lines JOIN moderation_reports ON moderation_reports.id = report_id
      WHERE decided_at < now() - make_interval(days => ${chatKeepDays}) LIMIT ${sweptLines}
    )
  `.execute(executor)
}
