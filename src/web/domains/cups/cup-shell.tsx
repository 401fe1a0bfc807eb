import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Crown, Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { canManageCups, canRuleCups, cupPath, isComplete } from '../../../contract/cups/cups.ts'
import type { Cup, CupLogEntry, CupTeam, OpenDispute } from '../../../contract/cups/cups-schemas.ts'
import { formatName, formatOf } from '../../../contract/cups/formats.ts'
import { eventAddress } from '../../../contract/events/events.ts'
import { staffRefusal } from '../../../contract/events/interest.ts'
import { anchorOf } from '../../../contract/links.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useClock } from '../../platform/live/server-clock.ts'
import { JsonLd } from '../../platform/navigation/json-ld.tsx'
import { useLinkedId, useScrollToLinked } from '../../platform/navigation/linked-thing.ts'
import { useSite } from '../../platform/site.tsx'
import { useSay } from '../../platform/translation.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PlayerLink, PlayerName } from '../../ui/player-name.tsx'
import { ShareMenu } from '../../ui/share-menu.tsx'
import { NearTime, Time } from '../../ui/time.tsx'
import { titleName } from '../../ui/title-name.ts'
import { Bracket, lastNodeOf, openRound, ownMatchHash, shownPart } from './bracket.tsx'
import { cupData } from './cup-data.ts'
import { cupQuery, myCupQuery } from './cup-queries.ts'
import { ChampionsPath, CupOutcome, Podium } from './cup-story.tsx'
import {
  matchPlace,
  type NameOf,
  phaseBadges,
  roundName,
  ruleSentences,
  rulingSentence,
  sideName,
  sizeLabel,
} from './cup-words.ts'
import { useEntrants } from './entrants.ts'
import { MarkedPlace } from './marked-place.tsx'
import { MyCupCard } from './my-cup.tsx'
import { teamState } from './my-team.tsx'
import { RenameTeam } from './rename-team.tsx'
import { canUndoCancellation, RuleDialog } from './rule-dialog.tsx'
import { SeatsTaken } from './seats-taken.tsx'
import { Standings } from './standings.tsx'
import { useLiveCup } from './use-live-cup.ts'

export function CupShell({ id }: { id: number | null }) {
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      {id === null ? <NoCup /> : <FoundCup key={id} id={id} />}
    </div>
  )
}

const NoCup = () => (
  <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-16 text-center">
    <h1 className="font-display text-5xl leading-none">
      <Trans>Cup Not Found</Trans>
    </h1>
    <p className="text-ink-soft">
      <Trans>
        There is no cup at this address. All cups are on the{' '}
        <Link to="/cups" className="text-ink underline underline-offset-4">
          page of cups
        </Link>
        .
      </Trans>
    </p>
  </section>
)

function FoundCup({ id }: { id: number }) {
  const { t } = useLingui()
  const { data: cup, error, isFetching, refetch } = useQuery(cupQuery(api, id))
  useLiveCup(id)
  if (cup) return <CupView cup={cup} />
  if (cup === null) return <NoCup />
  if (error !== null && !isFetching)
    return (
      <>
        <h1 className="font-display text-4xl leading-none">
          <Trans>Error Loading Cup</Trans>
        </h1>
        <ErrorView
          title={t`The cup could not be loaded`}
          message={errorMessage(error, t`Please try again.`)}
          onRetry={() => void refetch()}
        />
      </>
    )
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">
        <Trans>Loading cup...</Trans>
      </span>
      <Skeleton className="h-20" />
      <Skeleton className="h-40" />
      <Skeleton className="h-96" />
    </div>
  )
}

