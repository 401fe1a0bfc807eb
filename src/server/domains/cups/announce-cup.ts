import { msg } from '@lingui/core/macro'
import { cupPath } from '../../../contract/cups/cups.ts'
import { type Message, saidWith } from '../../../contract/languages.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../platform/database/database.ts'
import { queueDiscord } from '../network/discord/queries/queue-discord.ts'
import type { BracketNode } from './engine/bracket.ts'
import type { CupAsItStands } from './engine/cup-of.ts'
import { FactIndex } from './engine/facts.ts'
import { findAnnouncedChampions, findEntrantName, isAnnounced } from './queries/announcements.ts'
import type { CupAtMoment } from './read-cup.ts'

type Announced = Pick<Config, 'discordWebhooks'>

/** Announces in Discord that check-in is open, once for each start. */
export async function announceCheckIn(
  config: Announced,
  transaction: Executor,
  { cup }: CupAtMoment,
): Promise<void> {
  const eventKey = `cup:${cup.id}:check-in:${cup.startAt}`
  if (config.discordWebhooks.cups === undefined || (await isAnnounced(transaction, eventKey))) return
  await queueDiscord(transaction, config, {
    kind: 'cups',
    eventKey,
    title: msg`Check-in is open: ${{ cup: saidWith(cup.title) }}`,
    text: msg`If you registered, check in to take part.`,
    link: cupPath(cup.id),
  })
}

/** Announces in Discord that the final is played, who is champion, or that the cup was cancelled or goes on, each once. */
export async function announceStanding(
  config: Announced,
  transaction: Executor,
  { cup, stored, standing }: CupAtMoment,
): Promise<void> {
  if (config.discordWebhooks.cups === undefined) return
  const announce = (event: string, title: Message, more: { text?: Message; playerId?: number } = {}) =>
    queueDiscord(transaction, config, {
      kind: 'cups',
      eventKey: `cup:${cup.id}:${event}`,
      title,
      link: cupPath(cup.id),
      ...more,
    })
  const undone = new FactIndex(stored.facts).ruledAt('undo_cancel').length
  if (standing.state === 'cancelled')
    return announce(
      undone === 0 ? 'cancelled' : `cancelled:${undone + 1}`,
      msg`${{ title: saidWith(cup.title) }} was cancelled`,
    )
  if (undone > 0) await announce(`goes-on:${undone}`, msg`${{ title: saidWith(cup.title) }} goes on`)
  const final = calledFinal(standing)
  if (final !== undefined)
    await announce(
      `final:${final.id}:${final.sides.join(':')}`,
      msg`The final of ${{ cup: saidWith(cup.title) }} is being played`,
    )
  const champion = championOf(standing)
  const named = champion === undefined ? undefined : await findEntrantName(transaction, cup.id, champion)
  if (champion === undefined || named === undefined) return
  const earlier = await findAnnouncedChampions(transaction, cup.id)
  // Event keys are unique for ever: each change of the champion has a key of its own.
  if (earlier.at(-1) !== champion)
    await announce(
      `champion:${earlier.length + 1}:${champion}`,
      msg`${{ champion: named.name }} is the champion of ${{ cup: saidWith(cup.title) }}`,
      {
        ...(named.accountId !== null && { playerId: named.accountId }),
        ...(earlier.length > 0 && { text: msg`The result was corrected.` }),
      },
    )
}

/** The final, or the second one, while it is open. */
function calledFinal({ rounds }: CupAsItStands): BracketNode | undefined {
  const grand = rounds.filter(({ id }) => id.startsWith('f'))
  return (grand.length > 0 ? grand : rounds.slice(-1))
    .flatMap(({ nodes }) => nodes)
    .find(({ call, outcome }) => call !== null && outcome === null)
}

/** The champion once the last match is decided; of an arena without a final bracket once it is final. */
function championOf({ state, places }: CupAsItStands): number | undefined {
  if (state !== 'closing' && state !== 'final') return undefined
  return places.find(({ place }) => place === 1)?.entrant
}
