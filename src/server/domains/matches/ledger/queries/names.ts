import { sql } from 'kysely'
import { deletedPlayerName } from '../../../../../contract/accounts/accounts.ts'
import type { Executor } from '../../../../platform/database/database.ts'

/** Names of a player and a mode; undefined for the anonymous account and for modes that are not listed. */
export async function findPlayerAndMode(
  executor: Executor,
  userId: number,
  gameType: string,
): Promise<{ player: string; mode: string } | undefined> {
  const { rows } = await sql<{ player: string; mode: string }>`
    SELECT shown_name AS player, modes.name AS mode FROM users JOIN modes ON modes.key = ${gameType} AND listed
    WHERE users.id = ${userId} AND shown_name <> ${deletedPlayerName}
  `.execute(executor)
  return rows[0]
}
