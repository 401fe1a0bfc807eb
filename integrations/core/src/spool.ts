import type { Port } from './port.ts'
import type { SiteClock } from './site-clock.ts'
import { isRecord, limits, structureLength, utf8Length, type WireEvent } from './wire.ts'

const eventPrefix = 'event:'
/** Events stored before the first response of the site, with times of the local clock. Never sent as they are. */
const draftPrefix = 'draft:'

interface Entry {
  readonly number: number
  readonly event: WireEvent
  /** The JSON as stored: sent byte for byte, so that the site recognizes a repeated event. */
  readonly text: string
  readonly bytes: number
  readonly structure: number
  /** Of a draft: what to add to its times once the site's time is known. */
  readonly draftSkew: (() => number) | undefined
  /** Monotonic time before which it is not sent again. */
  notBefore: number
  retries: number
}

/** A retried event waits this long at first, then twice as long each time. */
const retry = { firstMs: 15_000, maxMs: 300_000 } as const

/** Events without a final result, oldest first. Each is stored, with its final times, before it is first sent. */
export class Spool {
  readonly #entries = new Map<string, Entry>()
  #next = 1

  constructor(
    private readonly port: Pick<Port, 'storage' | 'say'>,
    private readonly clock: SiteClock,
  ) {
    const isOurs = (key: string) => key.startsWith(eventPrefix) || key.startsWith(draftPrefix)
    const keys = port.storage.keys().filter(isOurs)
    keys.sort((a, b) => numberOf(a) - numberOf(b))
    for (const key of keys) this.#load(key)
    this.#next = numberOf(keys.at(-1) ?? `${eventPrefix}0`) + 1
  }

  get size(): number {
    return this.#entries.size
  }

  /** True when an event about this match waits here. */
  hasMatch(matchId: string): boolean {
    for (const { event } of this.#entries.values())
      if (event.type === 'match' && event.data.matchId === matchId) return true
    return false
  }

  /** Stores an event whose times are readings of the local clock at this moment. */
  add(event: WireEvent, local: number): void {
    const number = this.#next
    this.#next += 1
    if (this.clock.isKnown) {
      const final = shifted(event, this.clock.skew(local))
      this.#keep(number, final, this.#write(eventPrefix, number, final))
    } else {
      const monotonic = this.clock.monotonic()
      const text = this.#write(draftPrefix, number, event)
      this.#keep(number, event, text, () => this.clock.skew(local, monotonic))
    }
  }

  /** Gives drafts their final times, as soon as the site's time is known. */
  settleDrafts(): void {
    if (!this.clock.isKnown) return
    const { storage } = this.port
    for (const { number, event, draftSkew } of [...this.#entries.values()]) {
      if (draftSkew === undefined) continue
      const skew = draftSkew()
      const ahead = Math.max(0, latestTime(event) + skew - this.clock.now())
      const final = shifted(event, skew - ahead)
      this.#keep(number, final, this.#write(eventPrefix, number, final))
      storage.write(draftPrefix + number, undefined)
    }
  }

  /** The oldest events that fit into one request beside `reserve`. One that is too big for any request goes alone. */
  batch(maxEvents: number, reserve: { readonly bytes: number; readonly structure: number }): Entry[] {
    const now = this.clock.monotonic()
    const chosen: Entry[] = []
    let { bytes, structure } = reserve
    for (const entry of this.#entries.values()) {
      if (entry.draftSkew !== undefined || entry.notBefore > now) continue
      bytes += entry.bytes + 1
      structure += entry.structure + 1
      const isFull = chosen.length >= maxEvents || bytes > limits.bytes || structure > limits.structure
      if (isFull && (chosen.length > 0 || maxEvents === 0 || reserve.bytes > limits.bytes / 2)) break
      chosen.push(entry)
    }
    return chosen
  }

  /** Milliseconds until an event may be sent; undefined when none waits. */
  get nextMs(): number | undefined {
    const now = this.clock.monotonic()
    let next: number | undefined
    for (const { notBefore, draftSkew } of this.#entries.values()) {
      if (draftSkew === undefined) next = Math.min(next ?? Number.POSITIVE_INFINITY, notBefore - now)
    }
    return next === undefined ? undefined : Math.max(0, next)
  }

  /** The site asks for this event again later. Others overtake it. Returns true the first time. */
  defer(id: string): boolean {
    const entry = this.#entries.get(id)
    if (entry === undefined) return false
    const wait = Math.min(retry.maxMs, retry.firstMs * 2 ** Math.min(entry.retries, 10))
    entry.retries += 1
    entry.notBefore = this.clock.monotonic() + wait
    return entry.retries === 1
  }

  /** The event has its final result. */
  remove(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    this.port.storage.write(eventPrefix + entry.number, undefined)
  }

  #load(key: string): void {
    const { storage, say } = this.port
    const text = storage.read(key) ?? ''
    const event = parsed(text)
    const isDraft = key.startsWith(draftPrefix)
    if (event === undefined) {
      say(`the stored event ${key} is damaged and was dropped`)
      storage.write(key, undefined)
    } else if (isDraft && storage.read(eventPrefix + numberOf(key)) !== undefined) {
      // The process ended after the final event was stored and before its draft was removed.
      storage.write(key, undefined)
    } else this.#keep(numberOf(key), event, text, isDraft ? () => this.clock.skew() : undefined)
  }

  #write(prefix: string, number: number, event: WireEvent): string {
    const text = JSON.stringify(event)
    this.port.storage.write(prefix + number, text)
    return text
  }

  #keep(number: number, event: WireEvent, text: string, draftSkew?: () => number): void {
    this.#entries.set(event.id, {
      number,
      event,
      text,
      bytes: utf8Length(text),
      structure: structureLength(text),
      draftSkew,
      notBefore: Number.NEGATIVE_INFINITY,
      retries: 0,
    })
  }
}

const numberOf = (key: string) => Number(key.slice(key.indexOf(':') + 1))

function parsed(text: string): WireEvent | undefined {
  try {
    const event = JSON.parse(text) as Partial<WireEvent> | null
    return typeof event?.id === 'string' && isRecord(event.data) ? (event as WireEvent) : undefined
  } catch {
    return undefined
  }
}

const timesOf = ({ at, data }: WireEvent) => [at, data.endedAt].filter((time) => typeof time === 'string')

const latestTime = (event: WireEvent) => Math.max(...timesOf(event).map((time) => Date.parse(time)))

/** The event with every time in it moved. */
function shifted(event: WireEvent, ms: number): WireEvent {
  const by = Math.round(ms)
  if (by === 0) return event
  const move = (time: unknown) =>
    typeof time === 'string' ? new Date(Math.max(0, Date.parse(time) + by)).toISOString() : time
  const { data } = event
  if (event.type === 'report' && Array.isArray(data.chat)) {
    const chat = data.chat.map((line: { at: unknown }) => ({ ...line, at: move(line.at) }))
    return { ...event, at: String(move(event.at)), data: { ...data, chat } }
  }
  if (event.type !== 'match') return { ...event, at: String(move(event.at)) }
  const kills = Array.isArray(data.kills)
    ? { kills: data.kills.map((kill: { at: unknown }) => ({ ...kill, at: move(kill.at) })) }
    : {}
  return {
    ...event,
    at: String(move(event.at)),
    data: { ...data, startedAt: move(data.startedAt), endedAt: move(data.endedAt), ...kills },
  }
}
