// What the SDK needs of the game server around it. `node.ts` implements the first three for Node.

/** Exactly one id. Send an `xuid` when the server knows it, the PlayFab id on a Bedrock Dedicated Server. */
export type PlayerId =
  | { readonly xuid: string; readonly pfid?: undefined }
  | { readonly pfid: string; readonly xuid?: undefined }

export interface HttpResponse {
  readonly status: number
  readonly body: string
  /** The Retry-After header as sent. */
  readonly retryAfter?: string | undefined
}

export interface Http {
  /** Sends JSON to a path of the site, with the key. Rejects when no complete response came, also after its timeout. */
  post(path: string, body: string): Promise<HttpResponse>
}

export interface Clock {
  /** Milliseconds since 1970. May be wrong and may jump. */
  now(): number
  /** Milliseconds since any start, never set back. Without it, a jump of `now` is corrected one heartbeat late. */
  monotonic?(): number
  /** Calls `work` once. Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
}

/** Text by key that survives a restart. Each write is atomic. Writing undefined removes. */
export interface Storage {
  keys(): string[]
  read(key: string): string | undefined
  write(key: string, value: string | undefined): void
  /** Resolves when everything written so far also survives a power failure. */
  flush?(): Promise<void>
}

export interface Players {
  count(): number
  isHere(id: PlayerId): boolean
  /** Shows a line to a player who is here. */
  tell(id: PlayerId, text: string): void
}

export interface Port {
  readonly http: Http
  readonly clock: Clock
  readonly storage: Storage
  readonly players: Players
  /** Writes a line to the server's console. */
  readonly say: (line: string) => void
}

/** Copies the one id that an object carries; undefined when it carries none or both. */
export function playerIdOf(value: {
  readonly xuid?: unknown
  readonly pfid?: unknown
}): PlayerId | undefined {
  const { xuid, pfid } = value
  if (typeof xuid === 'string' && pfid === undefined) return { xuid }
  if (typeof pfid === 'string' && xuid === undefined) return { pfid }
  return undefined
}

/** A key for maps and storage. */
export const keyOfPlayer = (id: PlayerId) => (id.xuid === undefined ? `pfid:${id.pfid}` : `xuid:${id.xuid}`)
