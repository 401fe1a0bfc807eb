import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Cup, CupNode, CupRound } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { api } from '../../platform/api.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale, useSay } from '../../platform/translation.tsx'
import { classes } from '../../ui/classes.ts'
import { formatCount } from '../../ui/format-count.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import { NearTime } from '../../ui/time.tsx'
import { cupQuery, standingsQuery } from './cup-queries.ts'
import { type NamedRound, type NameOf, nodeSentence, phaseBadges, roundName, sideName } from './cup-words.ts'
import { useLiveCup } from './use-live-cup.ts'

const shows = ['now', 'bracket', 'table'] as const

type Show = (typeof shows)[number]

/** What an overlay shows by its address; what is played now unless it names something else. */
export const overlayShows = (text: string | null): Show => shows.find((one) => one === text) ?? 'now'

/** Matches, places and matches of a round that have room on a stream. */
const room = { now: 4, table: 10, tableNow: 5, round: 8, losers: 4 } as const

interface CupOverlayProps {
  readonly id: number
  readonly show: Show
}

/** A cup on a stream: its open matches, its last rounds or its table. Nothing while it loads. */
export function CupOverlay({ id, show }: CupOverlayProps) {
  const { t } = useLingui()
  const { data: cup } = useQuery(cupQuery(api, id))
  useLiveCup(id)
  if (cup === null)
    return (
      <p className="w-fit bg-ground-card p-3 font-bold">
        <Trans>Cup not found</Trans>
      </p>
    )
  if (cup === undefined) return null
  const names = new Map(cup.entrants.map(({ entrant, username }) => [entrant, username]))
  const nameOf: NameOf = (entrant) => names.get(entrant) ?? t`Player`
  // In its final bracket the table of an arena is shown on request.
  const isTable = formatOf(cup).hasTable && (cup.rounds.length === 0 || show === 'table')
  return (
    <section aria-labelledby="cup" className="shown-card grid min-w-72 gap-3 border-t-4 border-t-ember">
      <header className="grid gap-1">
        <h1 id="cup" className="wrap-anywhere font-display text-2xl leading-none">
          <bdi>{cup.title}</bdi>
        </h1>
        <Standing cup={cup} />
      </header>
      {isTable ? (
        <ArenaTable id={id} limit={show === 'now' ? room.tableNow : room.table} />
      ) : show === 'table' ? (
        <Places cup={cup} />
      ) : show === 'bracket' ? (
        <LastRounds rounds={cup.rounds} nameOf={nameOf} />
      ) : (
        <Now cup={cup} nameOf={nameOf} />
      )}
    </section>
  )
}

/** The champion, or before that the mode and the phase of the cup. */
function Standing({ cup: { champion, mode, phase, startDate } }: { cup: Cup }) {
  const { t } = useLingui()
  if (champion !== null)
    return (
      <p className="flex items-center gap-2 font-display text-3xl text-rank-gold leading-none">
        <Crown aria-hidden className="size-6 shrink-0" />
        <span className="sr-only">
          <Trans>Champion:</Trans>
        </span>
        <PlayerName name={champion.username} />
      </p>
    )
  const isAhead = phase === 'open' || phase === 'check_in' || phase === 'seeding'
  return (
    <p className="text-ink-soft text-sm">
      {mode.name} ·{' '}
      {!isAhead ? (
        t(phaseBadges[phase][0])
      ) : startDate === null ? (
        t`Date to be announced`
      ) : (
        <Trans>
          Starts <NearTime iso={startDate} />
        </Trans>
      )}
    </p>
  )
}

/** What an overlay without anything to show says. */
function Nothing() {
  return <p className="text-ink-soft">{useSite().name}</p>
}

/** The longest called matches; while none is, the last result. */
function Now({ cup: { rounds }, nameOf }: { cup: Cup; nameOf: NameOf }) {
  const say = useSay()
  const locale = useLocale()
  const all = rounds.flatMap(({ id, nodes }) => nodes.map((node) => ({ node, round: roundName(rounds, id) })))
  const open = all
    .filter(({ node }) => node.call)
    .sort((one, other) => Date.parse(one.node.call!.at) - Date.parse(other.node.call!.at))
  const last = all.filter(({ node }) => node.matchIds.length > 0 && node.result)
  const shown = open.length > 0 ? open.slice(0, room.now) : last.slice(-1)
  if (shown.length === 0) return <Nothing />
  return (
    <>
      <ol className="grid gap-2">
        {shown.map(({ node, round }) => (
          <li key={node.id} className="grid gap-1">
            <span aria-hidden className="text-ink-faint text-xs">
              {say(round.name)}
            </span>
            <Match node={node} round={round} nameOf={nameOf} />
          </li>
        ))}
      </ol>
      {open.length > shown.length && (
        <p className="text-ink-faint text-sm">
          <Trans>And {{ count: formatCount(open.length - shown.length, locale) }} more</Trans>
        </p>
      )}
    </>
  )
}

