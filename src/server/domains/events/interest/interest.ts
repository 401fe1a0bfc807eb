import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import { canManageEvents } from '../../../../contract/events/events.ts'
import { type EventInterest, entryRefusal, staffRefusal } from '../../../../contract/events/interest.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { forbidden } from '../../../platform/http/errors.ts'
import { requireMove } from '../life.ts'
import { insertRegistration, isRegistered, removeRegistration } from '../queries.ts'
import { findInterests, lockActing, lockEntering } from './queries.ts'

// Both take their lock before that of a cup (`lockCup`), so that neither waits for the other.

/** Everything that staff do in an event or its cup asks this. @throws 403 for who takes part in it */
export async function requireMayAct(transaction: Executor, memberId: number, eventId: number): Promise<void> {
  await lockEntering(transaction, eventId)
  const refusal = staffRefusal((await findInterests(transaction, memberId, [eventId])).get(eventId)!)
  if (refusal !== null) throw forbidden(refusal)
}

/** Everything that makes a member take part in an event asks this. @throws 403 for who acted in it as staff */
export async function requireMayEnter(
  transaction: Executor,
  memberId: number,
  eventId: number,
): Promise<void> {
  await lockActing(transaction, eventId)
  const refusal = entryRefusal((await findInterests(transaction, memberId, [eventId])).get(eventId)!)
  if (refusal !== null) throw forbidden(refusal)
}

/** Registers a member who may enter; again is fine. Returns what `insertRegistration` does. @throws 403, 409 */
export async function register(transaction: Executor, eventId: number, memberId: number) {
  await requireMayEnter(transaction, memberId, eventId)
  if (!(await isRegistered(transaction, eventId, memberId)))
    await requireMove(transaction, eventId, 'register')
  return insertRegistration(transaction, eventId, memberId)
}

/** Removes a registration, and with it the member from the event's cup. Returns what `removeRegistration` does. @throws 409 */
export async function unregister(
  context: Pick<Context, 'config' | 'events' | 'live'>,
  transaction: Executor,
  eventId: number,
  memberId: number,
) {
  await requireMove(transaction, eventId, 'unregister')
  if (!(await isRegistered(transaction, eventId, memberId)))
    return removeRegistration(transaction, eventId, memberId)
  await context.events.publish(transaction, 'registrationEnding', { eventId, userId: memberId })
  const status = await removeRegistration(transaction, eventId, memberId)
  await context.events.publish(transaction, 'registrationEnded', { eventId, context })
  return status
}

/** Says of each event what a viewer of the staff has to do with it, so that buttons say it too. */
export async function withInterests<Shown extends { readonly id: number }>(
  executor: Executor,
  viewer: Viewer | null,
  events: Shown[],
): Promise<(Shown & { interest?: EventInterest })[]> {
  if (viewer === null || !canManageEvents(viewer) || events.length === 0) return events
  const ids = events.map(({ id }) => id)
  const interests = await findInterests(executor, viewer.id, ids)
  return events.map((event) => ({ ...event, interest: interests.get(event.id)! }))
}
