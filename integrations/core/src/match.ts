import { readMoment } from './moments.ts'
import { keyOfPlayer, type PlayerId } from './port.ts'
import { isRecord, limits } from './wire.ts'

const results = ['win', 'loss', 'draw'] as const

export interface ReportedPlayer {
  /** Exactly one of `xuid` and `pfid`. */
  readonly xuid?: string | undefined
  readonly pfid?: string | undefined
  readonly gamertag: string
  readonly result: (typeof results)[number]
  readonly team?: string | number | undefined
  /** Counts not given are 0. */
  readonly kills?: number | undefined
  readonly deaths?: number | undefined
  readonly assists?: number | undefined
  /** What the match gives or takes; may be negative. */
  readonly points?: number | undefined
  readonly input?: 'touch' | 'controller' | 'keyboard' | undefined
  readonly device?: string | undefined
  readonly pingMs?: number | undefined
  readonly hits?: number | undefined
}

export interface ReportedKill {
  readonly at: number | string
  /** Indexes into `players`. */
  readonly killer: number
  readonly victim: number
  readonly cause?: string | undefined
}

/** Times are readings of this server's clock: milliseconds since 1970, or ISO 8601. They are corrected here. */
export interface MatchReport {
  /** A UUID. Give it, so that ending a match twice is one match; without it each report is a match of its own. */
  readonly matchId?: string | undefined
  /** A mode of the site by its key. The site stores a mode that it does not know until staff list it. */
  readonly gameType: string
  /** True when missing; an unranked match appears in the history only. */
  readonly ranked?: boolean | undefined
  readonly startedAt: number | string
  /** Now when missing. */
  readonly endedAt?: number | string | undefined
  readonly players: readonly ReportedPlayer[]
  readonly map?: string | undefined
  readonly region?: string | undefined
  readonly rounds?: number | undefined
  readonly score?: Readonly<Record<string, number>> | undefined
  readonly kills?: readonly ReportedKill[] | undefined
  /** The match of a cup that it was, of `onCupMatches`. */
  readonly cupMatchId?: string | undefined
}

/** Names the field that is wrong. */
export class ReportError extends Error {}

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the match as it travels. Throws where the site would reject it. An optional field that is wrong is left out,
 * and a time that a jump of the clock made impossible is corrected: neither may cost the match.
 */
export function matchData(report: unknown, newMatchId: () => string, now: number) {
  const fields = record(report, 'the match')
  const endedAt = Math.min(fields.endedAt === undefined ? now : moment(fields.endedAt, 'endedAt'), now)
  const startedAt = Math.min(moment(fields.startedAt, 'startedAt'), endedAt)
  const { players } = fields
  if (!Array.isArray(players) || players.length < 1 || players.length > limits.players) {
    throw new ReportError(`players must be a list of 1 to ${limits.players}`)
  }
  const all = players.map((player: unknown, index) => playerData(player, `players[${index}]`))
  if (new Set(all.map(keyOfPlayer)).size < all.length) throw new ReportError('a player is in it twice')
  return {
    matchId: fields.matchId === undefined ? newMatchId() : uuid(fields.matchId),
    gameType: modeKey(fields.gameType),
    ranked: fields.ranked === undefined ? true : flag(fields.ranked, 'ranked'),
    startedAt: iso(startedAt),
    endedAt: iso(endedAt),
    players: all,
    ...present({
      map: optionalText(fields.map, 64),
      region: optionalText(fields.region, 64),
      rounds: optionalWhole(fields.rounds, 0, limits.count),
      score: scoreOf(fields.score),
      kills: killsOf(fields.kills, all.length),
      cupMatchId: isCupMatchId(fields.cupMatchId) ? fields.cupMatchId : undefined,
    }),
  }
}

const isCupMatchId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value)

export function cupBegunData(cupMatchId: unknown) {
  if (!isCupMatchId(cupMatchId)) throw new ReportError('cupMatchId must be one of onCupMatches')
  return { cupMatchId }
}

export function voidData(matchId: unknown, reason: unknown) {
  return { matchId: uuid(matchId), reason: text(reason, 'reason', 500) }
}

const kinds = ['ban', 'mute', 'kick', 'warn'] as const

