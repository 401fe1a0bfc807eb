import { msg, selectOrdinal } from '@lingui/core/macro'
import { cupPath } from '../../../contract/cups/cups.ts'
import type { Message } from '../../../contract/languages.ts'
import type { Executor } from '../../platform/database.ts'
import type { NewFact } from './queries/facts.ts'
import {
  type CupNotice,
  notifyEntrants,
  notifyMembersOfCup,
  notifyRegisteredOfCup,
  type Said,
} from './queries/notices.ts'
import type { CupAtMoment } from './read-cup.ts'

export const placeText = (place: number, title: string): Message =>
  msg`You came ${selectOrdinal(place, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} in ${title}`

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
  if (facts.some(({ kind }) => kind === 'cancelled'))
    await notifyRegisteredOfCup(transaction, cup.id, {
      eventKey: `cup:${cup.id}:cancelled`,
      title: msg`${{ title: cup.title }} was cancelled`,
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
          text: msg`${{ title: cup.title }}: show up within 5 minutes`,
          link,
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

/** Notifies players of what happened in their team. */
export const notifyPlayers = (
  transaction: Executor,
  { id }: { readonly id: number },
  userIds: readonly number[],
  said: Omit<Said, 'link'>,
): Promise<void> => notifyMembersOfCup(transaction, userIds, { ...said, link: cupPath(id) })

/** Notifies everybody who registered that the check-in is open, once for each start. */
export const notifyOfCheckIn = (transaction: Executor, { cup }: CupAtMoment): Promise<void> =>
  notifyRegisteredOfCup(transaction, cup.id, {
    eventKey: `cup:${cup.id}:check-in:${cup.startAt}`,
    title: msg`Check-in is open: ${{ title: cup.title }}`,
    text: msg`If you do not check in, you are out`,
    link: cupPath(cup.id),
  })
