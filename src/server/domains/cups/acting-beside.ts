import { recordAudit } from '../../platform/audit.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { DomainEventHandlers, DomainEvents } from '../../platform/live/domain-events.ts'
import { requireMayAct } from '../events/interest/interest.ts'
import { findCupsOfMatches, findCupsOfPlayer, findRunningCupsOfModes } from './queries/beside.ts'

type Actor = DomainEvents['playDecided']['by']

/** What staff do to a cup from outside is an act in it: who takes part does not do it, and who did it does not enter. */
async function act(
  transaction: Executor,
  by: Actor,
  cupIds: readonly number[],
  action: 'cup.player' | 'cup.matches',
): Promise<void> {
  for (const id of cupIds) {
    await requireMayAct(transaction, by.id, id)
    const subject = { type: 'cup', id } as const
    await recordAudit(transaction, { actor: by, action, subject, before: null, after: null })
  }
}

export const actingBeside: DomainEventHandlers = {
  playDecided: async (transaction, { by, memberId }) =>
    act(transaction, by, await findCupsOfPlayer(transaction, memberId), 'cup.player'),
  matchesRuled: async (transaction, { by, matchIds }) =>
    act(transaction, by, await findCupsOfMatches(transaction, matchIds), 'cup.matches'),
  modesMerged: async (transaction, { by, modes }) =>
    act(transaction, by, await findRunningCupsOfModes(transaction, modes), 'cup.matches'),
}
