import { defineDomain } from '../../domain.ts'
import { excluded, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { deleteLink, sweepLinkStates } from './discord-link/queries.ts'
import { discordLinkConstraints, discordLinkHandlers } from './discord-link/routes.ts'
import { roleSyncJobs } from './discord-link/sync.ts'
import { deleteFollow, dropBlockedFollows, hideFollowsOf } from './follows/queries.ts'
import { followConstraints, followHandlers } from './follows/routes.ts'
import { playersData } from './personal-data/queries.ts'
import { playerHandlers } from './routes.ts'
import { todayHandlers } from './today.ts'

/**
 * Player pages, search, follows, and roles on Discord.
 *
 * Roles follow figures: a round compares in SQL what Discord was last sent with the present figures, so no match or
 * rating pays for it (docs/decisions/0044-linked-roles-of-discord.md).
 */
export const players = defineDomain({
  name: 'players',
  handlers: ({ context, content }) => ({
    players: playerHandlers(context, content),
    follows: followHandlers(context),
    discordLink: discordLinkHandlers(context),
    today: todayHandlers(context, content),
  }),
  constraints: { ...followConstraints, ...discordLinkConstraints },
  on: {
    async memberBlocked(transaction, { blockerId, blockedId }) {
      await deleteFollow(transaction, blockedId, blockerId)
      await deleteFollow(transaction, blockerId, blockedId)
    },
    async accountHidden(transaction, { userId }) {
      await hideFollowsOf(transaction, userId)
      // Discord revokes the access, so a restored account links Discord again.
      await deleteLink(transaction, userId)
    },
    accountRestored: (transaction, { userId }) => dropBlockedFollows(transaction, userId),
  },
  jobs: (context) => [
    ...roleSyncJobs(context),
    sweep('links that Discord did not confirm', () => sweepLinkStates(context.database.sql)),
  ],
  tables: {
    follows: saved({
      follower_id: { in: 'follows' },
      player_id: 'who follows a player is the choice of those people',
    }),
    visits: saved({ user_id: { in: 'visit' } }),
    discord_links: saved({ user_id: { in: 'discordLink' } }),
    discord_link_states: excluded('links that Discord has not confirmed yet, for ten minutes'),
    discord_unlinks: excluded('a queue of some hours: restored tokens are revoked already'),
  },
  personalData: playersData,
})
