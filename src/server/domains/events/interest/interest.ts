import { isStaff, type Viewer } from '../../../../contract/accounts/ranks.ts'
import { type EventInterest, entryRefusal, staffRefusal } from '../../../../contract/events/interest.ts'
import { textOf } from '../../../../contract/sentences.ts'
import type { Executor } from '../../../platform/database.ts'
import { forbidden } from '../../../platform/errors.ts'
import { insertRegistration } from '../queries.ts'
import { findInterests, lockActing, lockEntering } from './queries.ts'

// Both take their lock before that of a cup (`lockCup`), so that neither waits for the other.

/** Everything that staff do in an event or its cup asks this. @throws 403 for who takes part in it */
export async function requireMayAct(transaction: Executor, memberId: number, eventId: number): Promise<void> {
  await lockEntering(transaction, eventId)
  const refusal = staffRefusal((await findInterests(transaction, memberId, [eventId])).get(eventId)!)
  if (refusal !== null) throw forbidden(textOf(refusal))
}

/** Everything that makes a member take part in an event asks this. @throws 403 for who acted in it as staff */
export async function requireMayEnter(
  transaction: Executor,
  memberId: number,
  eventId: number,
): Promise<void> {
  await lockActing(transaction, eventId)
  const refusal = entryRefusal((await findInterests(transaction, memberId, [eventId])).get(eventId)!)
  if (refusal !== null) throw forbidden(textOf(refusal))
}

/** Registers a member who may enter; returns what `insertRegistration` does. @throws 403 */
export async function register(transaction: Executor, eventId: number, memberId: number) {
  await requireMayEnter(transaction, memberId, eventId)
  return insertRegistration(transaction, eventId, memberId)
}

/** Says of each event what a viewer of the staff has to do with it, so that buttons say it too. */
export async function withInterests<Shown extends { readonly id: number }>(
  executor: Executor,
  viewer: Viewer | null,
  events: Shown[],
): Promise<(Shown & { interest?: EventInterest })[]> {
  if (viewer === null || !isStaff(viewer) || events.length === 0) return events
  const ids = events.map(({ id }) => id)
  const interests = await findInterests(executor, viewer.id, ids)
  return events.map((event) => ({ ...event, interest: interests.get(event.id)! }))
}
