import type { Executor } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { findListedMode } from '../network/modes/queries.ts'

/** The board that a game type stands for. @throws 404 for a mode that is unknown or not listed */
export async function requireBoard(executor: Executor, gameType: string): Promise<string> {
  const mode = await findListedMode(executor, gameType)
  if (mode === undefined) throw notFound('There is no board of this game type')
  return mode
}
