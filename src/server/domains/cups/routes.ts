import { msg } from '@lingui/core/macro'
import { deletedPlayerName } from '../../../contract/accounts/accounts.ts'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import {
  arenaClosesAt,
  type CheckInTimes,
  canManageCups,
  canRuleCups,
  checkInTimes,
  cupLimits,
  cupPhase,
  cupTimes,
} from '../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type {
  Cup,
  CupSummary,
  CupToWatch,
  DisputableResult,
  MyCup,
} from '../../../contract/cups/cups-schemas.ts'
import { bracketMinutes } from '../../../contract/cups/ends-about.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { staffRefusal } from '../../../contract/events/interest.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findInterests } from '../events/interest/queries.ts'
import { isRegistered } from '../events/queries.ts'
import { findMergedId } from '../rankings/leaderboard/queries.ts'
import { settleCup } from './advance-cup.ts'
import { cupGone } from './constraints.ts'
import { checkIn, checkOut, leave, sayReady } from './entering.ts'
import { configOf, manageHandlers } from './manage.ts'
import {
  findCup,
  findListedCup,
  type ListedCup,
  listCups,
  listWatchedCups,
  type StoredCup,
  type WatchedCup,
} from './queries/cups.ts'
import { listDisputedBy, listDisputes, listRulings } from './queries/facts.ts'
import { findTeamOf, listTeams, ownTeam } from './queries/teams.ts'
import { listTrophies } from './queries/trophies.ts'
import {
  findOwnEntrant,
  findPlaceIfCheckedIn,
  findStanding,
  findView,
  hasJustCheckedIn,
  listEntrants,
  listFaces,
  listRegistered,
  listStandings,
} from './queries/views.ts'
import { readSeeds, reorderSeeds } from './reorder.ts'
import { dispute, rule } from './rule.ts'
import { shortEntrants, shortNode, shortRounds } from './short-cup.ts'
import type { StoredNode } from './shown-rounds.ts'
import { createTeam, disbandTeam, joinTeam, removePlayer, renameTeam } from './teams.ts'

/** Cups, places, trophies, teams and registrations on a page. */
const pages = { cups: cupLimits.listed, standings: 100, trophies: 100, teams: 256, registered: 100 }

const iso = (ms: number) => new Date(ms).toISOString()

function summaryOf(cup: ListedCup): CupSummary {
  const startAt = cup.tba ? null : cup.startAt
  const phase = cupPhase({ ...cup, startAt }, Date.now())
  const checkIn = checkInTimes({ ...cup, startAt })
  return {
    id: cup.id,
    title: cup.title,
    format: cup.format,
    mode: { key: cup.mode, name: cup.modeName },
    phase,
    startDate: startAt === null ? null : iso(startAt),
    endDate: cup.endAt === null || cup.tba ? null : iso(cup.endAt),
    size: cup.size,
    seats: cup.seats,
    entrantCount: cup.entrantCount,
    ...(cup.state === 'open' && { registeredCount: cup.registeredCount }),
    ...(phase === 'check_in' && checkIn && { checkInEndsAt: iso(checkIn.closesAt) }),
    champion:
      cup.isChampionMarked === null
        ? null
        : {
            id: cup.championId,
            username: cup.championName ?? deletedPlayerName,
            isMarked: cup.isChampionMarked,
          },
  }
}

export async function findCupSummary(
  executor: Executor,
  id: number,
  language: string,
): Promise<CupSummary | undefined> {
  const cup = await findListedCup(executor, id, language)
  return cup && summaryOf(cup)
}

/** When a cup will end, if each match is won in as few games as it can. */
function endsAbout(cup: WatchedCup): number | null {
  const { cut, startAt, endAt } = cup
  const entrants = cup.entrantCount || Math.min(cup.registeredCount, cup.seats)
  const lasts = (most: number) =>
    60_000 *
    bracketMinutes({
      ...cup,
      entrants: Math.min(entrants, most),
      minimum: Math.min(cup.minimum, most),
    })
  if (!formatOf(cup).hasTable) return startAt + lasts(cup.seats)
  return endAt === null || cut === null ? endAt : arenaClosesAt(endAt) + lasts(cut)
}

function watchedOf(cup: WatchedCup): CupToWatch {
  const end = endsAbout(cup)
  return {
    ...summaryOf(cup),
    registered: cup.registeredCount,
    checkedIn: cup.entrantCount + cup.waiting,
    waiting: cup.waiting,
    questioned: cup.questioned,
    disputed: cup.disputed,
    endsAbout: cup.tba || end === null || end < Date.now() ? null : iso(end),
  }
}

