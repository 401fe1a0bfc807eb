import { CupCalls } from './cup-calls.ts'
import { Guard } from './guard.ts'
import { newId } from './ids.ts'
import {
  cupBegunData,
  gamertagOf,
  identity,
  liftData,
  type MatchReport,
  matchData,
  type PlayerReport,
  type PunishmentReport,
  playerReportData,
  punishmentData,
  voidData,
} from './match.ts'
import { type Handlers, Outbox, type Punishment } from './outbox.ts'
import { keyOfPlayer, type PlayerId, type Port, playerIdOf } from './port.ts'
import { Reporter } from './reporter.ts'
import { SiteClock } from './site-clock.ts'
import { Spool } from './spool.ts'
import { type CupMatch, limits, type WireEvent, type WireResult } from './wire.ts'

export interface Options {
  readonly maxPlayers?: number | undefined
  readonly version?: string | undefined
  /** Events stored while the site is away; about a day of a busy server by default. */
  readonly capacity?: number | undefined
}

/** What a game knows about somebody who joins, beside the name. */
export interface Appearance {
  /** The face of the skin: a square PNG of 8 to 64 pixels as base64, at most 4 KB. */
  readonly head?: string | undefined
  /** Only where the game decides about ranks, and the key was made for that. */
  readonly rank?: string | undefined
  /** What the client says of its language, as `de_DE`. */
  readonly language?: string | undefined
}

/** `text`: what the player reads, with the code, in their language; undefined from sites of before. */
export type AppealCodeHandler = (
  player: PlayerId,
  punishmentId: string,
  code: string,
  text: string | undefined,
) => void

export type Punished =
  | { readonly ok: true; readonly punishmentId: string }
  | { readonly ok: false; readonly problem: string }

export type Reported =
  | { readonly ok: true; readonly matchId: string; readonly repeated?: true }
  | { readonly ok: false; readonly problem: string }

export type CupBegun = { readonly ok: true } | { readonly ok: false; readonly problem: string }

export type PlayerReported = { readonly ok: true } | { readonly ok: false; readonly problem: string }

type Refused = Extract<Reported, { ok: false }>

interface Presence {
  readonly id: PlayerId
  mode: string | undefined
  /** Monotonic. */
  since: number
}

const defaultCapacity = 5_000
/** Of them, reserved for matches: joining, typing /link and reporting over and over must not push results out. */
const reserved = 500
const linkPauseMs = 5_000
const maxNames = 5_000
const maxMatchIds = 5_000

/** The site, as the game code of a server sees it. What is reported is stored at once and sent by itself. */
export class SiteClient {
  readonly #port: Port
  readonly #guard: Guard
  readonly #options: Options
  readonly #capacity: number
  readonly #clock: SiteClock
  readonly #spool: Spool
  readonly #outbox: Outbox
  readonly #reporter: Reporter
  readonly #handlers: Handlers = {}
  readonly #queues = new Map<string, number>()
  /** Undefined until the first `joined`: a game that does not say who joins names nobody. */
  #presence: Map<string, Presence> | undefined
  /** What was last reported about each player, in the order of the last report. */
  readonly #known = new Map<string, string>()
  readonly #linkedAt = new Map<string, number>()
  readonly #matchIds = new Set<string>()
  #isTooOldSaid = false
  readonly #cupCalls: CupCalls
  #cupMatches: ((matches: readonly CupMatch[]) => void) | undefined
  #readyCommand: string | undefined
  #appealCode: AppealCodeHandler | undefined

