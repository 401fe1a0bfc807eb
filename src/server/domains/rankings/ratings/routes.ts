import { msg } from '@lingui/core/macro'
import type { ratingEndpoints } from '../../../../contract/rankings/ratings-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { findMergedId } from '../leaderboard/queries.ts'
import { requireMode } from '../require-board.ts'
import { findPlayerRatings, findRatingHistory, type PlayerRatingRow } from './queries/ratings.ts'
import { shownFigures, type TierContent, type TierWords, tierNameIn } from './shown-figures.ts'

/** The tier as it was at the end of a closed season, or the present one. */
const finalOr = <T extends { tier: string; tierColour: string }>(
  words: TierWords,
  shown: T,
  { tier, tierColour }: Pick<PlayerRatingRow, 'tier' | 'tierColour'>,
): T =>
  tier === null || tierColour === null ? shown : { ...shown, tier: tierNameIn(words, tier), tierColour }

export function ratingHandlers(
  { database }: Pick<Context, 'database'>,
  content: TierContent,
): Handlers<typeof ratingEndpoints> {
  const requirePlayer = async (id: number) => {
    const kept = await findMergedId(database.sql, id)
    if (kept === undefined) throw notFound(msg`Player not found`)
    return kept
  }
  return {
    async ofPlayer({ params, language }) {
      const words = content.current(language)
      const rows = await findPlayerRatings(database.sql, await requirePlayer(params.id))
      return rows.map((row) => ({
        ...row,
        ...finalOr(words, shownFigures(words, row), row),
        lastMatchAt: row.lastMatchAt.toISOString(),
      }))
    },

    async history({ params, query }) {
      const mode = await requireMode(database.sql, query.mode)
      const rows = await findRatingHistory(database.sql, await requirePlayer(params.id), mode, query)
      return rows.map(({ rerated, ...row }) => ({
        ...row,
        at: row.at.toISOString(),
        rerated: rerated ?? undefined,
      }))
    },
  }
}
