import type { FastifyInstance } from 'fastify'
import type { MatchReport } from '../../../integrations/core/src/match.ts'
import type { CupMatch } from '../../../integrations/core/src/wire.ts'
import type { CupFields, CupSummary } from '../../contract/cups/cups-schemas.ts'
import type { Event } from '../../contract/events/events-schemas.ts'
import { type GameType, shippedGameTypes } from '../../contract/rankings/stats.ts'
import { checkIn } from '../domains/cups/entering.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { call, type SampleMember } from './calls.ts'
import type { SampleServer } from './game-server.ts'
import type { Random } from './random.ts'
import type { Regular } from './regulars.ts'
import { sampleMatch } from './sample-data.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Hour of the evening's bracket, UTC. */
const eveningHour = 19
/** Part of an hour in which its arena runs. */
const arenaMs = 50 * minuteMs
/** An arena that would be shorter is left out. */
const shortestMs = 10 * minuteMs
/** Members who enter a cup in one step. */
const entering = 4

/** Time, as the demo lives in it. */
export interface DemoClock {
  now(): number
  after(ms: number, work: () => void): void
}

export interface WantedCup {
  readonly format: 'arena' | 'single'
  readonly startAt: number
  /** Of an arena. */
  readonly endAt?: number
  readonly mode: GameType
}

/** A whole minute, at least so many from now. */
const inMinutes = (now: number, minutes: number) => (Math.ceil(now / minuteMs) + minutes) * minuteMs

const modeAt = (at: number) => shippedGameTypes[at % shippedGameTypes.length]!

/**
 * The cups that should exist: an arena in this hour and the next, and a bracket each evening. Whoever starts the demo
 * sees an arena within two minutes and a first bracket within three.
 */
export function wantedCups(now: number, there: readonly CupSummary[]): WantedCup[] {
  const hour = Math.floor(now / hourMs)
  const arenas = [hour, hour + 1].flatMap((at): WantedCup[] => {
    const endAt = at * hourMs + arenaMs
    const startAt = Math.max(at * hourMs, inMinutes(now, 1))
    const isThere = there.some(({ format, endDate }) => format === 'arena' && timeOf(endDate) === endAt)
    return isThere || endAt - startAt < shortestMs
      ? []
      : [{ format: 'arena', startAt, endAt, mode: modeAt(at) }]
  })
  const brackets = there.filter(({ format }) => format === 'single')
  const today = Math.floor(now / dayMs) * dayMs + eveningHour * hourMs
  const evening = today > now ? today : today + dayMs
  const starts = [
    ...(brackets.length === 0 ? [inMinutes(now, 2)] : []),
    ...(brackets.some(({ startDate }) => timeOf(startDate) === evening) ? [] : [evening]),
  ]
  return [
    ...arenas,
    ...starts.map(
      (startAt): WantedCup => ({ format: 'single', startAt, mode: modeAt(Math.ceil(startAt / dayMs)) }),
    ),
  ]
}

const timeOf = (date: string | null) => (date === null ? null : Date.parse(date))

interface CupWorld {
  readonly app: FastifyInstance
  readonly database: Database
  readonly client: Pick<SampleServer['client'], 'cupBegun' | 'reportMatch'>
  readonly host: SampleMember
  readonly regulars: readonly Regular[]
  readonly random: Random
  readonly clock: DemoClock
}

