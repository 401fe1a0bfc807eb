// What the pack needs of the world around it. `minecraft.ts` answers these on a Bedrock Dedicated Server, the tests in Node.

export interface HttpAnswer {
  readonly status: number
  readonly body: string
  /** The Retry-After header as sent. */
  readonly retryAfter?: string | undefined
}

export interface Http {
  /** Sends JSON to a path of the site, with the key. Rejects when no whole answer came, also after its own timeout. */
  post(path: string, body: string): Promise<HttpAnswer>
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `work` once; the function that it returns calls it off. */
  after(ms: number, work: () => void): () => void
}

/** Text by name, kept when the server restarts. Writing undefined removes. */
export interface Storage {
  keys(): string[]
  read(key: string): string | undefined
  write(key: string, value: string | undefined): void
}

export type InputMode = 'touch' | 'controller' | 'keyboard'

export interface KnownPlayer {
  readonly pfid: string
  readonly gamertag: string
  readonly input?: InputMode | undefined
}

export interface Players {
  count(): number
  /** Somebody who is here, or was a while ago: a match may outlast its players. */
  find(gamertag: string): KnownPlayer | undefined
  isHere(pfid: string): boolean
  tell(pfid: string, text: string): void
  setRank(pfid: string, rank: string): void
}

export interface Port {
  readonly http: Http
  readonly clock: Clock
  readonly storage: Storage
  readonly players: Players
  /** Something that nobody outside can know exactly: tick times, positions. Called often; must be cheap. */
  readonly noise: () => string
  /** A line in the server's console. */
  readonly say: (line: string) => void
}

export interface ServerFacts {
  readonly maxPlayers?: number | undefined
  readonly version?: string | undefined
}
