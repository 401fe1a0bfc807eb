import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/languages.ts'
import type { MatchResult } from '../../../../contract/players/players-schemas.ts'
import { type ReratedCause, ratingHistoryPage } from '../../../../contract/rankings/ratings.ts'
import type { PlayerRating, RatingChange } from '../../../../contract/rankings/ratings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useZone } from '../../../platform/hydrated.ts'
import { localeOf, useLocale } from '../../../platform/translation.tsx'
import { Card } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatDay } from '../../../ui/date-format.ts'
import { controlClass } from '../../../ui/form/field.ts'
import { formatChange, formatCount } from '../../../ui/format-count.ts'
import { LineChart } from '../../../ui/line-chart.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { playerRatingsQuery } from '../../rankings/player-ratings-query.ts'
import { seasonsQuery } from '../../rankings/seasons/season-queries.ts'
import { BoardName } from '../compare/compared-ratings.tsx'
import { ratingHistoryQuery } from '../player-queries.ts'
import { ratingLine } from './rating-line.ts'

const round = (rating: number, locale: string) => formatCount(Math.round(rating), locale)

type List = Pick<PlayerRating, 'mode' | 'ladder'>

const keyOf = ({ mode, ladder }: List) => `${mode} ${ladder}`
const changeOf = ({ before, after }: RatingChange, locale: string) =>
  formatChange(Math.round(after) - Math.round(before), locale)

/** `Bob (1,620)`, or `a team of 1,504`. */
function opponentsOf({ opponents }: RatingChange, i18n: I18n): string {
  const [one, ...more] = opponents
  if (one === undefined) return i18n._(msg`an unknown player`)
  if (more.length === 0) return `${one.user.username} (${round(one.rating, localeOf(i18n))})`
  const rating = round(
    opponents.reduce((sum, { rating }) => sum + rating, 0) / opponents.length,
    localeOf(i18n),
  )
  return i18n._(msg`a team of ${rating}`)
}

const reratedBecause: Record<ReratedCause, (day: string, was: string) => Message> = {
  void: (day, was) => msg`; re-rated because a match of ${day} was voided: ${was} before`,
  excluded: (day, was) => msg`; re-rated because a match of ${day} was excluded: ${was} before`,
  restored: (day, was) => msg`; re-rated because a match of ${day} was restored: ${was} before`,
  late: (day, was) => msg`; re-rated because a match of ${day} arrived late: ${was} before`,
}

/** `; re-rated because a match of Jan 2, 2026 was voided: 1,512 before`, or nothing. */
const reratedOf = ({ rerated }: RatingChange, zone: 'UTC' | undefined, i18n: I18n) =>
  rerated === undefined
    ? ''
    : i18n._(
        reratedBecause[rerated.cause](
          formatDay(rerated.endedAt, zone, localeOf(i18n)),
          round(rerated.was, localeOf(i18n)),
        ),
      )

const outcomes: Record<MatchResult, (figures: string, opponents: string) => Message> = {
  win: (figures, opponents) => msg`${figures}, won against ${opponents}`,
  loss: (figures, opponents) => msg`${figures}, lost against ${opponents}`,
  draw: (figures, opponents) => msg`${figures}, drew against ${opponents}`,
}

function wordsOf(match: RatingChange, zone: 'UTC' | undefined, i18n: I18n): string {
  const locale = localeOf(i18n)
  const figures = `${formatDay(match.at, zone, locale)}: ${round(match.after, locale)} ± ${round(match.deviationAfter, locale)} (${changeOf(match, locale)})`
  return i18n._(outcomes[match.result](figures, opponentsOf(match, i18n))) + reratedOf(match, zone, i18n)
}

