import { msg } from '@lingui/core/macro'
import { canFollow, maxFollowed } from '../../../../contract/players/follows.ts'
import type { followEndpoints } from '../../../../contract/players/follows-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { accountGone, conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { hasBlocked, isHeldBack } from '../../accounts/blocks/queries.ts'
import { notifyOfFollow } from '../../notifications/queries/notify.ts'
import { listFollowFeed } from '../queries/follow-feed.ts'
import {
  countFollowedLocked,
  deleteFollow,
  findPlayerId,
  insertFollow,
  listFollowed,
  readFollow,
  storeMute,
} from './queries.ts'

const unknown = () => notFound(msg`Player not found`)

/** Errors by constraint name. */
export const followConstraints = {
  follows_player_id_fkey: unknown,
  follows_follower_id_fkey: accountGone,
}

export function followHandlers({ database }: Pick<Context, 'database'>): Handlers<typeof followEndpoints> {
  const known = async (id: number) => {
    const playerId = await findPlayerId(database.sql, id)
    if (playerId === undefined) throw unknown()
    return playerId
  }

  return {
    list: ({ member }) => listFollowed(database.sql, member.id),

    feed: ({ member }) => listFollowFeed(database.sql, member.id),

    show: async ({ member, params }) => readFollow(database.sql, member.id, await known(params.id)),

    async follow({ member, params }) {
      const playerId = await known(params.id)
      if (!canFollow(member, playerId)) throw invalid({ id: 'You cannot follow yourself' })
      return database.sql.transaction().execute(async (transaction) => {
        const followed = await countFollowedLocked(transaction, member.id)
        const before = await readFollow(transaction, member.id, playerId)
        if (before.isFollowing) return before
        if (await hasBlocked(transaction, member.id, playerId))
          throw conflict(msg`Unblock this player to follow them`)
        if (await isHeldBack(transaction, playerId, member.id))
          throw forbidden(msg`You cannot follow this player`)
        if (followed >= maxFollowed) throw conflict(msg`You can follow at most ${maxFollowed} players`)
        await insertFollow(transaction, member.id, playerId)
        await notifyOfFollow(transaction, member.id, playerId)
        return { isFollowing: true, isMuted: false }
      })
    },

    async mute({ member, params, body }) {
      const playerId = await known(params.id)
      if (!(await storeMute(database.sql, member.id, playerId, body.isMuted)))
        throw notFound(msg`You do not follow this player`)
      return { isFollowing: true, isMuted: body.isMuted }
    },

    async unfollow({ member, params }) {
      await deleteFollow(database.sql, member.id, await known(params.id))
      return { isFollowing: false, isMuted: false }
    },
  }
}
