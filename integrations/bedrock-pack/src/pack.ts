import { longTexts } from './long-texts.ts'
import { type MatchReport, matchData, ReportError, voidData } from './match.ts'
import { Outbox } from './outbox.ts'
import { Parts } from './parts.ts'
import type { Port, ServerFacts } from './port.ts'
import { EventQueue } from './queue.ts'
import { RandomPool } from './random.ts'
import { Reporter } from './reporter.ts'
import type { WireEvent } from './wire.ts'

/** About a day of a busy server while the site is down; some 2 MB of the world's properties. */
const usualCapacity = 5_000
/** Of them, kept free for matches: joining and typing /link over and over must not push results out. */
const reserved = 500
const linkPauseMs = 5_000
const mostNames = 5_000

export type Reported =
  | { readonly ok: true; readonly matchId: string }
  | { readonly ok: false; readonly problem: string }

/** What the game side of a server says; everything else happens by itself. */
export class Pack {
  readonly #port: Port
  readonly #random: RandomPool
  readonly #queue: EventQueue
  readonly #outbox: Outbox
  readonly #reporter: Reporter
  readonly #parts = new Parts()
  readonly #queues = new Map<string, number>()
  /** The name last reported for each player, in the order of the last report. */
  readonly #names = new Map<string, string>()
  readonly #linkedAt = new Map<string, number>()
  readonly #capacity: number

  constructor(port: Port, facts: ServerFacts = {}, capacity = usualCapacity) {
    const storage = longTexts(port.storage)
    this.#port = { ...port, storage }
    this.#capacity = capacity
    this.#random = new RandomPool(storage, port.noise)
    this.#queue = new EventQueue(storage, capacity)
    this.#outbox = new Outbox(this.#port)
    this.#reporter = new Reporter({
      http: port.http,
      clock: port.clock,
      queue: this.#queue,
      outbox: this.#outbox,
      heartbeat: () => this.#event('heartbeat', this.#heartbeat(facts)),
      onRejected: (event, reason) => this.#rejected(event, reason),
      say: port.say,
    })
  }

  start(): void {
    this.#reporter.start()
  }

  stop(): void {
    this.#reporter.stop()
  }

  /** Events not confirmed by the site yet. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Stores the match and sends it soon. `problem` names the field that is wrong; then nothing was stored. */
  reportMatch(report: MatchReport): Reported {
    return this.#judged(() => {
      const newId = () => this.#random.uuid()
      const data = matchData(report, this.#port.players, newId, this.#port.clock.now())
      return { type: 'match', data, matchId: data.matchId }
    })
  }

  /** The match no longer counts, even if it is reported later. */
  voidMatch(matchId: string, reason: string): Reported {
    return this.#judged(() => {
      const data = voidData(matchId, reason)
      return { type: 'match.void', data, matchId: data.matchId }
    })
  }

  /** Players queued for a practice mode, by the mode's name on the site; travels with the next heartbeat. */
  setQueue(mode: string, players: number): void {
    if (mode === '' || [...mode].length > 64 || !Number.isInteger(players) || players < 0) return
    if (this.#queues.has(mode) || this.#queues.size < 100) this.#queues.set(mode, players)
  }

  /** Somebody came in: the site learns a new name, the player gets what the site kept for them. */
  joined(pfid: string, gamertag: string): void {
    this.#random.stir()
    if (this.#names.get(pfid) !== gamertag && this.#add('player', { pfid, gamertag })) {
      this.#names.delete(pfid)
      this.#names.set(pfid, gamertag)
      const [oldest] = this.#names.keys()
      if (this.#names.size > mostNames && oldest !== undefined) this.#names.delete(oldest)
    }
    this.#outbox.handOver(pfid)
  }

  /** `/link`: returns what the player reads. */
  link(pfid: string, gamertag: string): string {
    if (this.#isHasty(pfid)) return 'Please wait a moment and try again.'
    const code = this.#random.code()
    if (!this.#add('link.code', { pfid, gamertag, code }))
      return 'Not possible right now, please try again later.'
    return `Your code is ${code.slice(0, 4)}-${code.slice(4)}. Enter it on the website, in your profile, within 10 minutes.`
  }

  /** `/unlink`: returns what the player reads. */
  unlink(pfid: string): string {
    if (this.#isHasty(pfid)) return 'Please wait a moment and try again.'
    if (!this.#add('link.remove', { pfid })) return 'Not possible right now, please try again later.'
    return 'The website is told to unlink you.'
  }

  /** Another pack speaks: `vulx:match`, `vulx:void`, `vulx:queue` with JSON, `vulx:part` with a part of a match. */
  scriptEvent(id: string, message: string): Reported | undefined {
    const json = id === 'vulx:part' ? this.#parts.add(message) : message
    if (json === undefined) return undefined
    try {
      const value = JSON.parse(json) as unknown
      if (id === 'vulx:match' || id === 'vulx:part') return this.reportMatch(value as MatchReport)
      const fields = Object(value) as Record<string, unknown>
      if (id === 'vulx:void') return this.voidMatch(fields.matchId as string, fields.reason as string)
      if (id === 'vulx:queue')
        for (const [mode, n] of Object.entries(fields)) this.setQueue(mode, n as number)
    } catch {
      return this.#refuse(`the message of ${id} is not JSON`)
    }
    return undefined
  }

  #judged(make: () => { type: 'match' | 'match.void'; data: WireEvent['data']; matchId: string }): Reported {
    try {
      const { type, data, matchId } = make()
      if (this.#add(type, data)) return { ok: true, matchId }
      return this.#refuse('the buffer is full: the site was not reachable for too long')
    } catch (error) {
      if (error instanceof ReportError) return this.#refuse(error.message)
      throw error
    }
  }

  #refuse(problem: string): Reported {
    this.#port.say(`a report was not taken: ${problem}`)
    return { ok: false, problem }
  }

  #event(type: WireEvent['type'], data: WireEvent['data']): WireEvent {
    return { id: this.#random.uuid(), type, at: new Date(this.#port.clock.now()).toISOString(), data }
  }

  #add(type: WireEvent['type'], data: WireEvent['data']): boolean {
    const isResult = type === 'match' || type === 'match.void'
    if (!isResult && this.#queue.size >= this.#capacity - Math.min(reserved, this.#capacity / 2)) return false
    const added = this.#queue.add(this.#event(type, data))
    if (added) this.#reporter.wake()
    return added
  }

  #heartbeat({ maxPlayers, version }: ServerFacts) {
    return {
      playerCount: this.#port.players.count(),
      ...(maxPlayers !== undefined && { maxPlayers }),
      ...(version !== undefined && { version }),
      ...(this.#queues.size > 0 && { queues: Object.fromEntries(this.#queues) }),
    }
  }

  #isHasty(pfid: string): boolean {
    const now = this.#port.clock.now()
    for (const [who, at] of this.#linkedAt) if (now - at >= linkPauseMs) this.#linkedAt.delete(who)
    if (this.#linkedAt.has(pfid)) return true
    this.#linkedAt.set(pfid, now)
    return false
  }

  #rejected({ id, type, data }: WireEvent, reason: string): void {
    this.#port.say(`the site rejected ${type} ${String(data.matchId ?? id)}: ${reason}`)
    const { pfid } = data
    if (!type.startsWith('link.') || typeof pfid !== 'string' || !this.#port.players.isHere(pfid)) return
    this.#port.players.tell(pfid, `The website says: ${reason}`)
  }
}
