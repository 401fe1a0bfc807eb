import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import type { appealOutcomes } from '../../../../contract/moderation/appeals.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { conflict, invalid } from '../../../platform/http/errors.ts'
import { liftRestriction } from '../../accounts/restrictions/queries.ts'
import { findPunishment, insertChange } from '../punishments/queries.ts'
import { liftPunishment, queuePunishment } from '../punishments/routes.ts'
import { type AppealRow, findSubject, shortenRestriction } from './queries.ts'

interface Decision {
  readonly outcome: (typeof appealOutcomes)[number]
  readonly note: string
  /** The new end; only of a reduced one. */
  readonly until: string | null
}

/**
 * Lifts or shortens what was appealed, in the game as well. Returns the new end of a reduced one.
 * @throws 400 for an end that is not earlier, 409 when it is not in force any more
 */
export async function applyOutcome(
  transaction: Executor,
  actor: Viewer,
  appeal: AppealRow,
  { outcome, note, until: wanted }: Decision,
): Promise<Date | null> {
  if (outcome === 'upheld') return null
  const { punishmentId, restrictionId } = appeal
  const subject = await findSubject(transaction, { punishmentId, restrictionId })
  if (subject === undefined || subject.about.state === 'lifted' || subject.about.state === 'ended')
    throw conflict(msg`This is not in force any more. You can only uphold it, which changes nothing`, {
      appeal,
    })
  if (outcome === 'lifted') {
    if (restrictionId !== null && subject.userId !== null) await liftRestriction(transaction, subject.userId)
    const punishment = punishmentId === null ? undefined : await findPunishment(transaction, punishmentId)
    if (punishment !== undefined) await liftPunishment(transaction, actor, punishment, note.slice(0, 500))
    return null
  }
  if (subject.about.state === 'given')
    throw invalid({ outcome: msg`A kick or warning can only be upheld or lifted` })
  const until = new Date(wanted ?? 0)
  if (
    until.getTime() <= Date.now() ||
    (subject.about.until !== null && until >= new Date(subject.about.until))
  )
    throw invalid({ until: msg`A reduced punishment has to end in the future, and earlier than before` })
  if (restrictionId !== null) await shortenRestriction(transaction, restrictionId, until)
  if (punishmentId !== null) {
    await insertChange(transaction, { punishmentId, kind: 'reduce', until, madeBy: actor.id })
    const punishment = await findPunishment(transaction, punishmentId)
    if (punishment !== undefined) await queuePunishment(transaction, punishment)
  }
  return until
}
