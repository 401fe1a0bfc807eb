import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Swords } from 'lucide-react'
import { useLocation } from 'react-router'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { boardLabel } from '../../../../contract/network/modes.ts'
import type { HeadToHead } from '../../../../contract/players/players-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useAddressChoice } from '../../../platform/navigation/address-choice.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChoiceBar } from '../../../ui/form/choice-bar.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerLink, PlayerName } from '../../../ui/player-name.tsx'
import { comparePath } from '../../../ui/player-path.ts'
import { ListedRank } from '../../../ui/rank-badge.tsx'
import { headToHeadQuery } from '../../matches/head-to-head-query.ts'
import { MatchRow } from '../../matches/match-row.tsx'
import { meetingsOf, meetingWords, scoreOf, sumOf } from '../../matches/record.ts'
import { playerRatingsQuery } from '../../rankings/player-ratings-query.ts'
import { seasonsQuery } from '../../rankings/seasons/season-queries.ts'
import { ResultStrip } from '../result-strip.tsx'
import { PlayerSearch } from '../search/player-search.tsx'
import { CommonOpponents } from './common-opponents.tsx'
import { ComparedRatings } from './compared-ratings.tsx'
import type { Pair } from './pair-table.tsx'

/** Two players side by side: their record, their ratings, their last matches, and a search for another opponent. */
export function Comparison({ one, other }: Pair) {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(headToHeadQuery(api, one.id, other.id))
  const isWaiting = data === undefined && (error === null || isFetching)
  const areRatingsWaiting = [
    useQuery(playerRatingsQuery(api, one.id)),
    useQuery(playerRatingsQuery(api, other.id)),
  ].some(({ isPending }) => isPending)
  // Each part comes once all above it have come, so that none moves down.
  return (
    <div className="mt-6 grid min-h-dvh content-start gap-6">
      <h1 className="sr-only">
        <Trans>
          {{ one: one.username }} and {{ other: other.username }}
        </Trans>
      </h1>
      <Card className="grid gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 sm:gap-8">
          <Side player={one} />
          <p className="font-display text-4xl tabular-nums leading-none sm:text-7xl">
            {data === undefined ? (
              <span className="text-3xl text-ink-faint">
                <Trans>against</Trans>
              </span>
            ) : (
              scoreOf(sumOf(data.modes))
            )}
          </p>
          <Side player={other} />
        </div>
        {data !== undefined && <Lately record={data} one={one} other={other} />}
      </Card>
      {isWaiting ? (
        <Skeleton className="h-dvh" />
      ) : (
        <>
          <ChangeSide one={one} other={other} />
          {data !== undefined && <Meetings record={data} one={one} other={other} />}
          {data === undefined && error !== null && (
            <ErrorView
              title={t`Failed to load their record.`}
              message={errorMessage(error, t`Please try again.`)}
              onRetry={() => void refetch()}
            />
          )}
          <ComparedRatings one={one} other={other} />
          {!areRatingsWaiting && <CommonOpponents one={one} other={other} />}
        </>
      )}
    </div>
  )
}

/** Who won more of the last meetings. */
function Lately({ record, one, other }: Pair & { record: HeadToHead }) {
  const locale = useLocale()
  const results = record.recent.flatMap(
    ({ players }) => players.find(({ user }) => user.id === one.id)?.result ?? [],
  )
  if (results.length === 0) return null
  const [wins, losses] = (['win', 'loss'] as const).map(
    (wanted) => results.filter((result) => result === wanted).length,
  )
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm">
      <p className="text-ink-soft">
        <Ahead
          leader={wins === losses ? null : wins! > losses! ? one : other}
          count={results.length}
          score={`${formatCount(wins, locale)}–${formatCount(losses, locale)}`}
        />
      </p>
      <ResultStrip results={results} />
    </div>
  )
}

function Ahead({ leader, count, score }: { leader: PublicUser | null; count: number; score: string }) {
  if (leader === null)
    return count === 1 ? (
      <Trans>Level in the last meeting, {score}</Trans>
    ) : (
      <Trans>
        Level in the last {count}, {score}
      </Trans>
    )
  const player = (
    <span className="font-bold text-ink">
      <PlayerName name={leader.username} />
    </span>
  )
  return count === 1 ? (
    <Trans>
      {player} is ahead in the last meeting, {score}
    </Trans>
  ) : (
    <Trans>
      {player} is ahead in the last {count}, {score}
    </Trans>
  )
}

