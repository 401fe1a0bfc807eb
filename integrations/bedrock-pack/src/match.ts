import type { InputMode, Players } from './port.ts'
import { limits } from './wire.ts'

export const gameTypes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'] as const
const results = ['win', 'loss', 'draw'] as const
const inputs = ['touch', 'controller', 'keyboard'] as const

/** What a game mode tells about one player. Who has no `pfid` here is looked up by gamertag. */
export interface ReportedPlayer {
  readonly gamertag: string
  readonly pfid?: string
  readonly result: (typeof results)[number]
  readonly team?: string | number
  /** Counts not given are 0. */
  readonly kills?: number
  readonly deaths?: number
  readonly assists?: number
  /** What the match gives or takes; may be negative. */
  readonly points?: number
  readonly input?: InputMode
  readonly pingMs?: number
}

export interface MatchReport {
  /** A UUID; made here when missing. Reporting a match again is only safe with its own one. */
  readonly matchId?: string
  readonly gameType: (typeof gameTypes)[number]
  /** True when missing; an unranked match appears in the history only. */
  readonly ranked?: boolean
  /** Milliseconds since 1970, or ISO 8601. */
  readonly startedAt: number | string
  readonly endedAt: number | string
  readonly players: readonly ReportedPlayer[]
}

/** Names the field that is wrong, in the words of the site. */
export class ReportError extends Error {}

type Fields = Readonly<Record<string, unknown>>

/** The match as it travels. What the site would reject is found here, where its author can still see it. */
export function matchData(report: unknown, players: Players, newId: () => string, now: number) {
  const fields = record(report, 'the match')
  const startedAt = moment(fields.startedAt, 'startedAt')
  const endedAt = moment(fields.endedAt, 'endedAt')
  if (startedAt > endedAt) throw new ReportError('startedAt is after endedAt')
  if (endedAt > now + limits.futureMs) throw new ReportError('endedAt lies in the future')
  if (!Array.isArray(fields.players) || fields.players.length < 1 || fields.players.length > limits.players) {
    throw new ReportError(`players must be a list of 1 to ${limits.players}`)
  }
  const all = fields.players.map((player: unknown, index) => playerData(player, `players[${index}]`, players))
  if (new Set(all.map((player) => player.pfid)).size < all.length)
    throw new ReportError('a player is in it twice')
  return {
    matchId: fields.matchId === undefined ? newId() : uuid(fields.matchId),
    gameType: oneOf(gameTypes, fields.gameType, 'gameType'),
    ranked: fields.ranked === undefined ? true : flag(fields.ranked, 'ranked'),
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    players: all,
  }
}

export function voidData(matchId: unknown, reason: unknown) {
  return { matchId: uuid(matchId), reason: text(reason, 'reason', 500) }
}

function playerData(player: unknown, at: string, players: Players) {
  const fields = record(player, at)
  const gamertag = text(fields.gamertag, `${at}.gamertag`, 64)
  const known = players.find(gamertag)
  const pfid = fields.pfid ?? known?.pfid
  if (pfid === undefined) throw new ReportError(`${at}: nobody called ${gamertag} was seen on this server`)
  if (typeof pfid !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(pfid)) {
    throw new ReportError(`${at}.pfid must be 1 to 64 visible ASCII characters`)
  }
  const count = (name: string) => whole(fields[name] ?? 0, `${at}.${name}`, 0, limits.count)
  const input = fields.input ?? known?.input
  return {
    pfid,
    gamertag,
    ...(fields.team !== undefined && { team: text(String(fields.team), `${at}.team`, 64) }),
    result: oneOf(results, fields.result, `${at}.result`),
    kills: count('kills'),
    deaths: count('deaths'),
    assists: count('assists'),
    points: whole(fields.points ?? 0, `${at}.points`, -limits.points, limits.points),
    ...(input !== undefined && { input: oneOf(inputs, input, `${at}.input`) }),
    ...(fields.pingMs !== undefined && { pingMs: whole(fields.pingMs, `${at}.pingMs`, 0, 1_000_000) }),
  }
}

function record(value: unknown, at: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new ReportError(`${at} must be an object`)
}

function text(value: unknown, at: string, most: number): string {
  const isText =
    typeof value === 'string' && value !== '' && [...value].length <= most && !value.includes('\0')
  if (isText && !/\p{Surrogate}/u.test(value)) return value
  throw new ReportError(`${at} must be 1 to ${most} characters of valid text`)
}

function whole(value: unknown, at: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new ReportError(`${at} must be a whole number from ${least} to ${most}`)
}

function flag(value: unknown, at: string): boolean {
  if (typeof value === 'boolean') return value
  throw new ReportError(`${at} must be true or false`)
}

function oneOf<T extends string>(choices: readonly T[], value: unknown, at: string): T {
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  throw new ReportError(`${at} must be one of ${choices.join(', ')}`)
}

function moment(value: unknown, at: string): number {
  const ms = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  // The far end of what a Date can be.
  if (ms >= 0 && ms <= 8.64e15) return Math.floor(ms)
  throw new ReportError(`${at} must be milliseconds since 1970 or an ISO 8601 time`)
}

function uuid(value: unknown): string {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
  if (typeof value === 'string' && form.test(value)) return value.toLowerCase()
  throw new ReportError('matchId must be a UUID')
}
