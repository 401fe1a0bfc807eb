import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PlayerRating } from '../../../contract/rankings/ratings-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ratingBoardPath } from '../../ui/player-path.ts'
import { TierName } from '../../ui/tier.tsx'
import { ModeGlyph } from '../network/practice/mode-glyph.tsx'
import { matchesToGo } from '../rankings/matches-to-go.ts'
import { playerRatingsQuery } from '../rankings/player-ratings-query.ts'
import { RatingHelp } from '../rankings/rating-help.tsx'
import { seasonsQuery } from '../rankings/seasons/season-queries.ts'
import { BoardName } from './compare/compared-ratings.tsx'

/** A player's ratings of the newest season by mode; nothing for who has none. */
export function PlayerRatings({ id }: { id: number }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(playerRatingsQuery(api, id))
  if (error !== null && data === undefined) {
    return (
      <ErrorView
        title={t`Failed to load the ratings.`}
        message={errorMessage(error, error.message)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <Skeleton className="h-32" />
  const newest = data.filter(({ season }) => season === data[0]?.season)
  if (newest.length === 0) return null
  return (
    <Card>
      <h2 className="font-display text-3xl leading-none">
        <Trans>Ratings</Trans>
      </h2>
      <ul className="mt-4 grid gap-px overflow-hidden rounded-md border border-line bg-line grid-cols-2">
        {newest.map((rating) => (
          <RatingTile key={`${rating.mode} ${rating.ladder}`} rating={rating} />
        ))}
      </ul>
      <RatingHelp className="mt-3" />
      <EarlierSeasons ratings={data.filter(({ season }) => season !== newest[0]?.season)} />
    </Card>
  )
}

const cell = 'py-2 pe-3 text-start font-normal'

/** What stayed of the spans before, newest first; rendered once it is opened, since hydrating its rows costs time. */
function EarlierSeasons({ ratings }: { ratings: readonly PlayerRating[] }) {
  const [isOpen, setOpen] = useState(false)
  if (ratings.length === 0) return null
  return (
    <details className="mt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-sm">
        <Trans>Earlier seasons</Trans>
      </summary>
      {isOpen && <SeasonTable ratings={ratings} />}
    </details>
  )
}

function SeasonTable({ ratings }: { ratings: readonly PlayerRating[] }) {
  const locale = useLocale()
  const { t } = useLingui()
  const { data: seasons } = useQuery(seasonsQuery(api))
  const nameOf = (id: number | null) =>
    id === null
      ? t`Outside of seasons`
      : (seasons?.find((season) => season.id === id)?.name ?? t`Season ${id}`)
  return (
    <table className="mt-2 w-full text-sm tabular-nums">
      <thead className="sr-only">
        <tr>
          <th scope="col">
            <Trans>Season</Trans>
          </th>
          <th scope="col">
            <Trans>Mode</Trans>
          </th>
          <th scope="col">
            <Trans>Rating</Trans>
          </th>
          <th scope="col">
            <Trans>Position</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {ratings.map((rating) => {
          const { season, mode, ladder, provisional, position } = rating
          return (
            <tr key={`${season} ${mode} ${ladder}`} className="border-line border-t">
              <th scope="row" className={`${cell} wrap-anywhere text-ink-soft`}>
                <bdi>{nameOf(season)}</bdi>
              </th>
              <td className={cell}>
                <BoardName mode={mode} ladder={ladder} />
              </td>
              <td className={cell}>
                {formatCount(Math.round(rating.rating), locale)}
                {provisional ? (
                  '?'
                ) : (
                  <>
                    {' '}
                    <TierName of={rating} />
                  </>
                )}
              </td>
              <td className="py-2 text-end font-bold">
                {position !== null && `#${formatCount(position, locale)}`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function RatingTile({ rating }: { rating: PlayerRating }) {
  const locale = useLocale()
  const { t } = useLingui()
  const toGo = matchesToGo(rating.deviation)
  const { mode, ladder, matches, wins, position, provisional } = rating
  return (
    <li className="grid content-start gap-1 bg-ground-card px-3 py-2.5 sm:px-4 sm:py-3 last:odd:col-span-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to={ratingBoardPath(rating)}
          className="flex min-w-0 items-center gap-2 font-bold underline-offset-4 hover:underline"
        >
          <ModeGlyph mode={mode} className="size-4.5" />
          <BoardName mode={mode} ladder={ladder} />
        </Link>
        {position !== null && (
          <span className="font-display text-2xl leading-none">#{formatCount(position, locale)}</span>
        )}
      </div>
      <p className="font-display text-3xl tabular-nums leading-none">
        {formatCount(Math.round(rating.rating), locale)}
        {provisional && <span className="text-ink-faint">?</span>}{' '}
        <span className="font-sans text-ink-faint text-sm">
          ± {formatCount(Math.round(rating.deviation), locale)}
        </span>
      </p>
      <p className="text-ink-soft text-sm">
        {provisional ? (
          <Trans>
            Provisional, about <Plural value={toGo} one="# match" other="# matches" /> to go
          </Trans>
        ) : (
          <TierName of={rating} />
        )}
        {t`, ${{ wins: formatCount(wins, locale) }} of ${{ matches: formatCount(matches, locale) }} won`}
      </p>
    </li>
  )
}
