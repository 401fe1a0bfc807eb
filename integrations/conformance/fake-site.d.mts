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
  readonly body?: { readonly events?: readonly SentEvent[]; readonly ids?: readonly string[] }
}

export type Fault =
  | 'lost-answer'
  | 'cut'
  | 'not-json'
  | 'short'
  | 'slow'
  | { readonly status: number; readonly retryAfter?: number | string; readonly html?: boolean }

export declare class FakeSite {
  constructor(options?: { keys?: string[]; bug?: string; port?: number; host?: string })
  requests: SeenRequest[]
  mostAtOnce: number
  /** For the next batches with more than a heartbeat, one each; `undefined` lets one pass. */
  faults: (Fault | undefined)[]
  poison: ((event: SentEvent) => boolean) | undefined
  keys: string[]
  confirmed: string[]
  nextPollMs: number
  readonly ledger: {
    readonly events: ReadonlyMap<string, SentEvent>
    readonly matches: ReadonlyMap<string, unknown>
  }
  readonly url: string
  readonly port: number
  start(): Promise<FakeSite>
  stop(): Promise<void>
  tell(type: 'message' | 'rank', data: object): { readonly id: string }
}
