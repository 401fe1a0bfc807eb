import { type CupMove, moveRefusal } from '../../../contract/cups/cup-moves.ts'
import type { Executor } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors.ts'
import { findStagedCup, lockStagedCup, type StagedCup } from './queries.ts'

/** Staff hold the event already. The worker locks a cup and then its event, so they would wait for each other. */
const lockingMoves: readonly CupMove[] = ['register', 'unregister']

/**
 * Requires that the stage of an event's cup allows a move. Members lock the cup, which then stays in its stage; changes of
 * staff are checked again by the trigger `keep_cup_dates`. Returns undefined for an event without a cup, where every move
 * is allowed. @throws 409
 */
export async function requireMove(
  transaction: Executor,
  eventId: number,
  move: CupMove,
): Promise<StagedCup | undefined> {
  const find = lockingMoves.includes(move) ? lockStagedCup : findStagedCup
  const cup = await find(transaction, eventId)
  const refusal = cup && moveRefusal(move, cup.stage, cup.format)
  if (refusal) throw conflict(refusal)
  return cup
}