/** Cups of the demo: made ahead, entered by members, played on the simulated game server. */
export function demoCups({ app, database, client, host, regulars, random, clock }: CupWorld) {
  /** Who was sent to the check-in of which cup. */
  const entered = new Map<number, Set<Regular>>()
  /** Games that were begun, by cup match and games won before. */
  const begun = new Set<string>()
  const duelling = new Set<Regular>()

  async function make({ format, startAt, endAt, mode }: WantedCup) {
    const modes = await call<{ key: string; name: string }[]>(app, { method: 'GET', url: '/api/modes' })
    const name = modes.find(({ key }) => key === mode)?.name ?? mode
    const iso = (ms: number) => new Date(ms).toISOString()
    const event =
      format === 'arena'
        ? {
            title: `Hourly ${name} Arena`,
            description: 'Queue as often as you like. Wins in a row count double.',
            startDate: iso(startAt),
            endDate: iso(endAt!),
            rewards: [],
          }
        : {
            title: `Evening ${name} Cup`,
            description: 'Sixteen seats, one evening, one champion.',
            startDate: iso(startAt),
            rewards: ['Gold rank for the winner'],
          }
    const { id } = await call<Event>(app, { method: 'POST', url: '/api/events', by: host, payload: event })
    const fields: Partial<CupFields> =
      format === 'arena'
        ? { format, mode, seats: 100, minimum: 2 }
        : { format, mode, seats: 16, minimum: 4, finalBestOf: 3, gameMinutes: 5, thirdPlace: true }
    await call(app, { method: 'PUT', url: `/api/admin/events/${id}/cup`, by: host, payload: fields })
  }

  async function enter({ id }: CupSummary) {
    const here = entered.get(id) ?? new Set()
    entered.set(id, here)
    for (const regular of regulars.filter((one) => !here.has(one)).slice(0, entering)) {
      here.add(regular)
      try {
        await database.sql.transaction().execute((transaction) => checkIn(transaction, id, regular.userId))
      } catch (error) {
        // Visitors of the demo are staff: they ban, and cancel cups.
        if (!(error instanceof AppError)) throw error
      }
    }
  }

  /** Two members meet; the match is reported when it is over. */
  function duel(pair: readonly Regular[], mode: GameType, said: Partial<MatchReport>, onEnd = () => {}) {
    const startedAt = clock.now()
    clock.after(random.whole(20, 45) * 1_000, () => {
      onEnd()
      const figures = { gameType: mode, startedAt: new Date(startedAt), isDecided: true }
      client.reportMatch({ ...sampleMatch(random, pair, new Date(clock.now()), figures), ...said })
    })
  }

  function duelInArena({ mode }: CupSummary) {
    const idle = regulars.filter((one) => !duelling.has(one))
    if (idle.length < 2) return
    const pair = [idle.splice(random.whole(0, idle.length - 1), 1)[0]!, random.pick(idle)]
    for (const one of pair) duelling.add(one)
    duel(pair, mode.key as GameType, { ranked: true }, () => {
      for (const one of pair) duelling.delete(one)
    })
  }

  return {
    /** Makes cups that are missing, has members enter, and two of them meet in a running arena. */
    async step(): Promise<void> {
      const there = await call<CupSummary[]>(app, { method: 'GET', url: '/api/cups' })
      for (const wanted of wantedCups(clock.now(), there)) await make(wanted)
      for (const cup of there) {
        const isArena = cup.format === 'arena'
        if (cup.phase === 'check_in' || (isArena && (cup.phase === 'open' || cup.phase === 'running')))
          await enter(cup)
        if (isArena && cup.phase === 'running') duelInArena(cup)
      }
      for (const id of entered.keys()) if (!there.some((cup) => cup.id === id)) entered.delete(id)
    },

    /** Begins the matches of brackets that the site lists. */
    host(matches: readonly CupMatch[]): void {
      const keys = matches.map(({ cupMatchId, wins }) => `${cupMatchId} ${wins.join(' ')}`)
      for (const key of begun) if (!keys.includes(key)) begun.delete(key)
      for (const [index, { cupMatchId, mode, sides, until }] of matches.entries()) {
        const pair = sides.flatMap((side) =>
          regulars.filter((one) => side.some(({ xuid }) => xuid === one.xuid)),
        )
        if (until === null || begun.has(keys[index]!) || pair.length !== 2) continue
        begun.add(keys[index]!)
        client.cupBegun(cupMatchId)
        duel(pair, mode as GameType, { ranked: false, cupMatchId })
      }
    },
  }
}
