import { msg } from '@lingui/core/macro'
import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { queueDiscord } from '../../network/discord/queries/queue-discord.ts'
import { queueFanout } from '../../notifications/queries/notify.ts'
import { findSeason } from './queries/seasons.ts'

/** Notifies all members that a season has begun. Call it in the transaction that opens it. */
export async function announceSeasonStart(transaction: Executor, id: number): Promise<void> {
  const season = await findSeason(transaction, id)
  if (season === undefined) return
  await queueFanout(transaction, {
    kind: 'season',
    eventKey: `season-start:${id}`,
    audience: 'members',
    title: msg`${{ season: season.name }} has begun`,
    text: msg`The rating boards start over.`,
    link: '/seasons',
  })
}

/** Notifies all members that a season that began is taken back. */
export const announceSeasonUndone = (transaction: Executor, { id, name }: Pick<Season, 'id' | 'name'>) =>
  queueFanout(transaction, {
    kind: 'season',
    eventKey: `season-undone:${id}`,
    audience: 'members',
    title: msg`${{ season: name }} was taken back`,
    text: msg`The rating boards go on as before it.`,
    link: '/seasons',
  })

/** Notifies all members and Discord that the standings of a season are final. Call it in the transaction that closes it. */
export async function announceSeasonEnd(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  id: number,
): Promise<void> {
  const season = await findSeason(transaction, id)
  if (season === undefined) return
  const title = msg`${{ season: season.name }} is over`
  const text = msg`The standings are final.`
  const link = '/seasons'
  await queueFanout(transaction, {
    kind: 'season',
    eventKey: `season-end:${id}`,
    audience: 'members',
    title,
    text,
    link,
  })
  await queueDiscord(transaction, config, {
    kind: 'matches',
    eventKey: `season:${id}`,
    title,
    text,
    link,
  })
}
