// One game server and one site in simulated time: any port operation can be the one at which the server is killed.
import { FakeSite } from '../../conformance/fake-site.mjs'
import type { Clock, Http, PlayerId, Port, Storage } from '../src/port.ts'
import { SiteClient } from '../src/site-client.ts'

/** True time, which neither the server nor the site reads directly. */
export class Timeline {
  now = Date.parse('2026-03-01T12:00:00Z')
  #waiting: { readonly at: number; readonly work: () => void }[] = []

  after(ms: number, work: () => void): () => void {
    const entry = { at: this.now + Math.max(0, ms), work }
    this.#waiting.push(entry)
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== entry)
    }
  }

  /** Lets time pass until `isDone`, at most `ms`. */
  async pass(ms: number, isDone: () => boolean = () => false): Promise<void> {
    const end = this.now + ms
    for (;;) {
      await settled()
      if (isDone()) return
      const [next] = this.#waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#waiting = this.#waiting.filter((one) => one !== next)
      this.now = Math.max(this.now, next.at)
      next.work()
    }
    this.now = end
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Where the server was killed. */
class Killed extends Error {}

export interface Conditions {
  /** What the server's clock shows beyond true time; may change as time passes. */
  readonly skewMs?: (trueTime: number) => number
  /** Milliseconds that a request takes, both ways together. */
  readonly latencyMs?: () => number
  /** Numbers of port operations at which the server is killed; each write and each request are two. */
  readonly kills?: ReadonlySet<number>
  readonly contract?: 1 | 2
}

export const key = 'the-key-of-the-simulation'

export class Simulation {
  readonly timeline = new Timeline()
  readonly site: FakeSite
  /** What a disk holds: it survives kills. */
  readonly disk = new Map<string, string>()
  readonly here = new Set<string>()
  readonly told: string[] = []
  readonly ranks: string[] = []
  readonly punished: string[] = []
  readonly lines: string[] = []
  /** What the server was doing when it was killed. */
  readonly deaths: string[] = []
  /** Everything sent that must not change, by event id. */
  readonly sent = new Map<string, string>()
  readonly breaches: string[] = []
  client!: SiteClient
  isAlive = false
  operations = 0
  /** False: connections fail. */
  isSiteUp = true
  /** True: nothing can be written. */
  isDiskFull = false
  /** False: the game has no code for bans. */
  hasOnPunish = true
  #unflushed = new Set<string>()
  #generation = 0

  constructor(private readonly conditions: Conditions = {}) {
    this.site = new FakeSite({ keys: [key], contract: conditions.contract ?? 2 })
    this.site.now = () => this.timeline.now
  }

  /** The server's clock. */
  wall(): number {
    return this.timeline.now + (this.conditions.skewMs?.(this.timeline.now) ?? 0)
  }

  start(): void {
    this.#generation += 1
    this.isAlive = true
    try {
      this.client = new SiteClient(this.#port(this.#generation), { maxPlayers: 40, version: '1.21.100' })
      this.client.onRank(({ pfid }, rank) => this.ranks.push(`${pfid}: ${rank}`))
      if (this.hasOnPunish) this.client.onPunish(({ id }) => this.punished.push(id))
      this.client.start()
      for (const pfid of this.here) this.client.joined({ pfid }, pfid)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }

  /** Runs game code. Returns undefined when the server was killed in the middle of it. */
  play<T>(work: (client: SiteClient) => T): T | undefined {
    if (!this.isAlive) return undefined
    try {
      const value = work(this.client)
      return this.isAlive ? value : undefined
    } catch (error) {
      if (error instanceof Killed) return undefined
      throw error
    }
  }

  kill(doing: string): never {
    this.isAlive = false
    this.deaths.push(doing)
    throw new Killed(doing)
  }

  #port(generation: number): Port {
    const isMine = () => this.isAlive && this.#generation === generation
    const step = (doing: string) => {
      if (!isMine()) throw new Killed(doing)
      this.operations += 1
      if (this.conditions.kills?.has(this.operations)) this.kill(doing)
    }
    const storage: Storage = {
      keys: () => [...this.disk.keys()],
      read: (name) => this.disk.get(name),
      write: (name, value) => {
        const doing = `${value === undefined ? 'remove' : 'write'} ${name}`
        step(`before ${doing}`)
        if (this.isDiskFull && value !== undefined) throw new Error('the disk is full')
        if (value === undefined) this.disk.delete(name)
        else this.disk.set(name, value)
        this.#unflushed.add(name)
        step(`after ${doing}`)
      },
      flush: async () => this.#unflushed.clear(),
    }
    const clock: Clock = {
      now: () => this.wall(),
      monotonic: () => this.timeline.now - 1_000_000,
      after: (ms, work) => this.timeline.after(ms, () => isMine() && work()),
    }
    const http: Http = {
      post: async (path, body) => {
        this.#check(path, body)
        const latency = this.conditions.latencyMs?.() ?? 20
        await this.#wait(latency / 2)
        if (!isMine()) return new Promise(() => undefined)
        step(`before sending to ${path}`)
        if (!this.isSiteUp) throw new Error('connection refused')
        const response = await this.site.handle(path, `Bearer ${key}`, Buffer.from(body))
        await this.#wait(latency / 2)
        if (!isMine()) return new Promise(() => undefined)
        step(`before the response of ${path}`)
        if (response === undefined) throw new Error('connection cut')
        return {
          status: response.status,
          body: response.body,
          retryAfter: response.headers['retry-after'],
        }
      },
    }
    return {
      http,
      clock,
      storage,
      players: {
        count: () => this.here.size,
        isHere: ({ pfid = '' }: PlayerId) => this.here.has(pfid),
        tell: ({ pfid }, text) => isMine() && this.told.push(`${pfid}: ${text}`),
      },
      say: (line) => isMine() && this.lines.push(line),
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.timeline.after(ms, resolve)
    })
  }

  /** Nothing is sent that a power failure could take back, and nothing changes between two attempts. */
  #check(path: string, body: string): void {
    if (!path.endsWith('/events')) return
    const { protocol, events } = JSON.parse(body) as {
      protocol: number
      events: { id: string; type: string }[]
    }
    if (protocol !== 2) this.breaches.push('no protocol')
    const stored = new Set(
      [...this.disk].filter(([name]) => !this.#unflushed.has(name)).map(([, text]) => text),
    )
    for (const event of events) {
      if (event.type === 'heartbeat') continue
      const text = JSON.stringify(event)
      if (!stored.has(text)) this.breaches.push(`sent before it was stored: ${text}`)
      if ((this.sent.get(event.id) ?? text) !== text) this.breaches.push(`changed: ${text}`)
      this.sent.set(event.id, text)
    }
  }
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