/** The rating of a mode match by match; nothing for who has no rating. */
export function RatingOverTime({ id }: { id: number }) {
  // Their failure is shown with the ratings themselves.
  const { data: ratings } = useQuery(playerRatingsQuery(api, id))
  const lists = [...new Map((ratings ?? []).map((rating) => [keyOf(rating), rating])).values()]
  const [chosen, setChosen] = useState<string>()
  const list = lists.find((one) => keyOf(one) === chosen) ?? lists[0]
  if (list === undefined) return null
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 className="font-display text-2xl leading-none">
          <Trans>Rating over time</Trans>
        </h2>
        {lists.length > 1 && (
          // Not a Select: Radix builds its list during hydration, which blocks a slow phone.
          <label className="grid w-full gap-1.5 font-semibold text-sm sm:w-52">
            <Trans>Mode</Trans>
            <select
              className={classes(controlClass, 'h-11 font-normal')}
              value={keyOf(list)}
              onChange={({ target }) => setChosen(target.value)}
            >
              {lists.map((one) => (
                <option key={keyOf(one)} value={keyOf(one)}>
                  <BoardName {...one} />
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <RatingChart key={keyOf(list)} id={id} list={list} />
    </Card>
  )
}

function RatingChart({ id, list }: { id: number; list: List }) {
  const locale = useLocale()
  const { t, i18n } = useLingui()
  const zone = useZone()
  const { data: seasons } = useQuery(seasonsQuery(api))
  const { data, error, isFetching, refetch } = useQuery(ratingHistoryQuery(api, id, list))
  if (data === undefined) {
    if (error === null || isFetching) {
      return (
        <div role="status">
          <span className="sr-only">
            <Trans>Loading ratings...</Trans>
          </span>
          <Skeleton className="h-72" />
        </div>
      )
    }
    return (
      <ErrorView
        title={t`Error loading rated matches`}
        message={errorMessage(error, t`Please try again.`)}
        onRetry={() => void refetch()}
      />
    )
  }
  const line = ratingLine(data)
  if (line === null)
    return (
      <p className="text-ink-soft text-sm">
        <Trans>No rated matches.</Trans>
      </p>
    )
  const nameOf = (season: number | null) =>
    season === null
      ? t`Outside of seasons`
      : (seasons?.find((one) => one.id === season)?.name ?? t`Season ${season}`)
  const [first, last] = [line.points[0], line.points.at(-1)]
  return (
    <LineChart
      points={line.points}
      wordsOf={(match) => wordsOf(match, zone, i18n)}
      path={line.path}
      ticks={line.ticks.map(({ rating, y }) => ({ y, label: formatCount(rating, locale) }))}
      // One span alone needs no name, unless it is a season.
      marks={line.seasonStarts
        .filter(({ season }) => line.seasonStarts.length > 1 || season !== null)
        .map(({ season, x }) => ({ x, label: nameOf(season) }))}
      ends={[
        first ? formatDay(first.at, zone, localeOf(i18n)) : '',
        last && last !== first ? formatDay(last.at, zone, localeOf(i18n)) : null,
      ]}
      sliderLabel={t`Match of the chart`}
    >
      <RatingTable matches={data} nameOf={nameOf} />
    </LineChart>
  )
}

interface RatingTableProps {
  readonly matches: readonly RatingChange[]
  readonly nameOf: (season: number | null) => string
}

function RatingTable({ matches, nameOf }: RatingTableProps) {
  const { t, i18n } = useLingui()
  const zone = useZone()
  return (
    <table className="w-full text-start tabular-nums">
      <caption className="px-3 pt-3 pb-1 text-start text-ink-faint">
        {matches.length === ratingHistoryPage.max ? (
          t`The newest ${{ count: ratingHistoryPage.max }} rated matches.`
        ) : (
          <Trans>Every rated match, newest first.</Trans>
        )}
      </caption>
      <thead>
        <tr className="text-ink-faint">
          {[t`Day`, t`Rating`, t`Change`, t`Against`, t`Season`].map((label) => (
            <th key={label} scope="col" className="px-3 py-2 font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matches.map((match) => (
          <tr key={match.matchId} className="border-line border-t">
            <th scope="row" className="whitespace-nowrap px-3 py-2 font-medium">
              <Link to={`/match/${match.matchId}`} className="underline-offset-4 hover:underline">
                {formatDay(match.at, zone, localeOf(i18n))}
              </Link>
            </th>
            <td className="px-3 py-2">{round(match.after, localeOf(i18n))}</td>
            <td className="px-3 py-2">{changeOf(match, localeOf(i18n))}</td>
            <td className="wrap-anywhere px-3 py-2">
              <bdi>{opponentsOf(match, i18n)}</bdi>
            </td>
            <td className="px-3 py-2">
              <bdi>{nameOf(match.season)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
