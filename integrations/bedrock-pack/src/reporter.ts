import { isConfirmed, readAnswer, type Verdict } from './answers.ts'
import type { Outbox } from './outbox.ts'
import type { Clock, Http, HttpAnswer } from './port.ts'
import type { EventQueue } from './queue.ts'
import { limits, type WireEvent } from './wire.ts'

interface Parts {
  readonly http: Http
  readonly clock: Clock
  readonly queue: EventQueue
  readonly outbox: Outbox
  /** A fresh one for each attempt: it says how things are now, so it is the one event that is never repeated. */
  readonly heartbeat: () => WireEvent
  readonly onRejected: (event: WireEvent, reason: string) => void
  readonly say: (line: string) => void
}

/** Events that come within this time travel together. */
const gatherMs = 200
/** Between the halves of a refused batch: quick, but no hammering. */
const splitMs = 250
const backOff = { firstMs: 1_000, mostMs: 60_000 } as const
const poll = { leastMs: 1_000, usualMs: 5_000, mostMs: 300_000 } as const
/** A long outage is mentioned again after so many attempts. */
const remindAfter = 30

/** Brings events to the site and orders back, one request at a time. */
export class Reporter {
  #busy = false
  #gathers = false
  #over = false
  #callOff: (() => void) | undefined
  #notBefore = 0
  #heartbeatAt = 0
  #pollMs: number = poll.usualMs
  #failures = 0
  #most: number = limits.events
  #toConfirm: string[] = []

  constructor(private readonly parts: Parts) {}

  start(): void {
    this.#schedule(0)
  }

  stop(): void {
    this.#over = true
    this.#callOff?.()
  }

  /** There is something new in the queue. */
  wake(): void {
    // Once: a steady stream of events must not push its own sending away.
    if (this.#busy || this.#gathers) return
    this.#gathers = true
    this.#schedule(gatherMs)
  }

  #schedule(ms: number): void {
    if (this.#over) return
    this.#callOff?.()
    const wait = Math.max(ms, this.#notBefore - this.parts.clock.now())
    this.#callOff = this.parts.clock.after(wait, () => void this.#turn())
  }

  async #turn(): Promise<void> {
    if (this.#busy || this.#over) return
    this.#busy = true
    this.#gathers = false
    const turn = this.#toConfirm.length > 0 ? this.#confirm() : this.#report()
    const wait = await turn.catch((error: unknown) => this.#later(`the pack failed: ${String(error)}`, 0))
    this.#busy = false
    this.#schedule(wait)
  }

  /** Sends a batch; returns how long to wait for the next turn. */
  async #report(): Promise<number> {
    const { clock, queue, heartbeat } = this.parts
    // While a batch is being taken apart, the heartbeat stays out of it: a batch of one must be that one.
    const isWhole = this.#most === limits.events
    const beats = clock.now() >= this.#heartbeatAt && (isWhole || queue.size === 0)
    const events = queue.head(this.#most - (beats && isWhole ? 1 : 0), limits.bytes)
    const batch = beats ? [...events, heartbeat()] : events
    if (batch.length === 0) return this.#heartbeatAt - clock.now()
    const answer = await this.#post('/api/ingest/events', { events: batch })
    const verdict = readAnswer(answer, batch.length, clock.now())
    switch (verdict.kind) {
      case 'taken':
        if (beats) this.#heartbeatAt = clock.now() + pollTime(verdict.nextPollMs)
        return this.#taken(batch, verdict)
      case 'refused':
        return this.#refused(events, verdict)
      case 'no-key':
        return this.#endWithoutKey(verdict.why)
      case 'later':
        return this.#later(verdict.why, verdict.waitMs)
    }
  }

  #taken(batch: readonly WireEvent[], verdict: Extract<Verdict, { kind: 'taken' }>): number {
    const { clock, queue, outbox, onRejected, say } = this.parts
    if (this.#failures > 0) say(`the site answers again; ${queue.size} events wait`)
    this.#failures = 0
    this.#pollMs = pollTime(verdict.nextPollMs)
    for (const [index, event] of batch.entries()) {
      const result = verdict.results[index]
      queue.remove(event.id)
      if (result?.status === 'rejected') onRejected(event, result.reason ?? 'no reason given')
    }
    this.#toConfirm = outbox.take(verdict.outbox)
    if (this.#toConfirm.length > 0) return 0
    if (queue.size > 0) return this.#most < limits.events ? splitMs : 0
    this.#most = limits.events
    return Math.min(this.#pollMs, this.#heartbeatAt - clock.now())
  }

  /** Halves the batch until the event that is to blame stands alone, and goes on without it. */
  #refused(events: readonly WireEvent[], { why, bySite }: Extract<Verdict, { kind: 'refused' }>): number {
    const [event] = events
    if (events.length > 1) {
      this.#most = Math.ceil(events.length / 2)
      return splitMs
    }
    // A proxy that refuses everything must not cost a single match; nor is a heartbeat worth a thought.
    if (event === undefined || !bySite) return this.#later(why, 0)
    this.parts.queue.remove(event.id)
    this.#most = limits.events
    this.parts.onRejected(event, why)
    return splitMs
  }

  #endWithoutKey(why: string): number {
    const { queue, say } = this.parts
    say(
      `${why}. Nothing is sent until the key in config/default/secrets.json is right and the server restarted;` +
        ` ${queue.size} events are kept.`,
    )
    this.stop()
    return 0
  }

  #later(why: string, waitMs: number): number {
    const { clock, queue, say } = this.parts
    if (this.#failures % remindAfter === 0) say(`${why}; ${queue.size} events are kept and sent later`)
    const most = Math.min(backOff.mostMs, backOff.firstMs * 2 ** Math.min(this.#failures, 10))
    this.#failures += 1
    // Between half of it and all of it: several servers must not come back in step.
    const wait = Math.max(waitMs, most * (0.5 + Math.random() / 2))
    this.#notBefore = clock.now() + wait
    return wait
  }

  async #confirm(): Promise<number> {
    const ids = this.#toConfirm
    const answer = await this.#post('/api/ingest/ack', { ids })
    if (isConfirmed(answer)) {
      this.#toConfirm = []
      return this.parts.queue.size > 0 ? 0 : Math.max(0, this.#heartbeatAt - this.parts.clock.now())
    }
    const verdict = readAnswer(answer, 0, this.parts.clock.now())
    if (verdict.kind === 'no-key') return this.#endWithoutKey(verdict.why)
    // Whatever is wrong with it: the site sends the items again, and they are confirmed then.
    this.#toConfirm = []
    return this.#later('the site did not take a confirmation', verdict.kind === 'later' ? verdict.waitMs : 0)
  }

  #post(path: string, body: unknown): Promise<HttpAnswer | undefined> {
    return this.parts.http.post(path, JSON.stringify(body)).catch(() => undefined)
  }
}

/** As the site wishes, within reason. */
const pollTime = (ms: number) =>
  Number.isFinite(ms) ? Math.min(Math.max(ms, poll.leastMs), poll.mostMs) : poll.usualMs