/** Rounds with room for all their matches: the last ones, and of a double elimination those of both brackets. */
function LastRounds({ rounds, nameOf }: { rounds: readonly CupRound[]; nameOf: NameOf }) {
  const say = useSay()
  const isDouble = rounds.some(({ id }) => id.startsWith('l'))
  const most = isDouble ? room.losers : room.round
  const shown = rounds.filter(({ nodes }) => nodes.length <= most)
  const [upper, lower] = [
    shown.filter(({ id }) => !/^[lt]/.test(id)),
    shown.filter(({ id }) => /^[lt]/.test(id)),
  ]
  if (shown.length === 0) return <Nothing />
  return [upper, lower].map((list) =>
    list.length === 0 ? null : (
      <ol key={list[0]!.id} className="flex gap-4">
        {list.map((round) => (
          <li key={round.id} className="flex w-48 flex-col gap-2">
            <h2 className="font-display text-lg text-ink-soft leading-none">
              {say(roundName(rounds, round.id).name)}
            </h2>
            <ol className="flex grow flex-col justify-around gap-2">
              {round.nodes.map((node) => (
                <li key={node.id} className="grid">
                  <Match node={node} round={roundName(rounds, round.id)} nameOf={nameOf} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    ),
  )
}

interface MatchProps {
  readonly node: CupNode
  readonly round: NamedRound
  readonly nameOf: NameOf
}

function Match({ node, round, nameOf }: MatchProps) {
  const say = useSay()
  return (
    <div
      className={classes(
        'grid rounded-md border bg-ground/80 text-sm',
        node.call ? 'border-ember' : 'border-line',
      )}
    >
      <span className="sr-only">{nodeSentence(round, node, nameOf, say)}</span>
      {([0, 1] as const).map((at) => {
        const side = node.sides[at]
        const isWinner = typeof side === 'number' && node.result?.winner === side
        return (
          <span
            key={at}
            aria-hidden
            className={classes(
              'flex min-w-0 items-center gap-2 px-2 py-1 not-first:border-line not-first:border-t',
              isWinner ? 'font-bold' : typeof side !== 'number' && 'text-ink-faint italic',
            )}
          >
            <bdi className="min-w-0 grow truncate">
              {isWinner && '▸ '}
              {say(sideName(side, nameOf))}
            </bdi>
            {typeof side === 'number' && node.matchIds.length > 0 && (
              <b className="text-ember-bright tabular-nums">{node.wins[at]}</b>
            )}
          </span>
        )
      })}
    </div>
  )
}

interface RowProps {
  readonly place: number
  readonly name: string
  readonly children?: ReactNode
}

function Row({ place, name, children }: RowProps) {
  const locale = useLocale()
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-2">
      <span className="font-display text-xl leading-none">{formatCount(place, locale)}</span>
      <span className="truncate font-bold">
        <PlayerName name={name} />
      </span>
      {children}
    </li>
  )
}

function ArenaTable({ id, limit }: { id: number; limit: number }) {
  const locale = useLocale()
  const { data: standings } = useQuery(standingsQuery(api, id))
  if (standings === undefined) return null
  if (standings.length === 0) return <Nothing />
  return (
    <ol className="grid gap-1.5">
      {standings.slice(0, limit).map(({ entrant, place, points, username }) => (
        <Row key={entrant} place={place} name={username}>
          <span className="font-bold text-ember-bright tabular-nums">{formatCount(points, locale)}</span>
        </Row>
      ))}
    </ol>
  )
}

/** Places of a bracket that are decided, the best first. */
function Places({ cup }: { cup: Cup }) {
  const placed = cup.entrants
    .flatMap(({ place, ...one }) => (place === undefined ? [] : [{ ...one, place }]))
    .sort((one, other) => one.place - other.place)
  if (placed.length === 0) return <Nothing />
  return (
    <ol className="grid gap-1.5">
      {placed.slice(0, room.table).map(({ entrant, place, username }) => (
        <Row key={entrant} place={place} name={username} />
      ))}
    </ol>
  )
}
