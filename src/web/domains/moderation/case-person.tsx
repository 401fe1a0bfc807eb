import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { caseStatusLabels } from '../../../contract/labels.ts'
import { staffRowLinks } from '../../../contract/links.ts'
import type { CasePerson as Person } from '../../../contract/moderation/moderation-schemas.ts'
import type { ListedMatch } from '../../../contract/players/players-schemas.ts'
import { killDeathRatio, totalGames, winRate } from '../../../contract/rankings/stats.ts'
import { api } from '../../platform/api.ts'
import { useLocale } from '../../platform/translation.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { formatCount, formatRatio, formatShare } from '../../ui/format-count.ts'
import { FormerName } from '../../ui/former-name.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Time } from '../../ui/time.tsx'
import { playerMatchesQuery } from '../matches/match-query.ts'
import { opponentsOf, resultLabel, scoreFor } from '../matches/match-words.ts'
import { useModeName } from '../matches/presence/use-mode-name.ts'
import { playerStatsQuery } from '../rankings/player-stats-query.ts'
import { OutcomeBadge } from './case-outcome.tsx'
import { caseName, foundWords } from './subject-words.ts'

/** What staff weigh beside a case: how old the account is, its earlier names, its play, and other cases about it. */
export function CasePerson({ person }: { person: Person }) {
  const { t } = useLingui()
  const { id, username: name, isMember, isPlayer, createdAt, formerNames, otherCases } = person
  return (
    <section aria-label={t`About ${name}`} className="grid min-w-0 gap-2 rounded-md bg-ground p-3 text-sm">
      <h3 className="wrap-anywhere font-bold">
        <bdi>{name}</bdi> <FormerName name={formerNames.length === 0 ? undefined : formerNames.join(', ')} />
      </h3>
      <p className="text-ink-soft">
        {isMember ? t`Member since` : t`First seen`} <Time iso={createdAt} />
      </p>
      {isPlayer ? (
        <>
          <Figures id={id} />
          <LastMatches id={id} />
        </>
      ) : (
        <p className="text-ink-soft">{t`No matches yet`}</p>
      )}
      {otherCases.length > 0 && (
        <ul aria-label={t`Other cases`} className="grid gap-1.5 border-line border-t pt-2">
          {otherCases.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link
                to={staffRowLinks.case(one.id)}
                className="underline underline-offset-2 hover:text-ember-bright"
              >
                {t(
                  one.pattern === null
                    ? caseName({ ...one, subject: person })
                    : foundWords({ pattern: one.pattern, count: 1 }),
                )}
              </Link>
              {one.status === 'open' ? (
                <Badge tone="ember">{t(caseStatusLabels.open)}</Badge>
              ) : (
                <OutcomeBadge {...one} />
              )}
              <RelativeTime iso={one.lastAt} className="text-ink-faint text-xs" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** As high as what it waits for, so that little moves. */
function Late({
  height,
  failed,
  onRetry,
}: {
  height: string
  failed: string | undefined
  onRetry: () => void
}) {
  if (failed === undefined) return <Skeleton className={height} />
  return (
    <p className={classes('flex flex-wrap content-start items-center gap-2 text-ink-soft', height)}>
      {failed}
      <Button look="quiet" size="sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </p>
  )
}

function Figures({ id }: { id: number }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { data, error, refetch } = useQuery(playerStatsQuery(api, id))
  if (data === undefined)
    return (
      <Late
        height="h-11"
        failed={error === null ? undefined : t`The figures could not be loaded.`}
        onRetry={() => void refetch()}
      />
    )
  return (
    <dl className="grid h-11 grid-cols-3 content-center gap-x-3">
      <Figure label={t`Total games`}>{formatCount(totalGames(data), locale)}</Figure>
      <Figure label={t`Win rate`}>{formatShare(winRate(data), locale)}</Figure>
      <Figure label={t`K/D`}>{formatRatio(killDeathRatio(data), locale)}</Figure>
    </dl>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid min-w-0">
    <dt className="order-last truncate text-ink-faint text-xs">{label}</dt>
    <dd className="font-bold tabular-nums leading-tight">{children}</dd>
  </div>
)

const shown = 5

const tones = { win: 'text-good', loss: 'text-bad', draw: 'text-ink-soft' } as const

function LastMatches({ id }: { id: number }) {
  const { t } = useLingui()
  const { data, error, refetch } = useInfiniteQuery(playerMatchesQuery(api, id))
  if (data === undefined)
    return (
      <Late
        height="h-35"
        failed={error === null ? undefined : t`The matches could not be loaded.`}
        onRetry={() => void refetch()}
      />
    )
  const matches = data.pages.flat().slice(0, shown)
  return (
    <ol aria-label={t`Last matches`}>
      {matches.map((match) => (
        <LastMatch key={match.matchId} match={match} playerId={id} />
      ))}
      {matches.length === 0 && <li className="text-ink-soft">{t`No matches yet`}</li>}
    </ol>
  )
}

function LastMatch({ match, playerId }: { match: ListedMatch; playerId: number }) {
  const { t } = useLingui()
  const modeName = useModeName()
  const result = match.players.find(({ user }) => user.id === playerId)?.result ?? 'draw'
  const [opponent, ...others] = opponentsOf(match, playerId)
  const isOut = match.voided || match.excluded === true
  return (
    <li className="flex h-7 items-center gap-2">
      <span className={classes('w-11 shrink-0 truncate font-bold', tones[result], isOut && 'line-through')}>
        {t(resultLabel(result))}
      </span>
      <Link
        to={`/match/${match.matchId}`}
        className="min-w-0 flex-1 truncate underline-offset-2 hover:text-ember-bright hover:underline"
      >
        {modeName(match.gameType)} {scoreFor(match, playerId)}
        <span className="text-ink-soft">
          {' '}
          {opponent !== undefined && <bdi>{opponent.user.username}</bdi>}
          {others.length > 0 && ` +${others.length}`}
        </span>
      </Link>
      <RelativeTime iso={match.endedAt} className="shrink-0 text-ink-faint text-xs" />
    </li>
  )
}