/** A punishment given in game, or one of the site that is in force now. */
export interface PunishmentReport {
  /** A UUID; that of the site's punishment when it confirms one. Made here when missing. */
  readonly id?: string | undefined
  readonly player: PlayerId
  readonly kind: (typeof kinds)[number]
  readonly reason: string
  /** By this server's clock: milliseconds since 1970, or ISO 8601. Missing: for good, or of no duration. */
  readonly until?: number | string | undefined
  /** Who gave it. */
  readonly by?: string | undefined
  readonly gamertag?: string | undefined
}

export function punishmentData(report: unknown, newPunishmentId: () => string) {
  const fields = record(report, 'the punishment')
  const kind = kinds.find((one) => one === fields.kind)
  if (kind === undefined) throw new ReportError(`kind must be ${kinds.join(', ')}`)
  return {
    id: fields.id === undefined ? newPunishmentId() : uuid(fields.id),
    ...identity(fields.player, 'player'),
    kind,
    reason: text(fields.reason, 'reason', 500),
    ...(fields.until !== undefined && { until: iso(moment(fields.until, 'until')) }),
    ...present({ by: optionalText(fields.by, 64), gamertag: optionalText(fields.gamertag, 64) }),
  }
}

export const liftData = (id: unknown, reason: unknown) => ({
  id: uuid(id),
  ...present({ reason: optionalText(reason, 500) }),
})

const classes = ['cheating', 'boosting', 'abuse', 'hate', 'scam', 'name', 'other'] as const

export type NamedPlayer = PlayerId & { readonly gamertag?: string | undefined }

/** A line of chat; `at` by this server's clock: milliseconds since 1970, or ISO 8601. */
export type ChatLine = PlayerId & {
  readonly gamertag: string
  readonly text: string
  readonly at: number | string
}

/** One player reports another in game. */
export interface PlayerReport {
  readonly reporter: NamedPlayer
  readonly subject: NamedPlayer
  readonly class: (typeof classes)[number]
  readonly reason: string
  /** The match that it is about; one that was reported, or will be with it. */
  readonly matchId?: string | undefined
  /** Evidence, oldest first: of more than 20 lines the newest are sent. */
  readonly chat?: readonly ChatLine[] | undefined
}

/** Throws where the site would reject it: a report without its evidence would say something else. */
export function playerReportData(report: unknown) {
  const fields = record(report, 'the report')
  const about = classes.find((one) => one === fields.class)
  if (about === undefined) throw new ReportError(`class must be one of ${classes.join(', ')}`)
  const [reporter, subject] = (['reporter', 'subject'] as const).map((name) => {
    const { gamertag } = record(fields[name], name)
    return { ...identity(fields[name], name), ...present({ gamertag: optionalText(gamertag, 64) }) }
  }) as [NamedPlayer, NamedPlayer]
  if (keyOfPlayer(reporter) === keyOfPlayer(subject)) throw new ReportError('subject is the reporter')
  return {
    reporter,
    subject,
    class: about,
    reason: text(fields.reason, 'reason', 500),
    ...(fields.matchId !== undefined && { matchId: uuid(fields.matchId) }),
    ...(fields.chat !== undefined && { chat: chatOf(fields.chat) }),
  }
}

function chatOf(value: unknown) {
  if (!Array.isArray(value)) throw new ReportError('chat must be a list')
  return value.slice(-limits.chatLines).map((line: unknown, index) => {
    const at = `chat[${index}]`
    const fields = record(line, at)
    return {
      ...identity(fields, at),
      gamertag: gamertagOf(fields.gamertag, `${at}.gamertag`),
      text: text(fields.text, `${at}.text`, limits.chatText),
      at: iso(moment(fields.at, `${at}.at`)),
    }
  })
}

/** Checks who somebody is. `at` names the field in the error. */
export function identity(value: unknown, at: string): PlayerId {
  const { xuid, pfid } = record(value, at)
  if ((xuid === undefined) === (pfid === undefined))
    throw new ReportError(`${at} needs exactly one of xuid and pfid`)
  const [name, id] = xuid === undefined ? (['pfid', pfid] as const) : (['xuid', xuid] as const)
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(id))
    throw new ReportError(`${at}.${name} must be a string of 1 to 64 visible ASCII characters`)
  return name === 'xuid' ? { xuid: id } : { pfid: id }
}