function CupView({ cup }: { cup: Cup }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const say = useSay()
  const data = cupData(useSite(), cup)
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const { data: mine } = useQuery({ ...myCupQuery(api, cup.id), enabled: viewer !== null })
  const entrantOf = useEntrants(cup)
  const nameOf: NameOf = (entrant) => entrantOf(entrant).name
  const own = viewer === null ? null : (mine?.entrant ?? null)
  const refusal = mine?.interest ? staffRefusal(mine.interest) : null
  const linked = useLinkedId('match')
  const isLinkedThere = cup.rounds.some(({ nodes }) => nodes.some((node) => node.id === linked))
  const isOwnLinked = hash === ownMatchHash && own !== null
  useScrollToLinked(
    isOwnLinked ? ownMatchHash.slice(1) : linked === undefined ? undefined : anchorOf('match', linked),
    isOwnLinked || (isLinkedThere && (viewer === null || mine !== undefined)),
  )
  const shown = shownPart(cup.rounds, {
    // Who is out sees the round that is played; a link leads to their match.
    round: search.get('round') ?? (isLinkedThere || mine?.next ? null : (openRound(cup.rounds)?.id ?? null)),
    half: search.get('half'),
    node: isLinkedThere ? linked : (mine?.next ?? lastNodeOf(cup.rounds, own))?.id,
  })
  return (
    <>
      {data !== null && <JsonLd data={data} />}
      <Head cup={cup} />
      {canRuleCups(viewer) && <RulingOfStaff cup={cup} nameOf={nameOf} refusal={refusal} />}
      {mine?.disputes && mine.disputes.length > 0 && (
        <Disputes cup={cup} disputes={mine.disputes} nameOf={nameOf} />
      )}
      <MyCupCard cup={cup} nameOf={nameOf} />
      <Podium cup={cup} entrantOf={entrantOf} />
      {cup.phase === 'final' && cup.champion !== null && cup.rounds.length > 0 && (
        <Section title={t`The champion’s path`}>
          <ChampionsPath cup={cup} entrantOf={entrantOf} />
        </Section>
      )}
      <BeingPlayed cup={cup} nameOf={nameOf} />
      {cup.rounds.length > 0 && (
        <Section
          title={formatOf(cup).hasTable ? t`Final bracket of ${{ count: cup.entrants.length }}` : t`Bracket`}
        >
          <Bracket
            rounds={cup.rounds}
            entrantOf={entrantOf}
            shown={shown}
            own={own}
            linked={linked}
            isAbove={mine?.next?.id === linked}
          />
        </Section>
      )}
      {formatOf(cup).hasTable && (
        <Section
          title={cup.config.cut === null ? t({ message: 'Table', context: 'places of an arena' }) : t`Arena`}
        >
          {cup.config.cut !== null && (
            <p className="text-ink-soft">
              {cup.rounds.length > 0
                ? t`The table that the final bracket was made from.`
                : t`The best ${{ cut: cup.config.cut }} go on to the final bracket.`}
            </p>
          )}
          <Standings id={cup.id} size={cup.size} own={own} />
        </Section>
      )}
      <div className="grid gap-8 lg:grid-cols-2">
        <Section title={t`Rules`}>
          <ul className="grid list-disc gap-1.5 ps-5 text-ink-soft leading-relaxed">
            {ruleSentences(cup)
              .map((sentence) => say(sentence))
              .map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
          </ul>
        </Section>
        {cup.teams ? (
          <Teams cup={cup} teams={cup.teams} />
        ) : (
          !formatOf(cup).hasTable && <Entrants cup={cup} />
        )}
      </div>
      <Rulings cup={cup} nameOf={nameOf} />
    </>
  )
}

interface RulingOfStaffProps {
  readonly cup: Cup
  readonly nameOf: NameOf
  /** Why the viewer does nothing in this cup as staff. */
  readonly refusal: ReturnType<typeof staffRefusal>
}

/** The button by which staff rule, while there is something to rule on. */
function RulingOfStaff({ cup, nameOf, refusal }: RulingOfStaffProps) {
  const say = useSay()
  const now = useClock()
  const isUnderWay = cup.phase === 'running' || cup.phase === 'paused' || cup.phase === 'closing'
  if (!isUnderWay && (now === null || !canUndoCancellation(cup, now))) return null
  if (refusal !== null) return <p className="text-ink-soft text-sm">{say(refusal)}</p>
  return <RuleDialog cup={cup} nameOf={nameOf} />
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 content-start gap-4">
      <h2 id={headingId} className="font-display text-4xl leading-none">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Head({ cup }: { cup: Cup }) {
  const { t } = useLingui()
  const say = useSay()
  const { publicUrl } = useSite()
  const [label, tone] = phaseBadges[cup.phase]
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-faint text-sm">
        <Badge tone={tone}>{say(label)}</Badge>
        <span>
          {[cup.mode.name, say(formatName(cup.config)), say(sizeLabel(cup.size))].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="wrap-anywhere min-w-0 font-display text-5xl leading-none sm:text-6xl">
          <bdi>{cup.title}</bdi>
        </h1>
        <ShareMenu url={publicUrl + cupPath(cup.id)} title={titleName(cup.title)} shown={`cup/${cup.id}`} />
      </div>
      <CupOutcome cup={cup} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-soft">
        {(cup.startDate !== null || cup.phase !== 'cancelled') && (
          <span className="inline-flex items-center gap-2">
            <CalendarDays aria-hidden className="size-4" />
            {cup.startDate === null ? (
              t`Date to be announced`
            ) : (
              <span>
                {cup.endDate === null ? (
                  <NearTime iso={cup.startDate} />
                ) : (
                  <Trans>
                    <NearTime iso={cup.startDate} /> until{' '}
                    <NearTime iso={cup.endDate} since={cup.startDate} />
                  </Trans>
                )}
              </span>
            )}
          </span>
        )}
        <span className="inline-flex items-center gap-2">
          <Users aria-hidden className="size-4" />
          <SeatsTaken cup={cup} />
        </span>
        <Link to={eventAddress(cup.id)} className="text-ink underline underline-offset-4">
          <Trans>Description and rewards</Trans>
        </Link>
      </div>
      {cup.champion !== null && (
        <p className="flex items-center gap-2 font-display text-4xl text-rank-gold leading-none">
          <Crown aria-hidden className="size-7 shrink-0" />
          <span className="sr-only">
            <Trans>Champion:</Trans>
          </span>
          {cup.champion.id === null ? (
            <PlayerName name={cup.champion.username} />
          ) : (
            <PlayerLink user={{ id: cup.champion.id, username: cup.champion.username }} />
          )}
          {cup.champion.isMarked && <MarkedPlace />}
        </p>
      )}
    </header>
  )
}

/** For spectators: the matches that are called. */
function BeingPlayed({ cup, nameOf }: { cup: Cup; nameOf: NameOf }) {
  const { t } = useLingui()
  const say = useSay()
  const open = cup.rounds.flatMap(({ id, nodes }) =>
    nodes.filter(({ call }) => call).map((node) => ({ node, round: roundName(cup.rounds, id) })),
  )
  if (open.length === 0) return null
  return (
    <Section title={t`Being played`}>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {open.slice(0, 8).map(({ node, round }) => {
          const place = matchPlace(round, node, say)
          const [wins, losses] = node.wins
          const [one, other] = node.sides.map((side) => say(sideName(side, nameOf)))
          return (
            <li
              key={node.id}
              className="wrap-anywhere min-w-0 rounded-md border border-line bg-ground-card px-3 py-2"
            >
              <span className="block text-ink-faint text-sm">
                {node.matchIds.length > 0 ? t`${place}, ${wins} to ${losses} so far` : place}
              </span>{' '}
              <Trans>
                <bdi className="font-semibold">{one}</bdi> against{' '}
                <bdi className="font-semibold">{other}</bdi>
              </Trans>
            </li>
          )
        })}
      </ul>
      {open.length > 8 && (
        <p className="text-ink-faint">
          <Trans>And {{ count: open.length - 8 }} more in the bracket.</Trans>
        </p>
      )}
    </Section>
  )
}

/** For staff who rule: what players say about results. */
function Disputes({ cup, disputes, nameOf }: { cup: Cup; disputes: readonly OpenDispute[]; nameOf: NameOf }) {
  const { t } = useLingui()
  const say = useSay()
  return (
    <Section title={t`Disputed results`}>
      <ol className="grid gap-2 text-sm">
        {disputes.map(({ node: id, entrant, reason }) => {
          const round = cup.rounds.find(({ nodes }) => nodes.some((node) => node.id === id))
          const place = round && matchPlace(roundName(cup.rounds, round.id), { id }, say)
          return (
            <li
              key={`${id} ${entrant}`}
              className="wrap-anywhere rounded-md border border-line bg-ground-card px-3 py-2"
            >
              <p className="font-semibold">
                {place}, <bdi>{nameOf(entrant)}</bdi>
              </p>
              <p dir="auto" className="text-ink-soft">
                {reason}
              </p>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

/** What staff ruled and changed, the newest first. */
function Rulings({ cup, nameOf }: { cup: Cup; nameOf: NameOf }) {
  const { t } = useLingui()
  const say = useSay()
  if (cup.log.length === 0) return null
  return (
    <Section title={t({ message: 'Rulings', context: 'of a cup' })}>
      <ol className="grid gap-2 text-sm">
        {cup.log.map((entry) => (
          <li
            key={`${entry.at} ${entry.kind}`}
            className="wrap-anywhere rounded-md border border-line bg-ground-card px-3 py-2"
          >
            <p className="font-semibold">
              {rulingSentence(cup.rounds, entry, nameOf, say)}
              <span className="ms-2 font-normal text-ink-faint">
                <Time iso={entry.at} />
              </span>
            </p>
            <RulingBefore entry={entry} nameOf={nameOf} />
            {entry.reason !== '' && (
              <p dir="auto" className="text-ink-soft">
                {entry.reason}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** What a ruling changed: who had won before it, or which seeds moved. */
function RulingBefore({ entry: { winnerBefore, moved }, nameOf }: { entry: CupLogEntry; nameOf: NameOf }) {
  const { t } = useLingui()
  if (moved !== undefined)
    return (
      <ul className="text-ink-soft">
        {moved.map(({ entrant, from, to }) => (
          <li key={entrant}>{t`${{ name: nameOf(entrant) }}: seed ${from} became ${to}`}</li>
        ))}
      </ul>
    )
  if (winnerBefore === undefined) return null
  return (
    <p className="text-ink-soft">
      {winnerBefore === null ? t`Before, nobody won.` : t`Before, ${{ name: nameOf(winnerBefore) }} won.`}
    </p>
  )
}

/** Teams that take part, then those that are not complete yet. */
function Teams({ cup, teams }: { cup: Cup; teams: readonly CupTeam[] }) {
  const { t } = useLingui()
  const say = useSay()
  // Entrants are listed by seed once the cup has begun.
  const hasBegun = cup.rounds.length > 0
  const entrants = new Map(
    cup.entrants.map(({ entrant, isWaiting = false }, index) => [
      entrant,
      { seed: hasBegun ? index + 1 : null, isWaiting },
    ]),
  )
  const viewer = useViewer()
  const { data: mine } = useQuery({ ...myCupQuery(api, cup.id), enabled: viewer !== null })
  const mayRename =
    canManageCups(viewer) && (mine?.interest === undefined || staffRefusal(mine.interest) === null)
  const isOpen = cup.phase === 'open' || cup.phase === 'check_in' || cup.phase === 'seeding'
  const { hasCheckIn } = formatOf(cup)
  const shown = isOpen || !hasCheckIn ? teams : teams.filter(({ entrant }) => entrants.has(entrant))
  return (
    <Section title={t`Teams`}>
      {shown.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No team was made yet.</Trans>
        </p>
      ) : (
        <ol className="grid gap-2 sm:grid-cols-2">
          {shown.map((team) => {
            const { seed = null, isWaiting = false } = entrants.get(team.entrant) ?? {}
            const state = !hasCheckIn
              ? isComplete(team.players, cup.size)
                ? ''
                : say(teamState(team, cup.size))
              : isWaiting
                ? t`waits for a seat`
                : isOpen
                  ? entrants.has(team.entrant)
                    ? t({ message: 'checked in', context: 'a team' })
                    : say(teamState(team, cup.size))
                  : ''
            return (
              <li
                key={team.entrant}
                className="grid min-w-0 content-start gap-1 rounded-md border border-line bg-ground-card px-3 py-2 text-sm"
              >
                <p className="wrap-anywhere">
                  {seed !== null && <span className="me-1.5 text-ink-faint tabular-nums">{seed}</span>}
                  <b className="text-base">
                    <bdi>{team.name}</bdi>
                  </b>
                  {state !== '' && <span className="ms-2 text-ink-faint">{state}</span>}
                </p>
                {mayRename && <RenameTeam cupId={cup.id} team={team} />}
                <ul className="flex flex-wrap gap-x-3">
                  {team.players.map(({ userId, username }) => (
                    <li key={userId} className="wrap-anywhere min-h-7 min-w-0">
                      <PlayerLink user={{ id: userId, username }} />
                    </li>
                  ))}
                </ul>
              </li>
            )
          })}
        </ol>
      )}
    </Section>
  )
}

function Entrants({ cup }: { cup: Cup }) {
  const { t } = useLingui()
  const { registered = [], registeredCount = 0 } = cup
  const more = registeredCount - cup.entrants.length - registered.length
  const seated = cup.entrants.filter(({ isWaiting }) => !isWaiting)
  const waiting = cup.entrants.length - seated.length
  return (
    <Section title={t`Entrants`}>
      {seated.length === 0 ? (
        <p className="text-ink-soft">
          {cup.phase !== 'open' ? (
            <Trans>Nobody has checked in yet.</Trans>
          ) : registeredCount === 0 ? (
            <Trans>Nobody has registered yet.</Trans>
          ) : null}
        </p>
      ) : (
        <ol
          className={classes(
            'columns-2 gap-6 text-sm sm:columns-3',
            // The number of an entrant is the seed.
            cup.rounds.length > 0 && 'list-decimal marker:text-ink-faint *:ms-8',
          )}
        >
          {seated.map(({ entrant, userId = entrant, username }) => (
            <li key={entrant} className="wrap-anywhere break-inside-avoid py-1.5">
              {userId === null ? (
                <PlayerName name={username} />
              ) : (
                <PlayerLink user={{ id: userId, username }} />
              )}
            </li>
          ))}
        </ol>
      )}
      {registered.length > 0 && (
        <>
          <h3 className="font-bold text-lg">
            {cup.phase === 'open' ? <Trans>Registered</Trans> : <Trans>Registered, not checked in</Trans>}
          </h3>
          <ul className="columns-2 gap-6 text-sm sm:columns-3">
            {registered.map(({ userId, username }) => (
              <li key={userId} className="wrap-anywhere break-inside-avoid py-1.5">
                <PlayerLink user={{ id: userId, username }} />
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className="text-ink-soft text-sm">
              <Trans>And {{ count: more }} more.</Trans>
            </p>
          )}
        </>
      )}
      {waiting > 0 && cup.phase === 'check_in' && (
        <p className="text-ink-soft text-sm">
          <Plural value={waiting} one="# more waits for a seat." other="# more wait for a seat." />
        </p>
      )}
    </Section>
  )
}
