import type { Guard } from './guard.ts'
import type { Outbox } from './outbox.ts'
import type { HttpResponse, Port } from './port.ts'
import { isConfirmed, readResponse, type Verdict } from './response.ts'
import type { SiteClock } from './site-clock.ts'
import type { Spool } from './spool.ts'
import {
  type CupMatch,
  limits,
  structureLength,
  utf8Length,
  type WireEvent,
  type WireResult,
} from './wire.ts'

interface Parts {
  readonly port: Pick<Port, 'http' | 'clock' | 'storage' | 'say'>
  readonly siteClock: SiteClock
  readonly spool: Spool
  readonly outbox: Outbox
  readonly guard: Guard
  /** Made again for each attempt: heartbeats say how things are now, so they alone are never repeated. */
  readonly heartbeats: () => WireEvent[]
  readonly onResult: (event: WireEvent, result: WireResult) => void
  readonly onCupMatches: (matches: readonly CupMatch[]) => void
}

/** Events that come within this time travel together. */
const gatherMs = 200
/** Between the halves of a refused batch. */
const splitMs = 250
const backOff = { firstMs: 1_000, maxMs: 60_000 } as const
const unauthorizedMs = 180_000
const poll = { minMs: 1_000, defaultMs: 5_000, maxMs: 300_000 } as const
/** A long outage is mentioned again after so many attempts. */
const remindAfter = 30

const jittered = (ms: number) => ms * (0.5 + Math.random() / 2)

/** Brings events to the site and orders back, one request at a time. */
export class Reporter {
  #isBusy = false
  #isGathering = false
  #isStopped = true
  #cancel: (() => void) | undefined
  /** Monotonic times. */
  #notBefore = Number.NEGATIVE_INFINITY
  #heartbeatAt = Number.NEGATIVE_INFINITY
  #beats: WireEvent[] = []
  #pollMs: number = poll.defaultMs
  #failures = 0
  #isUnauthorized = false
  #maxEvents: number = limits.events
  #toConfirm: string[] = []
  /** Why the last request had no response. */
  #problem: string | undefined

  constructor(private readonly parts: Parts) {}

