// What the cases speak with.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'

/** @param {{ url: string, key: string }} site */
export function client({ url, key }) {
  const base = url.replace(/\/+$/, '')

  /** One raw call; `answer` is the parsed body, or its text. */
  const call = async (method, path, { body, headers } = {}) => {
    const answer = await fetch(base + path, { method, headers, body, signal: AbortSignal.timeout(30_000) })
    const text = await answer.text()
    let parsed = text
    try {
      parsed = JSON.parse(text)
    } catch (error) {
      // Not JSON: a case that expected an answer of the contract compares the text and fails by name.
      if (!(error instanceof SyntaxError)) throw error
    }
    return { status: answer.status, headers: answer.headers, answer: parsed }
  }

  const post = (path, body, authorization = `Bearer ${key}`) =>
    call('POST', path, {
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  /** Matches that the site took from this client. */
  const matchIds = new Set()
  const note = (events, results) => {
    // Some cases send what is no event at all.
    for (const [index, one] of events.entries())
      if (one?.type === 'match' && results[index].status !== 'rejected') matchIds.add(one.data.matchId)
  }

  /** Sends events; the results in their order. Waits when told to, as an adapter must. */
  const send = async (...events) => {
    for (;;) {
      const { status, headers, answer } = await post('/api/ingest/events', { events })
      if (status === 429) {
        await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after') ?? 1) * 1_000))
        continue
      }
      if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(answer)}`)
      if (answer.results?.length !== events.length)
        throw new Error('the number of results is not that of events')
      note(events, answer.results)
      return answer.results
    }
  }

  /** Sends a batch and goes away without waiting for the answer, `afterMs` after the last byte. */
  const sendAndLeave = (events, afterMs) =>
    new Promise((resolve) => {
      const body = JSON.stringify({ events })
      const sent = request(`${base}/api/ingest/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Bearer ${key}`,
        },
      })
      sent.on('error', () => resolve())
      sent.on('close', () => resolve())
      sent.end(body, () => setTimeout(() => sent.destroy(), afterMs))
    })

  /** Voids every match that the site took from this client. Returns how many. */
  const voidAll = async () => {
    const voids = [...matchIds].map((matchId) =>
      event('match.void', { matchId, reason: 'a test of the kit' }),
    )
    for (let from = 0; from < voids.length; from += 100) await send(...voids.slice(from, from + 100))
    matchIds.clear()
    return voids.length
  }

  const get = async (path) => {
    const { status, answer } = await call('GET', path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`)
    return answer
  }

  return { base, post, send, sendAndLeave, voidAll, get, call }
}

export const event = (type, data, more = {}) => ({
  id: randomUUID(),
  type,
  at: new Date().toISOString(),
  data,
  ...more,
})
