import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../src/server/demo/random.ts'
import { cli, Person } from './people.ts'
import type { Site } from './site.ts'

const players = 12
const members = 6
const xuid = (n: number) => String(2_535_400_000_000_000 + n)
const modes = ['boxing', 'sumo'] as const
/** Fewer than a page of the list, so that each new one shows. */
const maxComments = 12

/** What goes on at a site: matches, players who come and go, comments, likes, messages and reports, at random. */
export class LiveStream {
  readonly slug = 'the-arena-opens'
  postId = 0
  /** Whose page is watched. */
  playerId = 0
  #others: Person[] = []
  #players: number[] = []
  #comments: { path: string; by: Person; ids: number[] }[] = []
  #key = ''
  #online: object[] = []
  #count = 0

  private constructor(
    private readonly site: Site,
    readonly owner: Person,
    private readonly random: Random,
  ) {}

  static async begin(site: Site, random: Random): Promise<LiveStream> {
    const stream = new LiveStream(site, await Person.owner(site, 'Foxglove'), random)
    await stream.#prepare()
    return stream
  }

  async #prepare(): Promise<void> {
    const { owner } = this
    for (let n = 0; n < members; n += 1) this.#others.push(await Person.register(this.site, `Member ${n}`))
    const key = await cli(this.site, ['key', 'create', 'Arena'])
    this.#key = /: (\S+)$/.exec(key)?.[1] ?? ''
    await this.#report('player', { xuid: xuid(0), gamertag: 'Foxglove' })
    await this.#report('link.code', { xuid: xuid(0), gamertag: 'Foxglove', code: 'FOXG2345' })
    await owner.do('POST', '/api/link', { code: 'FOXG2345' })
    for (let n = 0; n < players; n += 1) await this.match(n)
    const board = await owner.do('GET', `/api/leaderboard?limit=${players}`)
    this.#players = board.entries.map((entry: { user: { id: number } }) => entry.user.id)
    this.playerId = owner.id
    this.postId = (await owner.do('POST', '/api/posts', { content: 'Who is in the arena tonight?' })).id
    const item = { title: 'The arena opens', slug: this.slug, summary: 'Tonight.', markdown: 'Come along.' }
    const news = await owner.do('POST', '/api/admin/news', item)
    await owner.do('POST', `/api/admin/news/${news.id}/publication`, {})
    this.#comments = [`/api/posts/${this.postId}/comments`, `/api/news/${this.slug}/comments`].map(
      (path, n) => ({
        path,
        by: this.#others[n]!,
        ids: [],
      }),
    )
    await this.presence()
  }

  async #report(type: string, data: object): Promise<void> {
    const at = new Date().toISOString()
    const response = await fetch(`${this.site.url}/api/ingest/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#key}` },
      body: JSON.stringify({ events: [{ id: randomUUID(), type, at, data }] }),
    })
    const text = await response.text()
    if (!text.includes('"accepted"')) throw new Error(`a ${type} was not accepted: ${text}`)
  }

  /** A ranked match between two players, the first of whom wins. */
  async match(first: number = this.random.whole(0, players - 1)): Promise<void> {
    const second = (first + this.random.whole(1, players - 1)) % players
    const at = new Date().toISOString()
    const player = (n: number, result: 'win' | 'loss', points: number) => ({
      xuid: xuid(n),
      gamertag: n === 0 ? 'Foxglove' : `Fighter ${n}`,
      result,
      kills: 3,
      deaths: 1,
      assists: 0,
      points,
    })
    await this.#report('match', {
      matchId: randomUUID(),
      gameType: this.random.pick(modes),
      ranked: true,
      startedAt: at,
      endedAt: at,
      players: [
        player(first, 'win', this.random.whole(5, 30)),
        player(second, 'loss', -this.random.whole(1, 9)),
      ],
    })
  }

  /** Says who is online: the same again, unless `others`. */
  async presence(others = true): Promise<void> {
    if (others)
      this.#online = Array.from({ length: players }, (_, n) => n)
        .filter(() => this.random.next() < 0.5)
        .map((n) => ({ xuid: xuid(n), mode: this.random.pick(modes) }))
    await this.#report('heartbeat', {
      playerCount: this.#online.length,
      maxPlayers: 100,
      players: this.#online,
    })
  }

  /** Words that were never written before. */
  #words(begin: string): string {
    this.#count += 1
    return `${begin} ${this.#count}`
  }

  /** Says who is online again and again meanwhile: a game server that is silent lists nobody after some seconds. */
  async keepPresence<T>(work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => void this.presence(false), 3_000)
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  }

  async #comment(): Promise<void> {
    const on = this.random.pick(this.#comments)
    if (on.ids.length >= maxComments) await on.by.do('DELETE', `/api/comments/${on.ids.shift()}`)
    const content = this.#words('Comment')
    on.ids.push((await on.by.do('POST', on.path, { content })).id)
  }

  async #like(): Promise<void> {
    await this.random.pick(this.#others).do('POST', `/api/posts/${this.postId}/reactions`, { type: 'like' })
  }

  async #message(): Promise<void> {
    const subject = this.#words('Message')
    const message = { name: 'Ann', email: 'ann@player.example', subject, message: 'Is the arena open?' }
    await this.random.pick(this.#others).do('POST', '/api/contact', message)
  }

  async #reportPlayer(): Promise<void> {
    const id = this.random.pick(this.#players.filter((one) => one !== this.owner.id))
    const reason = this.#words('Reported')
    // 409: this member has reported them already.
    const { status } = await this.random
      .pick(this.#others)
      .send('POST', `/api/players/${id}/reports`, { reason })
    if (![200, 201, 409].includes(status)) throw new Error(`a report answered ${status}`)
  }

  /** One thing that happens. */
  async step(): Promise<void> {
    const chance = this.random.next()
    if (chance < 0.45) await this.match()
    else if (chance < 0.6) await this.presence()
    else if (chance < 0.8) await this.#comment()
    else if (chance < 0.9) await this.#like()
    else if (chance < 0.96) await this.#message()
    else await this.#reportPlayer()
  }

  /** Things happen for so long, some a second. */
  async run(ms: number): Promise<void> {
    for (const until = performance.now() + ms; performance.now() < until; ) {
      await this.step()
      await pause(this.random.whole(0, 250))
    }
  }
}