  constructor(port: Port, options: Options = {}) {
    this.#clock = new SiteClock(port.clock)
    this.#guard = new Guard(port.say, () => this.#clock.monotonic())
    const { http, clock, storage, players } = port
    this.#port = { http, clock, storage, players, say: this.#guard.say }
    this.#options = options
    this.#capacity = options.capacity ?? defaultCapacity
    this.#cupCalls = new CupCalls(players, () => this.#clock.now())
    this.#spool = new Spool(this.#port, this.#clock)
    this.#outbox = new Outbox(this.#port, this.#handlers, this.#guard)
    this.#reporter = new Reporter({
      port: this.#port,
      guard: this.#guard,
      siteClock: this.#clock,
      spool: this.#spool,
      outbox: this.#outbox,
      heartbeats: () => this.#heartbeats(),
      onResult: (event, result) => this.#onResult(event, result),
      onCupMatches: (matches) => this.#onCupMatches(matches),
    })
  }

  /** Set the handlers first: what a crash interrupted is finished here. */
  start(): void {
    this.#guard.run('the spool', () => this.#outbox.resume(), undefined)
    this.#reporter.start()
  }

  /** Ends sending. What is stored is sent after the next start. */
  stop(): void {
    this.#reporter.stop()
  }

  /** Events without a final result. */
  get waiting(): number {
    return this.#spool.size
  }

  /** Called with a player who is here: when their rank changes, and each time they join. */
  onRank(handler: (player: PlayerId, rank: string) => void): void {
    this.#handlers.rank = handler
  }

  /** Called once for each message, as soon as its player is here. Without it, the port tells the player. */
  onMessage(handler: (player: PlayerId, text: string) => void): void {
    this.#handlers.message = handler
  }

  /**
   * Called for each punishment and pardon, also of absent players; after a crash perhaps again, with the same id. Without it
   * they wait on the site.
   */
  onPunish(handler: (punishment: Punishment) => void): void {
    this.#handlers.punish = handler
  }

  /** Called with the code for the ban screen, once the site has stored a punishment; after a crash perhaps again. */
  onAppealCode(handler: AppealCodeHandler): void {
    this.#appealCode = handler
  }

  /**
   * Called every few seconds with the matches of cups to host now. It is the state, not orders: what has left the list is
   * decided. Without it, the site calls the players itself.
   */
  onCupMatches(handler: (matches: readonly CupMatch[]) => void): void {
    this.#cupMatches = handler
  }

  /**
   * Tells players who are here of their call in a cup, once: against whom, in which mode, how long. `readyCommand` is what
   * they type to say that they are ready.
   */
  tellCupCalls(readyCommand: string): void {
    this.#readyCommand = readyCommand
  }

  /** Somebody joined: the site learns a new name or face, the player gets what waited for them. */
  joined(player: PlayerId, gamertag: string, appearance: Appearance = {}): void {
    const id = playerIdOf(player)
    if (id === undefined || (id.xuid ?? id.pfid) === '') {
      this.#port.say(`${gamertag} joined without an id and is not reported`)
      return
    }
    const key = keyOfPlayer(id)
    this.#presence ??= new Map()
    if (!this.#presence.has(key)) {
      this.#presence.set(key, { id, mode: undefined, since: this.#clock.monotonic() })
    }
    const { head, rank, language } = appearance
    const data = {
      ...id,
      gamertag,
      ...(isHead(head) && { head }),
      ...(rank !== undefined && { rank }),
      ...(language !== undefined && { language }),
    }
    const summary = JSON.stringify(data)
    if (this.#known.get(key) !== summary && this.#isStored('player', data)) {
      this.#known.delete(key)
      this.#known.set(key, summary)
      const [oldest] = this.#known.keys()
      if (this.#known.size > maxNames && oldest !== undefined) this.#known.delete(oldest)
    }
    this.#guard.run('the spool', () => this.#outbox.handOver(id), undefined)
  }

  left(player: PlayerId): void {
    this.#presence?.delete(keyOfPlayer(player))
  }

  /** Somebody who joined plays a mode now; undefined: none, as in the lobby. */
  playing(player: PlayerId, mode: string | undefined): void {
    const presence = this.#presence?.get(keyOfPlayer(player))
    if (presence === undefined || presence.mode === mode) return
    presence.mode = mode
    presence.since = this.#clock.monotonic()
  }

  /** `/hide`: the site counts the player but does not name them. Returns what the player reads. */
  hide(player: PlayerId, gamertag: string, isHidden: boolean): string {
    if (this.#isHasty(player)) return 'Please wait a moment and try again.'
    const data = { ...playerIdOf(player), gamertag, hidden: isHidden }
    if (!this.#isStored('player', data)) return 'Not possible right now, please try again later.'
    return isHidden
      ? 'The website does not show any more that you are online.'
      : 'The website shows when you are online.'
  }

  /** `/link`: returns what the player reads now. The code follows when the site has made it. */
  link(player: PlayerId, gamertag: string): string {
    if (this.#isHasty(player)) return 'Please wait a moment and try again.'
    if (!this.#isStored('link.request', { ...playerIdOf(player), gamertag }))
      return 'Not possible right now, please try again later.'
    return 'Asking the website for your code.'
  }

  /** `/unlink`: returns what the player reads. */
  unlink(player: PlayerId): string {
    if (this.#isHasty(player)) return 'Please wait a moment and try again.'
    if (!this.#isStored('link.remove', { ...playerIdOf(player) }))
      return 'Not possible right now, please try again later.'
    return 'The website will unlink you.'
  }

  /** `/checkin`, `/ready`, leaving a cup: returns what the player reads now. What the site says follows. */
  cup(player: PlayerId, action: 'check_in' | 'ready' | 'leave'): string {
    if (this.#isHasty(player)) return 'Please wait a moment and try again.'
    if (!this.#isStored('cup.player', { ...playerIdOf(player), action }))
      return 'Not possible right now, please try again later.'
    return 'Telling the website.'
  }

  /** A match of a cup begins here: nobody is out of it for not appearing. */
  cupBegun(cupMatchId: string): CupBegun {
    return this.#judged(() => {
      this.#add('cup.begun', cupBegunData(cupMatchId))
      return { ok: true }
    })
  }

  /**
   * A duel begins. If it is a match of a cup that is called, the site learns that it was begun; returns its `cupMatchId` for
   * `reportMatch`, else undefined. Knows calls where `onCupMatches` or `tellCupCalls` asks for them.
   */
  beginCupMatch(players: readonly PlayerId[], mode: string): string | undefined {
    const found = this.#guard.run('beginCupMatch', () => this.#cupCalls.find(players, mode), undefined)
    const cupMatchId = found?.cupMatchId
    return cupMatchId !== undefined && this.cupBegun(cupMatchId).ok ? cupMatchId : undefined
  }

  /** Stores the match and sends it soon. `problem` names the field that is wrong; then nothing was stored. */
  reportMatch(report: MatchReport): Reported {
    return this.#judged(() => {
      const now = this.#port.clock.now()
      const data = matchData(report, () => newId(now), now)
      const { matchId } = data
      if (this.#matchIds.has(matchId) || this.#spool.hasMatch(matchId))
        return { ok: true, matchId, repeated: true }
      this.#add('match', data, matchId)
      this.#matchIds.add(matchId)
      const [oldest] = this.#matchIds
      if (this.#matchIds.size > maxMatchIds && oldest !== undefined) this.#matchIds.delete(oldest)
      return { ok: true, matchId }
    })
  }

  /** The match no longer counts, even if it is reported later. */
  voidMatch(matchId: string, reason: string): Reported {
    return this.#judged(() => {
      const data = voidData(matchId, reason)
      this.#add('match.void', data)
      return { ok: true, matchId: data.matchId }
    })
  }

  /** Stores a punishment and sends it soon. The code with which the player appeals follows by `onAppealCode`. */
  punish(report: PunishmentReport): Punished {
    return this.#judged(() => {
      const data = punishmentData(report, () => newId(this.#port.clock.now()))
      this.#add('punishment', data)
      return { ok: true, punishmentId: data.id }
    })
  }

  /** A punishment is over before its time: one that this server gave, or one of the site. */
  liftPunishment(punishmentId: string, reason?: string): Punished {
    return this.#judged(() => {
      const data = liftData(punishmentId, reason)
      this.#add('punishment.lift', data)
      return { ok: true, punishmentId: data.id }
    })
  }

  /** Stores what one player reports about another and sends it soon. Once staff have decided, the reporter is told. */
  reportPlayer(report: PlayerReport): PlayerReported {
    return this.#judged(() => {
      this.#add('report', playerReportData(report))
      return { ok: true }
    })
  }

  /** Players queued for a mode; travels with the next heartbeat. */
  setQueue(mode: string, players: number): void {
    if (mode === '' || [...mode].length > 64 || !Number.isInteger(players) || players < 0) return
    if (this.#queues.has(mode) || this.#queues.size < 100) this.#queues.set(mode, players)
  }

  #judged<Outcome>(work: () => Outcome): Outcome | Refused {
    try {
      return work()
    } catch (error) {
      return this.#refuse(error instanceof Error ? error.message : String(error))
    }
  }

  #isStored(type: WireEvent['type'], data: WireEvent['data']): boolean {
    try {
      this.#add(type, data)
      return true
    } catch (error) {
      this.#port.say(`${type} could not be stored: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }

  #refuse(problem: string): Refused {
    this.#port.say(`a report was not taken: ${problem}`)
    return { ok: false, problem }
  }

  /**
   * Throws when it cannot be stored. A match is sent under its own id, so that the site stores no second one.
   * @throws ReportError, and what the storage throws
   */
  #add(type: WireEvent['type'], data: WireEvent['data'], id = newId(this.#port.clock.now())): void {
    const isResult =
      type !== 'player' && type !== 'report' && type !== 'cup.player' && !type.startsWith('link.')
    const room = this.#capacity - (isResult ? 0 : Math.min(reserved, this.#capacity / 2))
    if (this.#spool.size >= room)
      throw new Error(`the spool is full: ${this.#spool.size} events wait, the site was away for too long`)
    const local = this.#port.clock.now()
    const event = { id, type, at: new Date(local).toISOString(), data }
    if (!isResult && type !== 'report') {
      const { gamertag = 'x' } = data
      identity(data, type)
      gamertagOf(gamertag, 'gamertag')
    }
    this.#spool.add(event, local)
    this.#reporter.wake()
  }

  #heartbeats(): WireEvent[] {
    const { maxPlayers, version } = this.#options
    const now = this.#clock.now()
    const iso = new Date(now).toISOString()
    const facts = {
      playerCount: this.#port.players.count(),
      ...(maxPlayers !== undefined && { maxPlayers }),
      ...(version !== undefined && { version }),
      ...(this.#queues.size > 0 && { queues: Object.fromEntries(this.#queues) }),
      ...((this.#cupMatches ?? this.#readyCommand) !== undefined && { cups: true }),
    }
    const beat = (more: object): WireEvent => ({
      id: newId(now),
      type: 'heartbeat',
      at: iso,
      data: { ...facts, ...more },
    })
    if (this.#presence === undefined) return [beat({})]
    const monotonic = this.#clock.monotonic()
    const players = [...this.#presence.values()].map(({ id, mode, since }) => ({
      ...id,
      ...(mode !== undefined && { mode }),
      since: new Date(now - (monotonic - since)).toISOString(),
    }))
    const parts = Math.max(1, Math.ceil(players.length / limits.presence))
    return Array.from({ length: parts }, (_, part) =>
      beat({
        players: players.slice(part * limits.presence, (part + 1) * limits.presence),
        ...(parts > 1 && { part: part + 1, parts }),
      }),
    )
  }

  #isHasty(player: PlayerId): boolean {
    const now = this.#clock.monotonic()
    for (const [who, at] of this.#linkedAt) if (now - at >= linkPauseMs) this.#linkedAt.delete(who)
    const key = keyOfPlayer(player)
    if (this.#linkedAt.has(key)) return true
    this.#linkedAt.set(key, now)
    return false
  }

  #onCupMatches(matches: readonly CupMatch[]): void {
    this.#cupCalls.replace(matches)
    const command = this.#readyCommand
    if (command !== undefined)
      this.#guard.run('a call of a cup', () => this.#cupCalls.tell(command), undefined)
    this.#guard.run('onCupMatches', () => this.#cupMatches?.(matches), undefined)
  }

  #onResult(
    { id, type, data }: WireEvent,
    { status, reason = 'no reason given', code, appealCode, text }: WireResult,
  ): void {
    const { players, say } = this.#port
    const player = playerIdOf(data)
    const tell = (line: string) =>
      player !== undefined && players.isHere(player) && players.tell(player, line)
    if (type === 'link.request' && status !== 'rejected' && status !== 'retry') {
      if (code !== undefined) tell(text ?? codeText(code))
      else tell('The website sent no code. Type /link again.')
    }
    if (type === 'cup.player' && (status === 'accepted' || status === 'duplicate'))
      tell(text ?? cupTexts[String(data.action)] ?? 'Done.')
    if (player !== undefined && appealCode !== undefined)
      this.#appealCode?.(player, String(data.id), appealCode, text)
    if (status === 'retry') say(`the site takes ${type} ${String(data.matchId ?? id)} later: ${reason}`)
    if (status !== 'rejected') return
    if (type === 'link.request' && reason.startsWith('type ')) {
      tell(
        'This website cannot make link codes yet. Tell the staff of this server: the website must be updated.',
      )
      if (!this.#isTooOldSaid) say(`the website is too old for /link (it must know link.request): ${reason}`)
      this.#isTooOldSaid = true
      return
    }
    // With words for the player it is their mistake, which they read; without, it is this server's.
    if (text === undefined) say(`the site rejected ${type} ${String(data.matchId ?? id)}: ${reason}`)
    if (type === 'cup.player' && reason.startsWith('type ')) tell('This website has no cups.')
    else if (type.startsWith('link.') || type === 'cup.player') tell(text ?? `The website says: ${reason}`)
  }
}

const cupTexts: Readonly<Record<string, string>> = {
  check_in: 'You are checked in.',
  ready: 'You are ready: your match counts as soon as it begins.',
  leave: 'You have left the cup.',
}

const codeText = (code: string) =>
  `Your code is ${code.slice(0, 4)}-${code.slice(4)}. Enter it on the website, in your profile, within 10 minutes. Show it to nobody.`

/** A base64 text of a PNG that is small enough. The site looks into it. */
const isHead = (head = ''): boolean =>
  head.startsWith('iVBORw0KGgo') &&
  head.length <= Math.ceil(limits.headBytes / 3) * 4 &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(head)
