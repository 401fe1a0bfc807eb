/** What the site takes, as docs/integration/http.md says. */
export interface WireEvent {
  /** UUID; the same on every attempt. */
  readonly id: string
  readonly type: 'heartbeat' | 'match' | 'match.void' | 'player' | 'link.code' | 'link.remove'
  /** ISO 8601. */
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface WireResult {
  readonly status: 'accepted' | 'duplicate' | 'rejected'
  readonly reason?: string
}

export interface OutboxItem {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export const limits = {
  events: 100,
  /** The site takes 1 MB; half of that also keeps a batch far below its limit of structure characters. */
  bytes: 500_000,
  players: 64,
  count: 10_000,
  points: 10_000,
  futureMs: 5 * 60_000,
} as const

/** Length in UTF-8: a script on the server has no TextEncoder. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
