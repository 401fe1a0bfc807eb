import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { PlayerRating } from '../../../../contract/rankings/ratings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLocale } from '../../../platform/translation.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { TierName } from '../../../ui/tier.tsx'
import { ModeGlyph } from '../../network/practice/mode-glyph.tsx'
import { playerRatingsQuery } from '../../rankings/player-ratings-query.ts'
import { type Pair, PairTable } from './pair-table.tsx'

/** A mode, and that its rating is of teams. */
export function BoardName({ mode, ladder }: Pick<PlayerRating, 'mode' | 'ladder'>) {
  const { boards } = useSite()
  const board = boardLabel(boards, { gameType: mode })
  return ladder === 'team' ? <Trans>{board}, teams</Trans> : board
}

const keyOf = ({ mode, ladder }: PlayerRating) => `${mode} ${ladder}`

/** Ratings of the newest season of both, a row for each mode; nothing when neither has one. */
export function ComparedRatings({ one, other }: Pair) {
  const { t } = useLingui()
  const queries = [
    useQuery(playerRatingsQuery(api, one.id)),
    useQuery(playerRatingsQuery(api, other.id)),
  ] as const
  const [own, theirs] = queries.map(({ data }) => data)
  if (own === undefined || theirs === undefined) {
    const failed = queries.find(({ data, error, isFetching }) => !data && error !== null && !isFetching)
    if (failed === undefined) return <Skeleton className="h-32" />
    return (
      <ErrorView
        title={t`Failed to load the ratings.`}
        message={errorMessage(failed.error, t`Please try again.`)}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  const season = Math.max(0, ...[...own, ...theirs].map((rating) => rating.season ?? 0)) || null
  const [left, right] = [own, theirs].map(
    (ratings) =>
      new Map(ratings.filter((rating) => rating.season === season).map((rating) => [keyOf(rating), rating])),
  )
  const rows = [...new Map([...(left ?? []), ...(right ?? [])])]
  if (rows.length === 0) return null
  return (
    <PairTable title={t`Ratings`} rowName={t`Mode`} pair={{ one, other }}>
      {rows.map(([key, { mode, ladder }]) => (
        <tr key={key} className="border-line border-t">
          <th scope="row" className="py-3 text-start font-bold">
            <span className="flex items-center gap-2">
              <ModeGlyph mode={mode} className="size-4.5 max-sm:hidden" />
              <BoardName mode={mode} ladder={ladder} />
            </span>
          </th>
          <Figure rating={left?.get(key)} />
          <Figure rating={right?.get(key)} />
        </tr>
      ))}
    </PairTable>
  )
}

const Figure = ({ rating }: { rating: PlayerRating | undefined }) => {
  const locale = useLocale()
  return (
    <td className="py-3 ps-3 text-end">
      {rating === undefined ? (
        <span className="text-ink-faint">–</span>
      ) : (
        <>
          <span className="font-display text-2xl leading-none">
            {formatCount(Math.round(rating.rating), locale)}
            {rating.provisional && <span className="text-ink-faint">?</span>}
          </span>{' '}
          <span className="whitespace-nowrap text-ink-faint text-sm">
            ± {formatCount(Math.round(rating.deviation), locale)}
          </span>
          {!rating.provisional && (
            <span className="block text-sm">
              <TierName of={rating} />
            </span>
          )}
        </>
      )}
    </td>
  )
}
