/** An event as docs/integration/http.md describes it. */
export interface WireEvent {
  /** UUID; the same on every attempt. */
  readonly id: string
  readonly type:
    | 'heartbeat'
    | 'match'
    | 'match.void'
    | 'player'
    | 'link.request'
    | 'link.remove'
    | 'punishment'
    | 'punishment.lift'
    | 'report'
    | 'cup.begun'
    | 'cup.player'
  /** ISO 8601. */
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface WireResult {
  readonly status: 'accepted' | 'duplicate' | 'retry' | 'rejected'
  readonly reason?: string
  /** Of a `link.request`: the code to show. */
  readonly code?: string
  /** Of a `punishment`: the code with which the player appeals. */
  readonly appealCode?: string
  /** What the player reads of it, in their language. Sites of before send none. */
  readonly text?: string
}

export interface OutboxItem {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A match of a cup that this server may host now. */
export interface CupMatch {
  /** What `reportMatch` and `cupBegun` name. */
  readonly cupMatchId: string
  readonly mode: string
  readonly bestOf: number
  /** Games won so far, by side. */
  readonly wins: readonly number[]
  /** Each id under which the players of a side are known. */
  readonly sides: readonly (readonly {
    readonly xuid?: string
    readonly pfid?: string
    readonly gamertag: string
    /** The call in the language of this player, with `{command}` for what they type. Sites of before send none. */
    readonly text?: string
  }[])[]
  /** ISO 8601 by the site's clock; null while the cup is paused. */
  readonly until: string | null
}

export const limits = {
  events: 100,
  /** A quarter of what the site takes: a batch is parsed while players wait. */
  bytes: 256 * 1024,
  /** Half of the characters `{ } [ ] : ,` outside strings that the site takes. */
  structure: 50_000,
  players: 64,
  kills: 200,
  count: 10_000,
  points: 10_000,
  headBytes: 4 * 1024,
  /** Lines of chat in a report, and characters of one. */
  chatLines: 20,
  chatText: 512,
  /** Players named in one heartbeat: as many as fit well into the limit of bytes. */
  presence: 1_500,
} as const

/** Length in UTF-8. Script engines of game servers have no TextEncoder. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

/** Characters `{ } [ ] : ,` of a JSON text outside its strings. */
export function structureLength(json: string): number {
  let count = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]!
    if (inString) {
      if (character === '\\') index += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if ('{}[]:,'.includes(character)) count += 1
  }
  return count
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
