import { msg } from '@lingui/core/macro'
import type { Executor } from '../../platform/database/database.ts'
import { badRequest, notFound } from '../../platform/http/errors.ts'
import { findListedMode } from '../network/modes/queries.ts'

/** The board that a game type stands for. @throws 404 for a mode that is unknown or not listed */
export async function requireBoard(executor: Executor, gameType: string): Promise<string> {
  const mode = await findListedMode(executor, gameType)
  if (mode === undefined) throw notFound(msg`There is no board of this game type`)
  return mode
}

/** The mode that a game type stands for. @throws 400 for `overall`, which has no ratings and inputs, 404 as requireBoard */
export async function requireMode(executor: Executor, gameType: string): Promise<string> {
  if (gameType === 'overall') throw badRequest(msg`Ratings and inputs are by mode: choose one`)
  return requireBoard(executor, gameType)
}
