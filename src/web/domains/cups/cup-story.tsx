import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import { Link } from 'react-router'
import type { Cup, CupNode } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { useClock } from '../../platform/live/server-clock.ts'
import { useSay } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { PlayerLink, PlayerName } from '../../ui/player-name.tsx'
import { Time } from '../../ui/time.tsx'
import { standingsQuery } from './cup-queries.ts'
import { howWord, roundName, sideName } from './cup-words.ts'
import type { EntrantOf, ShownEntrant } from './entrants.ts'
import { MarkedPlace } from './marked-place.tsx'

const isHeld = ({ questioned, disputed }: CupNode) => questioned === true || disputed === true

/** What became of a cup, in the first line of its page; nothing while it is open or played. */
export function CupOutcome({ cup }: { cup: Cup }) {
  if (cup.phase === 'cancelled') return <Cancelled cup={cup} />
  if (cup.phase === 'closing') return <Closing cup={cup} />
  return null
}

/** Who won, and until when that can change. */
function Closing({ cup }: { cup: Cup }) {
  const clock = useClock()
  const winner = cup.entrants.find(({ place }) => place === 1)
  const name = winner?.username
  const { closesAt } = cup
  const minutes =
    clock === null || closesAt === undefined
      ? null
      : Math.max(1, Math.ceil((Date.parse(closesAt) - clock) / 60_000))
  const isWaiting = cup.rounds.some(({ nodes }) => nodes.some(isHeld))
  return (
    <div>
      <p className="font-display text-3xl text-rank-gold leading-none sm:text-4xl">
        {name === undefined ? (
          <Trans>Nobody wins.</Trans>
        ) : (
          <Trans>
            <bdi className="wrap-anywhere">{name}</bdi> wins.
          </Trans>
        )}
      </p>
      <p className="mt-1 text-ink-soft">
        {isWaiting ? (
          <Trans>Not final yet: staff look at a result.</Trans>
        ) : minutes === null ? (
          <Trans>Final in a few minutes unless a result is disputed.</Trans>
        ) : (
          <Trans>Final in {minutes} min unless a result is disputed.</Trans>
        )}
      </p>
    </div>
  )
}

/** Why there is no cup, and when it would have been. */
function Cancelled({ cup }: { cup: Cup }) {
  const { t } = useLingui()
  const byStaff = cup.log.find(({ kind }) => kind === 'cancel')
  return (
    <div>
      <p className="font-display text-3xl text-bad leading-none sm:text-4xl">
        {cup.wasPlannedFor !== undefined
          ? cup.size > 1
            ? t`Cancelled: too few teams`
            : t`Cancelled: too few players`
          : byStaff
            ? t`Cancelled by staff`
            : t`Cancelled: it was paused for a day`}
      </p>
      {cup.wasPlannedFor !== undefined ? (
        <p className="mt-1 text-ink-soft">
          <Trans>
            It was planned for <Time iso={cup.wasPlannedFor} />. At least {{ minimum: cup.config.minimum }}{' '}
            were needed.
          </Trans>
        </p>
      ) : (
        byStaff && (
          <p dir="auto" className="wrap-anywhere mt-1 text-ink-soft">
            {byStaff.reason}
          </p>
        )
      )}
    </div>
  )
}

interface PodiumPlace extends ShownEntrant {
  readonly entrant: number
  readonly place: number
}

/** The first three of a cup that is final, with their faces; those of an arena without a bracket by its table. */
export function Podium({ cup, entrantOf }: { cup: Cup; entrantOf: EntrantOf }) {
  const { t } = useLingui()
  const isTable = cup.rounds.length === 0
  const { data: standings = [] } = useQuery({
    ...standingsQuery(api, cup.id),
    enabled: cup.phase === 'final' && isTable,
  })
  const first: PodiumPlace[] = isTable
    ? standings.slice(0, 3).map(({ entrant, place, username, userId }) => ({
        entrant,
        place,
        name: username,
        seed: null,
        avatarUrl: null,
        userId,
      }))
    : cup.entrants.flatMap(({ entrant, place }) =>
        place === undefined || place > 3 ? [] : [{ entrant, place, ...entrantOf(entrant) }],
      )
  if (cup.phase !== 'final' || first.length === 0) return null
  return (
    <ol aria-label={t`Podium`} className="grid gap-2 sm:grid-cols-3">
      {first
        .toSorted((one, other) => one.place - other.place)
        .slice(0, 4)
        .map((one) => (
          <li
            key={one.entrant}
            className={classes(
              'flex min-w-0 items-center gap-3 rounded-lg border bg-ground-card p-3 shadow-card',
              one.place === 1 ? 'border-rank-gold sm:row-span-2 sm:p-5' : 'border-line',
            )}
          >
            <Avatar username={one.name} avatarUrl={one.avatarUrl} size={one.place === 1 ? 'lg' : 'md'} />
            <div className="min-w-0">
              <p
                className={classes(
                  'flex items-center gap-1.5 font-bold text-sm',
                  one.place === 1 ? 'text-rank-gold' : 'text-ink-soft',
                )}
              >
                {one.place === 1 && <Crown aria-hidden className="size-4 shrink-0" />}
                {one.place === 1 ? <Trans>Champion</Trans> : <Place place={one.place} />}
                {one.place === 1 && cup.champion?.isMarked && <MarkedPlace />}
              </p>
              <p className={classes('font-bold', one.place === 1 && 'text-xl')}>
                {one.userId === null ? (
                  <PlayerName name={one.name} />
                ) : (
                  <PlayerLink user={{ id: one.userId, username: one.name }} />
                )}
              </p>
            </div>
          </li>
        ))}
    </ol>
  )
}

const Place = ({ place }: { place: number }) => <Trans>Place {place}</Trans>

/** The matches of the champion, the first one first. */
export function ChampionsPath({ cup, entrantOf }: { cup: Cup; entrantOf: EntrantOf }) {
  const say = useSay()
  const champion = cup.entrants.find(({ place }) => place === 1)?.entrant
  if (cup.phase !== 'final' || champion === undefined) return null
  const path = cup.rounds.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ sides }) => sides.includes(champion))
      .map((node) => ({ node, round: roundName(cup.rounds, id) })),
  )
  if (path.length === 0) return null
  return (
    <ol className="flex flex-wrap gap-2 text-sm">
      {path.map(({ node, round }) => {
        const at = node.sides[0] === champion ? 0 : 1
        const opponent = say(sideName(node.sides[1 - at] ?? null, (entrant) => entrantOf(entrant).name))
        const matchId = node.matchIds.at(-1)
        const content = (
          <>
            <span className="block text-ink-faint text-xs">{say(round.name)}</span>
            <bdi className="wrap-anywhere font-semibold">{opponent}</bdi>{' '}
            <span className="whitespace-nowrap tabular-nums">
              {matchId === undefined ? say(howWord(node)) : `${node.wins[at]}–${node.wins[1 - at]}`}
            </span>
          </>
        )
        const className = 'block rounded-md border border-line bg-ground-card px-3 py-2'
        return (
          <li key={node.id} className="min-w-0">
            {matchId === undefined ? (
              <span className={className}>{content}</span>
            ) : (
              <Link to={`/match/${matchId}`} className={`${className} hover:border-ember-bright`}>
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}