const shownTimes = (times: CheckInTimes | null) =>
  times && { opensAt: iso(times.opensAt), closesAt: iso(times.closesAt) }

async function showCup(executor: Executor, id: number, language: string): Promise<Cup> {
  const [cup, listed, view] = await Promise.all([
    findCup(executor, id),
    findListedCup(executor, id, language),
    findView(executor, id),
  ])
  if (cup === undefined || listed === undefined) throw cupGone()
  const log = await listRulings(executor, id)
  const tooFewEntered =
    listed.state === 'cancelled' && listed.tba && !log.some(({ kind }) => kind === 'cancel')
  return {
    ...summaryOf(listed),
    version: view?.version ?? 0,
    config: configOf(cup),
    checkIn: shownTimes(checkInTimes(cup)),
    entrants: shortEntrants(await listEntrants(executor, cup)),
    ...(cup.size === 1 &&
      listed.state === 'open' && { registered: await listRegistered(executor, id, pages.registered) }),
    ...(cup.size > 1 && { teams: await listTeams(executor, id, Math.min(cup.seats * 2, pages.teams)) }),
    rounds: view === undefined ? [] : shortRounds(view.rounds),
    log,
    ...(view?.state === 'closing' && view.dueAt !== null && { closesAt: iso(view.dueAt) }),
    ...(tooFewEntered && { wasPlannedFor: iso(listed.startAt) }),
  }
}

/** The match of an entrant that is open; else the one that waits for its other side. */
function nextOf(nodes: readonly StoredNode[], entrant: number) {
  const next = nodes.find(({ sides, result }) => result === undefined && sides.includes(entrant))
  return next === undefined ? null : shortNode(next)
}

/** Results that an entrant did not win, young enough to be disputed, and that nobody disputed; the newest first. */
const disputableBy = (nodes: readonly StoredNode[], entrant: number, now: number): DisputableResult[] =>
  nodes
    .flatMap(({ id, sides, decided, disputed, result }) => {
      const until = decided === undefined ? 0 : Date.parse(decided.at) + cupTimes.disputeMs
      if (decided === undefined || disputed || until < now) return []
      if (!sides.includes(entrant) || result?.winner === entrant) return []
      return [{ node: id, cupMatchId: decided.cupMatchId, until: iso(until) }]
    })
    .toSorted((one, other) => Date.parse(other.until) - Date.parse(one.until))

async function showMine(executor: Executor, cup: StoredCup, viewer: Viewer): Promise<MyCup> {
  const userId = viewer.id
  const own = await findOwnEntrant(executor, cup, userId)
  const team = cup.size > 1 ? await findTeamOf(executor, cup.id, userId) : undefined
  const view = await findView(executor, cup.id)
  const isOpen = view !== undefined && (view.state === 'running' || view.state === 'paused')
  const nodes = view?.rounds.flatMap((round) => round.nodes) ?? []
  const young = own && (isOpen || view?.state === 'closing') ? disputableBy(nodes, own.entrant, cup.now) : []
  const said = own && young.length > 0 ? await listDisputedBy(executor, cup.id, own.entrant) : new Set()
  const disputable = young.filter(({ cupMatchId }) => !said.has(cupMatchId))
  const interest = canManageCups(viewer)
    ? (await findInterests(executor, userId, [cup.id])).get(cup.id)!
    : undefined
  const isCheckInOpen =
    cup.size === 1 && cupPhase({ ...cup, state: view?.state ?? 'open' }, cup.now) === 'check_in'
  const justNow =
    formatOf(cup).hasTable && cup.size === 1 ? await hasJustCheckedIn(executor, cup.id, userId) : undefined
  return {
    entrant: own?.entrant ?? (justNow ? userId : null),
    isRegistered: await isRegistered(executor, cup.id, userId),
    isCheckedIn:
      team?.players.find((player) => player.userId === userId)?.isCheckedIn ?? justNow ?? own !== undefined,
    ...(cup.size > 1 && { team: team === undefined ? null : ownTeam(team, userId, cup.size) }),
    ...(own?.isOut && { isOut: true as const }),
    waiting: own?.waiting ?? null,
    seed: own?.seed ?? null,
    place: own?.place ?? null,
    next: own && !own.isOut && isOpen ? nextOf(nodes, own.entrant) : null,
    ...(disputable.length > 0 && { disputable }),
    ...(own === undefined &&
      isCheckInOpen && { wouldBe: await findPlaceIfCheckedIn(executor, cup.id, userId) }),
    standing: own ? ((await findStanding(executor, cup.id, own.entrant)) ?? null) : null,
    // Whoever takes part does not rule, and does not read what is said of them.
    ...(interest &&
      canRuleCups(viewer) &&
      staffRefusal(interest) === null && {
        disputes: await listDisputes(
          executor,
          cup.id,
          nodes.flatMap(({ id, disputed }) => (disputed ? [id] : [])),
        ),
      }),
    ...(interest && { interest }),
  }
}

