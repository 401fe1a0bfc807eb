import { randomBytes } from 'node:crypto'
import type { Clock, Http, KnownPlayer, Players, Port, Storage } from '../src/port.ts'

/** Storage that outlives a Pack, as dynamic properties outlive a script. Refuses what a property cannot hold. */
export class MemoryStorage implements Storage {
  readonly texts = new Map<string, string>()
  keys() {
    return [...this.texts.keys()]
  }
  read(key: string) {
    return this.texts.get(key)
  }
  write(key: string, value: string | undefined) {
    if (value === undefined) this.texts.delete(key)
    else if (Buffer.byteLength(value) > 32_767) throw new Error('too long for a dynamic property')
    else this.texts.set(key, value)
  }
}

/** Who is in the game, and what happened to them. */
export class TestPlayers implements Players {
  readonly here = new Map<string, KnownPlayer>()
  readonly told: string[] = []
  readonly ranks: string[] = []
  come(player: KnownPlayer) {
    this.here.set(player.pfid, player)
  }
  count() {
    return this.here.size
  }
  find(gamertag: string) {
    return [...this.here.values()].find((player) => player.gamertag === gamertag)
  }
  isHere(pfid: string) {
    return this.here.has(pfid)
  }
  tell(pfid: string, text: string) {
    this.told.push(`${pfid}: ${text}`)
  }
  setRank(pfid: string, rank: string) {
    this.ranks.push(`${pfid}: ${rank}`)
  }
}

export const nodeHttp = (url: string, key: string, timeoutMs = 5_000): Http => ({
  async post(path, body) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const retryAfter = answer.headers.get('retry-after') ?? undefined
    return { status: answer.status, body: await answer.text(), retryAfter }
  },
})

export const nodeClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

export interface NodePort extends Port {
  readonly storage: MemoryStorage
  readonly players: TestPlayers
  readonly lines: string[]
}

/** The pack's world in Node, talking to a site over real HTTP. */
export function nodePort(
  http: Http,
  more: Partial<Pick<NodePort, 'clock' | 'storage' | 'players'>> = {},
): NodePort {
  const lines: string[] = []
  return {
    http,
    clock: nodeClock,
    storage: new MemoryStorage(),
    players: new TestPlayers(),
    noise: () => randomBytes(8).toString('hex'),
    ...more,
    lines,
    say: (line) => void lines.push(line),
  }
}
