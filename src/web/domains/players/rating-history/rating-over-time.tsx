import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ratingHistoryPage, reratedWords } from '../../../../contract/rankings/ratings.ts'
import type { PlayerRating, RatingChange } from '../../../../contract/rankings/ratings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useZone } from '../../../platform/hydrated.ts'
import { useSite } from '../../../platform/site.tsx'
import { Card } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatDay } from '../../../ui/date-format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { controlClass } from '../../../ui/field.ts'
import { formatChange, formatCount } from '../../../ui/format-count.ts'
import { LineChart } from '../../../ui/line-chart.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { playerRatingsQuery } from '../../rankings/player-ratings-query.ts'
import { seasonsQuery } from '../../rankings/seasons/season-queries.ts'
import { ratingHistoryQuery } from '../player-queries.ts'
import { ratingLine } from './rating-line.ts'

const round = (rating: number) => formatCount(Math.round(rating))
const outcomes = { win: 'won', loss: 'lost', draw: 'drew' } as const

type List = Pick<PlayerRating, 'mode' | 'ladder'>

const keyOf = ({ mode, ladder }: List) => `${mode} ${ladder}`
const changeOf = ({ before, after }: RatingChange) => formatChange(Math.round(after) - Math.round(before))

/** `Bob (1,620)`, or `a team of 1,504`. */
function opponentsOf({ opponents }: RatingChange): string {
  const [one, ...more] = opponents
  if (one === undefined) return 'an unknown player'
  if (more.length === 0) return `${one.user.username} (${round(one.rating)})`
  return `a team of ${round(opponents.reduce((sum, { rating }) => sum + rating, 0) / opponents.length)}`
}

/** `; re-rated because a match of Jan 2, 2026 was voided: 1,512 before`, or nothing. */
const reratedOf = ({ rerated }: RatingChange, zone: 'UTC' | undefined) =>
  rerated === undefined
    ? ''
    : `; re-rated because a match of ${formatDay(rerated.endedAt, zone)} ${reratedWords[rerated.cause]}: ${round(rerated.was)} before`

const wordsOf = (match: RatingChange, zone: 'UTC' | undefined) =>
  `${formatDay(match.at, zone)}: ${round(match.after)} ± ${round(match.deviationAfter)} (${changeOf(match)}), ${outcomes[match.result]} against ${opponentsOf(match)}${reratedOf(match, zone)}`

/** The rating of a mode match by match; nothing for who has no rating. */
export function RatingOverTime({ id }: { id: number }) {
  const { boards } = useSite()
  // Their failure is shown with the ratings themselves.
  const { data: ratings } = useQuery(playerRatingsQuery(api, id))
  const lists = [...new Map((ratings ?? []).map((rating) => [keyOf(rating), rating])).values()]
  const [chosen, setChosen] = useState<string>()
  const list = lists.find((one) => keyOf(one) === chosen) ?? lists[0]
  if (list === undefined) return null
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 className="font-display text-2xl leading-none">Rating over time</h2>
        {lists.length > 1 && (
          // Not a Select: Radix builds its list during hydration, which blocks a slow phone.
          <label className="grid w-full gap-1.5 font-semibold text-sm sm:w-52">
            Mode
            <select
              className={classes(controlClass, 'h-11 font-normal')}
              value={keyOf(list)}
              onChange={({ target }) => setChosen(target.value)}
            >
              {lists.map((one) => (
                <option key={keyOf(one)} value={keyOf(one)}>
                  {boards[one.mode] ?? one.mode}
                  {one.ladder === 'team' && ', teams'}
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
  const zone = useZone()
  const { data: seasons } = useQuery(seasonsQuery(api))
  const { data, error, isFetching, refetch } = useQuery(ratingHistoryQuery(api, id, list))
  if (data === undefined) {
    if (error === null || isFetching) {
      return (
        <div role="status">
          <span className="sr-only">Loading ratings...</span>
          <Skeleton className="h-72" />
        </div>
      )
    }
    return (
      <ErrorView
        title="Error loading rated matches"
        message={errorMessage(error, 'Please try again.')}
        onRetry={() => void refetch()}
      />
    )
  }
  const line = ratingLine(data)
  if (line === null) return <p className="text-ink-soft text-sm">No rated matches.</p>
  const nameOf = (season: number | null) =>
    season === null
      ? 'Outside of seasons'
      : (seasons?.find((one) => one.id === season)?.name ?? `Season ${season}`)
  const [first, last] = [line.points[0], line.points.at(-1)]
  return (
    <LineChart
      points={line.points}
      wordsOf={(match) => wordsOf(match, zone)}
      path={line.path}
      ticks={line.ticks.map(({ rating, y }) => ({ y, label: formatCount(rating) }))}
      // One span alone needs no name, unless it is a season.
      marks={line.seasonStarts
        .filter(({ season }) => line.seasonStarts.length > 1 || season !== null)
        .map(({ season, x }) => ({ x, label: nameOf(season) }))}
      ends={[
        first ? formatDay(first.at, zone) : '',
        last && last !== first ? formatDay(last.at, zone) : null,
      ]}
      sliderLabel="Match of the chart"
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
  const zone = useZone()
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="px-3 pt-3 pb-1 text-left text-ink-faint">
        {matches.length === ratingHistoryPage.max
          ? `The newest ${ratingHistoryPage.max} rated matches.`
          : 'Every rated match, newest first.'}
      </caption>
      <thead>
        <tr className="text-ink-faint">
          {['Day', 'Rating', 'Change', 'Against', 'Season'].map((label) => (
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
                {formatDay(match.at, zone)}
              </Link>
            </th>
            <td className="px-3 py-2">{round(match.after)}</td>
            <td className="px-3 py-2">{changeOf(match)}</td>
            <td className="wrap-anywhere px-3 py-2">
              <bdi>{opponentsOf(match)}</bdi>
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
