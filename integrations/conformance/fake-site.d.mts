// Types of fake-site.mjs, for the tests.
export interface SentEvent {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface SeenRequest {
  readonly path: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly until?: number
  readonly authorized?: boolean
  readonly status?: number
  readonly bytes?: number
  readonly body?: {
    readonly protocol?: number
    readonly events?: readonly SentEvent[]
    readonly ids?: readonly string[]
  }
}

export type Fault =
  | 'lost-answer'
  | 'cut'
  | 'not-json'
  | 'short'
  | 'slow'
  | { readonly status: number; readonly retryAfter?: number | string; readonly html?: boolean }

export declare class FakeSite {
  constructor(options?: {
    keys?: string[]
    bug?: string
    port?: number
    host?: string
    /** 2: answers `serverTime` and `retry` and knows `link.request` and every mode. */
    contract?: 1 | 2
  })
  requests: SeenRequest[]
  mostAtOnce: number
  /** For the next batches with more than a heartbeat, one each; `undefined` lets one pass. */
  faults: (Fault | undefined)[]
  poison: ((event: SentEvent) => boolean) | undefined
  keys: string[]
  confirmed: string[]
  /** What heartbeats that ask for cups are answered. */
  cupMatches: unknown[]
  /** What players read of results, by type of event; a site of before says none. */
  texts: Record<string, string>
  nextPollMs: number
  /** The site's clock runs ahead by this. */
  skewMs: number
  /** A reason rejects the event for good. */
  reject: ((event: SentEvent) => string | undefined) | undefined
  /** A reason asks for the event again later. */
  postpone: ((event: SentEvent) => string | undefined) | undefined
  now: () => number
  beforeHandling: ((request: SeenRequest) => Promise<'cut' | undefined> | 'cut' | undefined) | undefined
  beforeResponse: ((request: SeenRequest) => Promise<'cut' | undefined> | 'cut' | undefined) | undefined
  readonly outbox: readonly { readonly id: string }[]
  readonly ledger: {
    readonly events: ReadonlyMap<string, SentEvent>
    readonly matches: ReadonlyMap<string, { readonly match: Readonly<Record<string, unknown>> }>
    readonly voids: ReadonlyMap<string, string>
    readonly heads: ReadonlyMap<string, string>
    readonly unlisted: ReadonlySet<string>
  }
  readonly url: string
  readonly port: number
  start(): Promise<FakeSite>
  stop(): Promise<void>
  handle(
    path: string,
    authorization: string | undefined,
    bytes: Uint8Array,
  ): Promise<
    | { readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, string>> }
    | undefined
  >
  tell(type: 'message' | 'rank' | 'punish' | 'pardon', data: object): { readonly id: string }
}