/** Searches for somebody to compare with, in the place of either player. */
function ChangeSide({ one, other }: Pair) {
  const { t } = useLingui()
  const [side, setSide] = useAddressChoice('replace', ['second', 'first'])
  const kept = side === 'second' ? one : other
  return (
    <details
      className="rounded-lg border border-line bg-ground-band"
      open={useLocation().search !== '' || undefined}
    >
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold text-sm">
        <Trans>Compare with somebody else</Trans>
      </summary>
      <div className="grid gap-3 px-2 pb-2">
        <ChoiceBar
          label={t`Who to replace`}
          options={[
            ['second', t`Keep ${{ username: one.username }}`],
            ['first', t`Keep ${{ username: other.username }}`],
          ]}
          value={side}
          onChange={setSide}
        />
        <PlayerSearch
          intro={t`Compare ${{ username: kept.username }} with somebody else.`}
          action={comparePath(one.id, other.id)}
          pathOf={(id) => (side === 'second' ? comparePath(one.id, id) : comparePath(id, other.id))}
          keep={side === 'second' ? {} : { replace: side }}
        />
      </div>
    </details>
  )
}

const Side = ({ player }: { player: PublicUser }) => (
  <div className="grid justify-items-center gap-2 text-center">
    <Avatar username={player.username} avatarUrl={player.avatarUrl} size="lg" className="sm:size-24" />
    <PlayerLink user={player} className="font-bold text-sm sm:text-xl" />
    <ListedRank rank={player.rank} />
  </div>
)

function Meetings({ record, one, other }: Pair & { record: HeadToHead }) {
  const { t } = useLingui()
  const total = sumOf(record.modes)
  if (meetingsOf(total) === 0) {
    return (
      <EmptyState icon={Swords} title={t`They have not met yet`}>
        <p>
          <Trans>Ranked 1v1 matches against each other show up here.</Trans>
        </p>
      </EmptyState>
    )
  }
  return (
    <>
      <Card>
        <h2 className="font-display text-3xl leading-none">
          <Trans>Head to head</Trans>
        </h2>
        <p className="mt-2 text-ink-soft text-sm">
          <Trans>{{ meetings: t(meetingWords(total)) }}, ranked and 1v1 only.</Trans>
        </p>
        <ModeRecords record={record} />
        <SeasonRecords record={record} />
      </Card>
      <section aria-labelledby="last-meetings">
        <h2 id="last-meetings" className="mb-1 font-display text-2xl leading-none">
          <Trans>Last meetings</Trans>
        </h2>
        <p className="mb-4 text-ink-soft text-sm">
          <Trans>
            As {{ one: one.username }} played them against {{ other: other.username }}.
          </Trans>
        </p>
        <ol className="grid gap-2">
          {record.recent.map((match) => (
            <li key={match.matchId}>
              <MatchRow match={match} playerId={one.id} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** The record in each mode, all seasons together. */
function ModeRecords({ record }: { record: HeadToHead }) {
  const { t } = useLingui()
  const { boards } = useSite()
  const modes = [...new Set(record.modes.map(({ mode }) => mode))].map((mode) => {
    const parts = record.modes.filter((part) => part.mode === mode)
    return { mode, modeName: parts[0]?.modeName, sum: sumOf(parts) }
  })
  return (
    <ul className="mt-4 grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2">
      {modes
        .sort((a, b) => meetingsOf(b.sum) - meetingsOf(a.sum))
        .map(({ mode, modeName, sum }) => (
          <li
            key={mode}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 bg-ground-card px-4 py-3 sm:last:odd:col-span-2"
          >
            <span className="min-w-0 truncate font-bold">
              {boardLabel(boards, { gameType: mode, modeName })}
            </span>
            <span className="font-display text-2xl tabular-nums leading-none">{scoreOf(sum)}</span>
            <span className="text-ink-soft text-sm">{t(meetingWords(sum))}</span>
          </li>
        ))}
    </ul>
  )
}

/** The record in each season, all modes together; nothing where there is one span only. */
function SeasonRecords({ record }: { record: HeadToHead }) {
  const { t } = useLingui()
  const { data: seasons } = useQuery(seasonsQuery(api))
  const spans = [...new Set(record.modes.map(({ season }) => season))]
  if (spans.length < 2) return null
  const nameOf = (id: number | null) =>
    id === null
      ? t`Outside of seasons`
      : (seasons?.find((season) => season.id === id)?.name ?? t`Season ${id}`)
  return (
    <section aria-label={t`By season`} className="mt-5">
      <h3 className="font-display text-2xl leading-none">
        <Trans>By season</Trans>
      </h3>
      <ul className="mt-3 divide-y divide-line">
        {spans.map((season) => {
          const sum = sumOf(record.modes.filter((part) => part.season === season))
          return (
            <li key={season} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <bdi className="wrap-anywhere font-bold">{nameOf(season)}</bdi>
              <span className="text-ink-soft text-sm tabular-nums">
                {t(meetingWords(sum))}{' '}
                <span className="ms-2 font-display text-2xl text-ink">{scoreOf(sum)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
