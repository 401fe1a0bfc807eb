import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { decideStatus } from './decide.ts'
import { noteStatus, readStatusFacts, storePing } from './queries.ts'

/** Timeout of a ping, which ends well before the next poll. */
const timeoutOf = (pollMs: number) => Math.min(3_000, pollMs * 0.6)

type Needs = Pick<Context, 'config' | 'database' | 'gateways' | 'live' | 'log'>

/**
 * Pings the game server every STATUS_POLL_MS in the leading process, stores the result and notifies all processes.
 * Returns a function that stops and waits for the running poll.
 */
export function startPoller(context: Needs): () => Promise<void> {
  let term = new AbortController()
  let polls = Promise.resolve()

  const stepDown = context.live.lead('status_poller', (leading) => {
    term.abort()
    if (!leading) return
    term = new AbortController()
    const { signal } = term
    // Waits for the last poll of an earlier term, so that two never overlap.
    polls = polls.then(() => pollUntil(context, signal))
  })

  return async () => {
    stepDown()
    term.abort()
    await polls
  }
}

async function pollUntil(context: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + context.config.statusPollMs
    await poll(context, signal)
    // An abort during the pause ends the loop.
    await pause(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => undefined)
  }
}

async function poll({ config, database, gateways, live, log }: Needs, signal: AbortSignal): Promise<void> {
  const target = { host: config.gameHost, port: config.gamePort }
  try {
    const response = await beforeAbort(gateways.ping(target, timeoutOf(config.statusPollMs)), signal)
    // Does not wait for a silent game server when stopping; another process may lead by now.
    if (signal.aborted) return
    await storePing(database, response)
    await live.publish('server_status', {})
    const { now, ...facts } = await readStatusFacts(database)
    // Asked is the game server, and what game servers say by themselves is an answer as well.
    await noteStatus(database, decideStatus({ ...facts, now: now.getTime(), pollMs: config.statusPollMs }))
  } catch (error) {
    // The next poll retries; until then the last result expires.
    log.warn({ err: error }, 'polling the game server failed')
  }
}

/** Resolves with the result of `work`, or undefined when the signal is aborted; removes its listener. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined
  let giveUp = () => {}
  const aborted = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined)
    signal.addEventListener('abort', giveUp)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