  start(): void {
    this.#isStopped = false
    this.#schedule(0)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  /** There is something new in the spool. */
  wake(): void {
    // Once: a steady stream of events must not postpone its own sending.
    if (this.#isBusy || this.#isGathering || this.#isStopped) return
    this.#isGathering = true
    this.#schedule(gatherMs)
  }

  #now(): number {
    return this.parts.siteClock.monotonic()
  }

  #schedule(ms: number): void {
    if (this.#isStopped) return
    this.#cancel?.()
    const wait = Math.max(ms, this.#notBefore - this.#now(), 0)
    this.#cancel = this.parts.port.clock.after(wait, () => void this.#turn())
  }

  async #turn(): Promise<void> {
    if (this.#isBusy || this.#isStopped) return
    this.#isBusy = true
    this.#isGathering = false
    const turn = this.#toConfirm.length > 0 ? this.#confirm() : this.#report()
    const wait = await turn.catch((error: unknown) => this.#later(`the adapter failed: ${String(error)}`, 0))
    this.#isBusy = false
    this.#schedule(wait)
  }

  /** Sends a batch. Returns how long to wait for the next turn. */
  async #report(): Promise<number> {
    const { port, siteClock, spool } = this.parts
    // While a batch is being taken apart, no heartbeat travels with it: a batch of one must be that one.
    const isWhole = this.#maxEvents === limits.events
    if (this.#beats.length === 0 && this.#now() >= this.#heartbeatAt && (isWhole || spool.size === 0))
      this.#beats = this.parts.heartbeats()
    const [beat] = isWhole || spool.size === 0 ? this.#beats : []
    const beatText = beat === undefined ? '' : JSON.stringify(beat)
    const reserve = { bytes: 40 + utf8Length(beatText), structure: 10 + structureLength(beatText) }
    const entries = spool.batch(this.#maxEvents - (beat === undefined ? 0 : 1), reserve)
    const texts = entries.map(({ text }) => text)
    if (beat !== undefined) texts.push(beatText)
    if (texts.length === 0) {
      this.#maxEvents = limits.events
      return this.#untilNext()
    }
    await port.storage.flush?.()
    const sentAt = this.#now()
    const response = await this.#post('/api/ingest/events', `{"protocol":2,"events":[${texts.join(',')}]}`)
    const verdict = readResponse(response, texts.length, port.clock.now(), this.#problem)
    if (verdict.kind !== 'unauthorized' && this.#isUnauthorized) {
      this.#isUnauthorized = false
      port.say('the site takes the key again')
    }
    const events = entries.map(({ event }) => event)
    switch (verdict.kind) {
      case 'taken':
        siteClock.learn(verdict.serverTime, sentAt)
        if (beat !== undefined) this.#beats.shift()
        if (beat !== undefined && this.#beats.length === 0)
          this.#heartbeatAt = this.#now() + pollTime(verdict.nextPollMs)
        return this.#taken(events, verdict)
      case 'refused':
        return this.#refused(events, beat !== undefined, verdict)
      case 'unauthorized':
        return this.#unauthorized(verdict.why)
      case 'later':
        this.#beats = []
        return this.#later(verdict.why, verdict.waitMs)
    }
  }

  #taken(events: readonly WireEvent[], verdict: Extract<Verdict, { kind: 'taken' }>): number {
    const { port, spool, outbox, guard, onResult } = this.parts
    if (this.#failures > 0) port.say(`the site responds again; ${spool.size} events wait`)
    this.#failures = 0
    this.#pollMs = pollTime(verdict.nextPollMs)
    for (const [index, event] of events.entries()) {
      const result = verdict.results[index]!
      // A disk that fails costs neither the other results nor the next heartbeat.
      if (result.status !== 'retry') guard.run('the spool', () => spool.remove(event.id), undefined)
      else if (!spool.defer(event.id)) continue
      guard.run('a result', () => onResult(event, result), undefined)
    }
    guard.run('the spool', () => spool.settleDrafts(), undefined)
    if (verdict.cupMatches !== undefined) this.parts.onCupMatches(verdict.cupMatches)
    this.#toConfirm = outbox.take(verdict.outbox)
    if (this.#toConfirm.length > 0) return 0
    if (this.#maxEvents < limits.events && spool.nextMs === 0) return splitMs
    this.#maxEvents = limits.events
    return this.#untilNext()
  }

  /** Until the next heartbeat or the next event that may be sent. */
  #untilNext(): number {
    if (this.#beats.length > 0) return 0
    const heartbeat = Math.min(this.#pollMs, this.#heartbeatAt - this.#now())
    return Math.max(0, Math.min(heartbeat, this.parts.spool.nextMs ?? Number.POSITIVE_INFINITY))
  }

  /** Halves the batch until the event that is to blame stands alone, and goes on without it. */
  #refused(
    events: readonly WireEvent[],
    hadHeartbeat: boolean,
    { why, bySite }: Extract<Verdict, { kind: 'refused' }>,
  ): number {
    const [event] = events
    if (events.length > 1 || (event !== undefined && hadHeartbeat)) {
      this.#maxEvents = Math.ceil(events.length / 2)
      return splitMs
    }
    this.#beats = []
    // A proxy that refuses everything must not cost a single match. A refused heartbeat is made again.
    if (event === undefined || !bySite) return this.#later(why, 0)
    this.#maxEvents = limits.events
    this.parts.spool.remove(event.id)
    this.parts.onResult(event, { status: 'rejected', reason: why })
    return splitMs
  }

  /** Somebody may be changing the key right now, so it is tried again; the console hears of it once. */
  #unauthorized(why: string): number {
    const { port, spool } = this.parts
    if (!this.#isUnauthorized)
      port.say(`${why}. Is the key right? It is tried again every few minutes; ${spool.size} events are kept`)
    this.#isUnauthorized = true
    this.#beats = []
    return this.#pause(jittered(unauthorizedMs))
  }

  #later(why: string, waitMs: number): number {
    const { port, spool } = this.parts
    if (this.#failures % remindAfter === 0) port.say(`${why}; ${spool.size} events are kept and sent later`)
    const max = Math.min(backOff.maxMs, backOff.firstMs * 2 ** Math.min(this.#failures, 10))
    this.#failures += 1
    // Several servers must not come back in step.
    return this.#pause(Math.max(waitMs, jittered(max)))
  }

  #pause(ms: number): number {
    this.#notBefore = this.#now() + ms
    return ms
  }

  async #confirm(): Promise<number> {
    const { port } = this.parts
    const ids = this.#toConfirm
    await port.storage.flush?.()
    const response = await this.#post('/api/ingest/ack', JSON.stringify({ ids }))
    // Whatever else the response is: the site sends unconfirmed items again, and they are confirmed then.
    this.#toConfirm = []
    if (isConfirmed(response)) return this.#untilNext()
    const verdict = readResponse(response, 0, port.clock.now(), this.#problem)
    if (verdict.kind === 'unauthorized') return this.#unauthorized(verdict.why)
    const why = verdict.kind === 'taken' ? 'the response is not one of the site' : verdict.why
    return this.#later(
      `the site did not take a confirmation: ${why}`,
      verdict.kind === 'later' ? verdict.waitMs : 0,
    )
  }

  #post(path: string, body: string): Promise<HttpResponse | undefined> {
    return this.parts.port.http.post(path, body).catch((error: unknown) => {
      this.#problem = error instanceof Error ? error.message : String(error)
      return undefined
    })
  }
}

/** As the site wishes, within reason. */
const pollTime = (ms: number) =>
  Number.isFinite(ms) ? Math.min(Math.max(ms, poll.minMs), poll.maxMs) : poll.defaultMs