export function cupHandlers(context: Context): Handlers<typeof cupEndpoints> {
  const { database, languages } = context

  const requireCup = async (executor: Executor, id: number) => {
    const cup = await findCup(executor, id)
    if (cup === undefined) throw cupGone()
    return cup
  }

  /**
   * Appends what a member decides, and has the cup looked at. A bracket is computed at once, so that the response and all
   * that is asked after it have the decision; an arena of thousands follows within a second.
   */
  const enter = async (
    id: number,
    member: Viewer,
    decide: (transaction: Executor) => Promise<void>,
  ): Promise<MyCup> =>
    database.sql.transaction().execute(async (transaction) => {
      await decide(transaction)
      await settleCup(context, transaction, id)
      return showMine(transaction, await requireCup(transaction, id), member)
    })

  return {
    async list(request) {
      const { before: _, ...filters } = request.query
      const cups = await listCups(database.sql, request.query, {
        limit: pages.cups,
        language: languages.named(request.language).tag,
      })
      setNextPageLink(request, cupEndpoints.list, cups, pages.cups, filters)
      return cups.map(summaryOf)
    },

    show: ({ params, language }) => showCup(database.sql, params.id, languages.named(language).tag),

    async faces({ params }) {
      await requireCup(database.sql, params.id)
      return listFaces(database.sql, params.id)
    },

    async standings({ params, query }) {
      await requireCup(database.sql, params.id)
      return listStandings(database.sql, params.id, query.offset, pages.standings)
    },

    async trophies({ params, language }) {
      const player = await findMergedId(database.sql, params.id)
      if (player === undefined) throw notFound(msg`Player not found`)
      return listTrophies(database.sql, player, {
        limit: pages.trophies,
        language: languages.named(language).tag,
      })
    },

    mine: async ({ member, params }) =>
      showMine(database.sql, await requireCup(database.sql, params.id), member),

    checkIn: ({ member, params: { id } }) =>
      enter(id, member, (transaction) => checkIn(transaction, id, member.id)),

    checkOut: ({ member, params: { id } }) =>
      enter(id, member, (transaction) => checkOut(transaction, id, member.id)),

    ready: ({ member, params: { id }, body }) =>
      enter(id, member, (transaction) => sayReady(transaction, id, member.id, body.cupMatchId)),

    leave: ({ member, params: { id } }) =>
      enter(id, member, (transaction) => leave(transaction, id, member.id)),

    createTeam: ({ member, params: { id }, body }) =>
      enter(id, member, (transaction) => createTeam(context, transaction, id, member.id, body)),

    joinTeam: ({ member, params: { id }, body }) =>
      enter(id, member, (transaction) => joinTeam(transaction, id, member.id, body.code)),

    removePlayer: ({ member, params: { id, userId } }) =>
      enter(id, member, (transaction) => removePlayer(transaction, id, member.id, userId)),

    disbandTeam: ({ member, params: { id } }) =>
      enter(id, member, (transaction) => disbandTeam(transaction, id, member.id)),

    renameTeam: ({ member, params, body }) =>
      database.sql.transaction().execute(async (transaction) => {
        await renameTeam(context, transaction, member, params, body)
        return { ok: true as const }
      }),

    dispute: ({ member, params: { id }, body }) =>
      database.sql.transaction().execute(async (transaction) => {
        await dispute(context, transaction, id, member.id, body)
        return { ok: true as const }
      }),

    async watch({ language }) {
      const watched = await listWatchedCups(database.sql, {
        limit: pages.cups,
        language: languages.named(language).tag,
      })
      return watched.map(watchedOf)
    },

    seeds: ({ member, params: { id }, language }) =>
      readSeeds(database.sql, member, id, languages.sayIn(language)),

    reorder: ({ member, params: { id }, body, ifMatch, language }) =>
      database.sql.transaction().execute(async (transaction) => {
        await reorderSeeds(transaction, member, id, body.seeds, ifMatch)
        return readSeeds(transaction, member, id, languages.sayIn(language))
      }),

    rule: ({ member, params: { id }, body, ifMatch, language }) =>
      database.sql.transaction().execute(async (transaction) => {
        await rule(context, transaction, member, id, body, ifMatch)
        return showCup(transaction, id, languages.named(language).tag)
      }),

    ...manageHandlers(context),
  }
}
