import { msg } from '@lingui/core/macro'
import { deletedPlayerName } from '../../../contract/accounts/accounts.ts'
import { isStaff, type Viewer } from '../../../contract/accounts/ranks.ts'
import {
  arenaClosesAt,
  type CheckInTimes,
  checkInTimes,
  cupLimits,
  cupPhase,
  cupTimes,
} from '../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type { Cup, CupNode, CupSummary, CupToWatch, MyCup } from '../../../contract/cups/cups-schemas.ts'
import { bracketMinutes } from '../../../contract/cups/ends-about.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database.ts'
import { type Handlers, setNextPageLink } from '../../platform/endpoints.ts'
import { notFound } from '../../platform/errors.ts'
import { findInterests } from '../events/interest/queries.ts'
import { findMergedId } from '../rankings/leaderboard/queries.ts'
import { cupGone } from './constraints.ts'
import { checkIn, checkOut, leave, sayReady } from './entering.ts'
import { cupChannel } from './look-after-cups.ts'
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
import { listRulings } from './queries/facts.ts'
import { findTeamOf, listTeams, ownTeam } from './queries/teams.ts'
import { listTrophies } from './queries/trophies.ts'
import {
  findOwnEntrant,
  findStanding,
  findView,
  hasJustCheckedIn,
  isRegistered,
  listEntrants,
  listStandings,
} from './queries/views.ts'
import { readSeeds, reorderSeeds } from './reorder.ts'
import { dispute, rule } from './rule.ts'
import { shortEntrants, shortRounds } from './short-cup.ts'
import { createTeam, disbandTeam, joinTeam, removePlayer, renameTeam } from './teams.ts'

/** Cups, places, trophies and teams on a page. */
const pages = { cups: cupLimits.listed, standings: 100, trophies: 100, teams: 256 }

const iso = (ms: number) => new Date(ms).toISOString()

