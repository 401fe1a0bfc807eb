import type { Storage } from './port.ts'
import { utf8Length, type WireEvent } from './wire.ts'

const prefix = 'event:'

interface Kept {
  readonly key: string
  readonly event: WireEvent
  readonly bytes: number
}

/** Events that the site has not confirmed yet, oldest first; each is stored before it is sent. */
export class EventQueue {
  #kept: Kept[] = []
  #next = 1

  constructor(
    private readonly storage: Storage,
    private readonly capacity: number,
  ) {
    for (const key of storage.keys().filter((one) => one.startsWith(prefix))) {
      const text = storage.read(key) ?? ''
      const event = parsed(text)
      if (event === undefined) storage.write(key, undefined)
      else this.#kept.push({ key, event, bytes: utf8Length(text) })
    }
    this.#kept.sort((a, b) => numberOf(a.key) - numberOf(b.key))
    this.#next = numberOf(this.#kept.at(-1)?.key ?? `${prefix}0`) + 1
  }

  get size(): number {
    return this.#kept.length
  }

  /** False when it is full: whoever reports must know, and what is already here stays. */
  add(event: WireEvent): boolean {
    if (this.#kept.length >= this.capacity) return false
    const key = `${prefix}${this.#next}`
    const text = JSON.stringify(event)
    this.storage.write(key, text)
    this.#kept.push({ key, event, bytes: utf8Length(text) })
    this.#next += 1
    return true
  }

  /** The oldest ones that fit into a request; one at least, however big. */
  head(most: number, mostBytes: number): readonly WireEvent[] {
    const events: WireEvent[] = []
    let bytes = 0
    for (const kept of this.#kept) {
      bytes += kept.bytes + 1
      if (events.length >= most || (bytes > mostBytes && events.length > 0)) break
      events.push(kept.event)
    }
    return events
  }

  remove(id: string): void {
    const index = this.#kept.findIndex((kept) => kept.event.id === id)
    const [kept] = index < 0 ? [] : this.#kept.splice(index, 1)
    if (kept !== undefined) this.storage.write(kept.key, undefined)
  }
}

const numberOf = (key: string) => Number(key.slice(prefix.length))

function parsed(text: string): WireEvent | undefined {
  try {
    const event = JSON.parse(text) as Partial<WireEvent> | null
    return typeof event?.id === 'string' ? (event as WireEvent) : undefined
  } catch {
    return undefined
  }
}