export const gamertagOf = (value: unknown, at: string) => text(value, at, 64)

function playerData(player: unknown, at: string) {
  const fields = record(player, at)
  const count = (name: string) => whole(fields[name] ?? 0, `${at}.${name}`, 0, limits.count)
  const result = results.find((one) => one === fields.result)
  if (result === undefined) throw new ReportError(`${at}.result must be one of ${results.join(', ')}`)
  return {
    ...identity(fields, at),
    gamertag: gamertagOf(fields.gamertag, `${at}.gamertag`),
    result,
    kills: count('kills'),
    deaths: count('deaths'),
    assists: count('assists'),
    points: whole(fields.points ?? 0, `${at}.points`, -limits.points, limits.points),
    ...present({
      team: optionalText(typeof fields.team === 'number' ? String(fields.team) : fields.team, 64),
      input: ['touch', 'controller', 'keyboard'].find((one) => one === fields.input),
      device: optionalText(fields.device, 64),
      pingMs: optionalWhole(fields.pingMs, 0, 1_000_000),
      hits: optionalWhole(fields.hits, 0, limits.count),
    }),
  }
}

function killsOf(value: unknown, players: number) {
  if (!Array.isArray(value)) return undefined
  const isIndex = (index: unknown) => optionalWhole(index, 0, players - 1) !== undefined
  return value
    .filter(isRecord)
    .filter(({ at, killer, victim }) => isIndex(killer) && isIndex(victim) && millis(at) !== undefined)
    .slice(0, limits.kills)
    .map(({ at, killer, victim, cause }) => ({
      at: iso(millis(at)!),
      killer,
      victim,
      ...present({ cause: optionalText(cause, 64) }),
    }))
}

function scoreOf(value: unknown) {
  if (!isRecord(value)) return undefined
  const isGood = ([team, score]: [string, unknown]) =>
    optionalText(team, 64) !== undefined && optionalWhole(score, -limits.count, limits.count) !== undefined
  const entries = Object.entries(value).filter(isGood).slice(0, limits.players)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Without the fields that are undefined. */
const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

function record(value: unknown, at: string): Fields {
  if (isRecord(value)) return value
  throw new ReportError(`${at} must be an object`)
}

function optionalText(value: unknown, max: number): string | undefined {
  const isText =
    typeof value === 'string' && value !== '' && [...value].length <= max && !value.includes('\0')
  return isText && !/\p{Surrogate}/u.test(value) ? value : undefined
}

function text(value: unknown, at: string, max: number): string {
  const found = optionalText(value, max)
  if (found === undefined) throw new ReportError(`${at} must be 1 to ${max} characters of valid text`)
  return found
}

const optionalWhole = (value: unknown, min: number, max: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined

function whole(value: unknown, at: string, min: number, max: number): number {
  const found = optionalWhole(value, min, max)
  if (found === undefined) throw new ReportError(`${at} must be a whole number from ${min} to ${max}`)
  return found
}

function flag(value: unknown, at: string): boolean {
  if (typeof value === 'boolean') return value
  throw new ReportError(`${at} must be true or false`)
}

function modeKey(value: unknown): string {
  if (typeof value === 'string' && /^[a-z0-9_]{2,32}$/.test(value) && value !== 'overall') return value
  throw new ReportError('gameType must be the key of a mode: 2 to 32 of a-z, 0-9 and _, not "overall"')
}

const iso = (ms: number) => new Date(ms).toISOString()

function millis(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? readMoment(value) : value
  // The last moment of the year 9999.
  return typeof ms === 'number' && ms >= 0 && ms <= 253_402_300_799_999 ? Math.floor(ms) : undefined
}

function moment(value: unknown, at: string): number {
  const ms = millis(value)
  if (ms === undefined)
    throw new ReportError(`${at} must be milliseconds since 1970 or an ISO 8601 time with a zone`)
  return ms
}

function uuid(value: unknown): string {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
  if (typeof value === 'string' && form.test(value)) return value.toLowerCase()
  throw new ReportError('matchId must be a UUID')
}
