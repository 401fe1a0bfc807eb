import { msg, selectOrdinal } from '@lingui/core/macro'
import { cupPath } from '../../../contract/cups/cups.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { eventAddress } from '../../../contract/events/events.ts'
import { type Message, saidWith, type Text } from '../../../contract/languages.ts'
import { linkTo } from '../../../contract/links.ts'
import type { Executor } from '../../platform/database/database.ts'
import { textOfRecord } from '../../platform/languages/record-words.ts'
import { notifyRegistered } from '../events/queries.ts'
import { notifyMembers, type TitledNotification } from '../notifications/queries/notify.ts'
import type { StoredCup } from './queries/cups.ts'
import type { NewFact } from './queries/facts.ts'
import { type CupNotice, notifyEntrants } from './queries/notices.ts'
import { findTeamsLeft } from './queries/teams.ts'
import type { CupAtMoment } from './read-cup.ts'

export const placeText = (place: number, cup: Text): Message =>
  msg`You came ${selectOrdinal(place, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} in ${{ title: saidWith(cup) }}`

/**
 * Notifies of what time brought to a cup: calls, its end, places. In the transaction of the facts, so that each is said
 * once.
 */
export async function notifyOfFacts(
  transaction: Executor,
  { cup, standing }: CupAtMoment,
  facts: readonly NewFact[],
): Promise<void> {
  const link = cupPath(cup.id)
  const cancelled = facts.find(({ kind }) => kind === 'cancelled')
  if (cancelled !== undefined)
    await notifyRegistered(transaction, cup.id, {
      kind: 'cup',
      eventKey: `cup:${cup.id}:${cancelled.key}`,
      title: msg`${{ title: saidWith(cup.title) }} was cancelled`,
      text: null,
      link,
    })
  const notices: CupNotice[] = []
  for (const { kind, key, data = {} } of facts) {
    if (kind === 'called')
      for (const [entrant, opponent] of [
        [data.a, data.b],
        [data.b, data.a],
      ] as [number, number][])
        notices.push({
          entrant,
          opponent,
          eventKey: `cup:${cup.id}:${key}`,
          title: msg`Your match is called`,
          against: msg`Your match is called: against ${{ opponent: '' }}`,
          text: msg`${{ title: saidWith(cup.title) }}: show up within 5 minutes`,
          link: linkTo(link, 'match', String(data.node)),
        })
    if (kind === 'closed')
      for (const { entrant, place } of standing.places)
        notices.push({
          entrant,
          opponent: null,
          eventKey: `cup:${cup.id}:place`,
          title: placeText(place, cup.title),
          against: null,
          text: null,
          link,
        })
  }
  const playing = (of: number | null) =>
    standing.seated
      .find(({ entrant }) => entrant === of)
      ?.identities.filter((identity) => !standing.playersOut.includes(identity)) ?? []
  await notifyEntrants(
    transaction,
    cup.id,
    notices.map((notice) => ({
      ...notice,
      identityIds: playing(notice.entrant),
      opponentIds: playing(notice.opponent),
    })),
  )
}

/** Notifies everybody who registered that a cancelled cup goes on. */
export const notifyOfUndoneCancellation = (
  transaction: Executor,
  { id, title }: Pick<StoredCup, 'id' | 'title'>,
  key: string,
): Promise<void> =>
  notifyRegistered(transaction, id, {
    kind: 'cup',
    eventKey: `cup:${id}:${key}`,
    title: msg`${{ title: saidWith(title) }} goes on`,
    text: msg`It is no longer cancelled. Matches that were called have as much time left as before.`,
    link: cupPath(id),
  })

/** Notifies players of what happened in their team. */
export const notifyPlayers = (
  transaction: Executor,
  { id }: { readonly id: number },
  userIds: readonly number[],
  said: Omit<TitledNotification, 'kind' | 'link'>,
): Promise<void> => notifyMembers(transaction, userIds, { ...said, kind: 'cup', link: cupPath(id) })

/** Notifies who registered for a cup that staff take off its event: seats and teams are gone, registrations stay. */
export const notifyOfRemoval = (
  transaction: Executor,
  { id, title, size, now }: CupAtMoment['cup'],
): Promise<void> =>
  notifyRegistered(transaction, id, {
    kind: 'cup',
    eventKey: `cup:${id}:removed:${now}`,
    title: msg`${{ title: saidWith(title) }} is no longer a cup`,
    text:
      size > 1
        ? msg`There are no seats and no teams any more. You are still registered for the event.`
        : msg`There are no seats any more. You are still registered for the event.`,
    link: eventAddress(id),
  })

/** Notifies players who waited and have a seat now. */
export async function notifyOfSeats(
  transaction: Executor,
  { cup, standing }: CupAtMoment,
  movedUp: readonly number[],
): Promise<void> {
  const seated = standing.seated.filter(({ entrant }) => movedUp.includes(entrant))
  await notifyEntrants(
    transaction,
    cup.id,
    seated.map(({ entrant, identities, checkedInAt }) => ({
      entrant,
      opponent: null,
      eventKey: `cup:${cup.id}:seat:${entrant}:${checkedInAt}`,
      title: msg`You have a seat in ${{ title: saidWith(cup.title) }} now`,
      against: null,
      text: formatOf(cup).hasTable ? null : msg`Your first match is called at the start.`,
      link: cupPath(cup.id),
      identityIds: identities,
      opponentIds: [],
    })),
  )
}

/** Notifies the captain of a team that a player leaves, or its next captain. Call it while the player is in the team. */
export async function notifyOfLeaving(
  transaction: Executor,
  userId: number,
  eventId?: number,
): Promise<void> {
  for (const { id, team, name, captain, now, ...event } of await findTeamsLeft(transaction, userId, eventId))
    await notifyPlayers(transaction, { id }, [captain], {
      eventKey: `cup:${id}:team:${team}:left:${userId}:${now}`,
      title: msg`${{ team: name }}: a player left your team`,
      text: textOfRecord(event, 'title'),
    })
}

/** Notifies everybody who registered that the check-in is open, once for each start. */
export const notifyOfCheckIn = (transaction: Executor, { cup }: CupAtMoment): Promise<void> =>
  notifyRegistered(transaction, cup.id, {
    kind: 'cup',
    eventKey: `cup:${cup.id}:check-in:${cup.startAt}`,
    title: msg`Check-in is open: ${{ title: saidWith(cup.title) }}`,
    text: msg`If you do not check in, you are out`,
    link: cupPath(cup.id),
  })