function summaryOf(cup: ListedCup): CupSummary {
  const startAt = cup.tba ? null : cup.startAt
  return {
    id: cup.id,
    title: cup.title,
    format: cup.format,
    mode: { key: cup.mode, name: cup.modeName },
    phase: cupPhase({ ...cup, startAt }, Date.now()),
    startDate: startAt === null ? null : iso(startAt),
    endDate: cup.endAt === null || cup.tba ? null : iso(cup.endAt),
    size: cup.size,
    seats: cup.seats,
    entrantCount: cup.entrantCount,
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

/** When a cup will end, if each match is won in as few games as it can. */
function endsAbout({ format, cut, startAt, endAt, ...cup }: WatchedCup): number | null {
  const entrants = cup.entrantCount || Math.min(cup.registered, cup.seats)
  const lasts = (most: number) =>
    60_000 *
    bracketMinutes({
      ...cup,
      format,
      entrants: Math.min(entrants, most),
      minimum: Math.min(cup.minimum, most),
    })
  if (format !== 'arena') return startAt + lasts(cup.seats)
  return endAt === null || cut === null ? endAt : arenaClosesAt(endAt) + lasts(cut)
}

function watchedOf(cup: WatchedCup): CupToWatch {
  const end = endsAbout(cup)
  return {
    ...summaryOf(cup),
    registered: cup.registered,
    checkedIn: cup.entrantCount + cup.waiting,
    waiting: cup.waiting,
    questioned: cup.questioned,
    disputed: cup.disputed,
    endsAbout: cup.tba || end === null || end < Date.now() ? null : iso(end),
  }
}

const shownTimes = ({ opensAt, closesAt }: CheckInTimes) => ({
  opensAt: iso(opensAt),
  closesAt: iso(closesAt),
})

async function showCup(executor: Executor, id: number): Promise<Cup> {
  const [cup, listed, view] = await Promise.all([
    findCup(executor, id),
    findListedCup(executor, id),
    findView(executor, id),
  ])
  if (cup === undefined || listed === undefined) throw cupGone()
  const isArena = cup.format === 'arena'
  return {
    ...summaryOf(listed),
    version: view?.version ?? 0,
    config: configOf(cup),
    checkIn: isArena || cup.startAt === null ? null : shownTimes(checkInTimes(cup.startAt, cup.madeAt)),
    entrants: shortEntrants(await listEntrants(executor, cup)),
    ...(cup.size > 1 && { teams: await listTeams(executor, id, Math.min(cup.seats * 2, pages.teams)) }),
    rounds: view === undefined ? [] : shortRounds(view.rounds),
    log: await listRulings(executor, id),
  }
}

/** The match of an entrant that is open; else the one that waits for its other side. */
const nextOf = (nodes: readonly CupNode[], entrant: number): CupNode | null =>
  nodes.find(({ sides, result }) => result === undefined && sides.includes(entrant)) ?? null

async function showMine(executor: Executor, cup: StoredCup, viewer: Viewer): Promise<MyCup> {
  const userId = viewer.id
  const own = await findOwnEntrant(executor, cup, userId)
  const team = cup.size > 1 ? await findTeamOf(executor, cup.id, userId) : undefined
  const view = await findView(executor, cup.id)
  const isOpen = view !== undefined && (view.state === 'running' || view.state === 'paused')
  const isBefore = view === undefined || view.state === 'open'
  const justNow = isBefore && cup.size === 1 ? await hasJustCheckedIn(executor, cup.id, userId) : undefined
  return {
    entrant: own?.entrant ?? null,
    isRegistered: await isRegistered(executor, cup.id, userId),
    isCheckedIn:
      team?.players.find((player) => player.userId === userId)?.isCheckedIn ?? justNow ?? own !== undefined,
    ...(cup.size > 1 && { team: team === undefined ? null : ownTeam(team, userId, cup.size) }),
    waiting: own?.waiting ?? null,
    seed: own?.seed ?? null,
    place: own?.place ?? null,
    next:
      own && isOpen
        ? nextOf(
            view.rounds.flatMap(({ nodes }) => nodes),
            own.entrant,
          )
        : null,
    standing: own ? ((await findStanding(executor, cup.id, own.entrant)) ?? null) : null,
    ...(isStaff(viewer) && { interest: (await findInterests(executor, userId, [cup.id])).get(cup.id)! }),
  }
}

export function cupHandlers(context: Context): Handlers<typeof cupEndpoints> {
  const { database, live } = context

  const requireCup = async (executor: Executor, id: number) => {
    const cup = await findCup(executor, id)
    if (cup === undefined) throw cupGone()
    return cup
  }

  /** Appends what a member decides, and has the cup looked at. */
  const enter = async (
    id: number,
    member: Viewer,
    decide: (transaction: Executor) => Promise<void>,
  ): Promise<MyCup> =>
    database.sql.transaction().execute(async (transaction) => {
      await decide(transaction)
      await live.publish(cupChannel, {}, transaction)
      return showMine(transaction, await requireCup(transaction, id), member)
    })

  return {
    async list(request) {
      const { before: _, ...filters } = request.query
      const cups = await listCups(database.sql, request.query, pages.cups)
      setNextPageLink(request, cupEndpoints.list, cups, pages.cups, filters)
      return cups.map(summaryOf)
    },

    show: ({ params }) => showCup(database.sql, params.id),

    async standings({ params, query }) {
      await requireCup(database.sql, params.id)
      return listStandings(database.sql, params.id, query.offset, pages.standings)
    },

    async trophies({ params }) {
      const player = await findMergedId(database.sql, params.id)
      if (player === undefined) throw notFound(msg`Player not found`)
      return listTrophies(database.sql, player, pages.trophies)
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
        await dispute(context, transaction, id, member.id, body, cupTimes.disputeMs)
        await live.publish(cupChannel, {}, transaction)
        return { ok: true as const }
      }),

    watch: async () => (await listWatchedCups(database.sql, pages.cups)).map(watchedOf),

    seeds: ({ member, params: { id } }) => readSeeds(database.sql, member, id),

    reorder: ({ member, params: { id }, body, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        await reorderSeeds(transaction, member, id, body.seeds, ifMatch)
        await live.publish(cupChannel, {}, transaction)
        return readSeeds(transaction, member, id)
      }),

    rule: ({ member, params: { id }, body, ifMatch }) =>
      database.sql.transaction().execute(async (transaction) => {
        await rule(context, transaction, member, id, body, ifMatch)
        await live.publish(cupChannel, {}, transaction)
        return showCup(transaction, id)
      }),

    ...manageHandlers(context),
  }
}
