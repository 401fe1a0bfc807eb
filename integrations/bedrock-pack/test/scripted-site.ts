import type { Http, HttpAnswer } from '../src/port.ts'
import type { WireEvent } from '../src/wire.ts'

export interface Call {
  readonly path: string
  readonly events: readonly WireEvent[]
  readonly ids: readonly string[]
  readonly bytes: number
}

type Answer = HttpAnswer | undefined | ((call: Call) => HttpAnswer | undefined)

export const nextPollMs = 5_000

/** Accepts everything. */
export const accepted = ({ events }: Pick<Call, 'events'>, outbox: readonly object[] = []): HttpAnswer => ({
  status: 200,
  body: JSON.stringify({
    results: events.map(({ id }) => ({ id, status: 'accepted' })),
    nextPollMs,
    outbox,
  }),
})

/** An error as the site words it. */
export const refusal = (status: number, retryAfter?: string): HttpAnswer => ({
  status,
  retryAfter,
  body: JSON.stringify({ error: `no (${status})`, message: `no (${status})`, code: 'bad_request' }),
})

/** A site that says what it is told to, call by call, and then accepts everything. `undefined` is no answer at all. */
export class ScriptedSite implements Http {
  readonly calls: Call[] = []
  script: Answer[] = []
  /** Instead of the script, for as long as it is set. */
  always: ((call: Call) => HttpAnswer | undefined) | undefined

  async post(path: string, body: string): Promise<HttpAnswer> {
    const { events = [], ids = [] } = JSON.parse(body) as Partial<Call>
    const call = { path, events, ids, bytes: Buffer.byteLength(body) }
    this.calls.push(call)
    const next = this.always ?? (this.script.length > 0 ? this.script.shift() : usual)
    const answer = typeof next === 'function' ? next(call) : next
    if (answer === undefined) throw new Error('connection refused')
    return answer
  }

  /** All that was sent and is no heartbeat, call by call. */
  get batches(): (readonly WireEvent[])[] {
    return this.calls
      .map(({ events }) => events.filter(({ type }) => type !== 'heartbeat'))
      .filter((events) => events.length > 0)
  }
}

const usual = (call: Call): HttpAnswer =>
  call.path === '/api/ingest/ack' ? { status: 200, body: '{"confirmed":1}' } : accepted(call)
