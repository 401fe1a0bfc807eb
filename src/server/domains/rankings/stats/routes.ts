import { msg } from '@lingui/core/macro'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import type { statsEndpoints } from '../../../../contract/rankings/stats-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { requireBoard } from '../require-board.ts'
import { findStats, listStats } from './queries.ts'

export function statsHandlers({ database }: Pick<Context, 'database'>): Handlers<typeof statsEndpoints> {
  const statsOf = async (id: number, gameType: GameType) => {
    const mode = await requireBoard(database.sql, gameType)
    const stats = await findStats(database.sql, id, mode)
    if (stats === undefined) throw notFound(msg`Player not found`)
    return stats
  }
  return {
    own: ({ member }) => statsOf(member.id, 'overall'),
    show: ({ params, query }) => statsOf(params.id, query.gameType),
    list: async ({ params }) => {
      const stats = await listStats(database.sql, params.id)
      if (stats.length === 0) throw notFound(msg`Player not found`)
      return stats
    },
  }
}
