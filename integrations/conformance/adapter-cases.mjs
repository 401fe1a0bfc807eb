// What an adapter must do, whatever the site does. The kit is a site that misbehaves (`site`) and a way to make the
// adapter report one match (`report`).
import { setTimeout as pause } from 'node:timers/promises'
import { holds, same } from './expect.mjs'

const patience = 40_000

/** Waits until something is true; says what did not come. */
async function until(what, holdsNow, most = patience) {
  for (const end = Date.now() + most; Date.now() < end; await pause(20)) if (holdsNow()) return
  throw new Error(`${what}: not within ${most / 1_000} s`)
}

const eventCalls = (site) => site.requests.filter(({ path }) => path === '/api/ingest/events')
const eventsOf = (calls) => calls.flatMap(({ body }) => body?.events ?? [])
const matchesIn = (calls) => eventsOf(calls).filter(({ type }) => type === 'match')
const storedMatches = (site) => site.ledger.matches.size

/** Requests from now on. */
function from(site) {
  const start = site.requests.length
  return () => site.requests.slice(start).filter(({ path }) => path === '/api/ingest/events')
}

/** Misbehaves for the next request with a match in it, and for as many after it as there are faults. */
async function reportInto(site, report, ...faults) {
  const calls = from(site)
  const before = storedMatches(site)
  site.faults = [...faults]
  await report()
  await until('a match', () => matchesIn(calls()).length > 0)
  return { calls, stored: () => storedMatches(site) - before }
}

/** The match came again, with the same id and content, until it was confirmed, and is stored once. */
async function expectRepeat({ calls, stored }) {
  const isConfirmed = ({ fault, status, body }) =>
    fault === undefined && status === 200 && matchesIn([{ body }]).length > 0
  await until('the match once more', () => calls().some(isConfirmed))
  const [first, ...others] = matchesIn(calls())
  holds('it came again', others.length > 0)
  for (const other of others) same('the repeated event', other, first)
  same('matches stored', stored(), 1)
}

/** No request before the time that the site named. */
async function expectPause(calls, seconds) {
  const refused = () => calls().findIndex(({ status }) => status === 429 || status === 503)
  await until(
    'another request after the pause',
    () => calls()[refused() + 1]?.at !== undefined && refused() >= 0,
  )
  const index = refused()
  const waited = calls()[index + 1].at - calls()[index].until
  holds(`waited ${waited} ms of ${seconds} s`, waited >= seconds * 1_000 - 50)
}

export const adapterCases = {
  async 'heartbeats come as often as the site asks'({ site }) {
    const calls = from(site)
    site.nextPollMs = 1_000
    const beats = () => eventsOf(calls()).filter(({ type }) => type === 'heartbeat')
    await until('4 heartbeats', () => beats().length >= 4)
    const times = beats().map(({ at }) => Date.parse(at))
    const average = (times[3] - times[0]) / 3
    holds(`one in ${average} ms instead of 1000`, average > 700 && average < 2_500)
    const counts = beats().map(({ data }) => data.playerCount)
    holds(`playerCount ${counts}`, counts.every(Number.isInteger))
  },

  async 'a match is reported, in a form that is accepted'({ site, report }) {
    const { stored } = await reportInto(site, report)
    await until('the match on the site', () => stored() === 1)
  },

  async 'the answer is lost: the same event goes again'({ site, report }) {
    await expectRepeat(await reportInto(site, report, 'lost-answer', 'lost-answer'))
  },

  async 'the connection is cut: the same event goes again'({ site, report }) {
    await expectRepeat(await reportInto(site, report, 'cut', 'cut'))
  },

  async 'a 200 that is not of the site confirms nothing'({ site, report }) {
    await expectRepeat(await reportInto(site, report, 'not-json', 'short'))
  },

  async 'a 502 with a page confirms nothing'({ site, report }) {
    await expectRepeat(await reportInto(site, report, { status: 502, html: true }))
  },

  async 'a 503 with Retry-After: silence until then, then the same event'({ site, report }) {
    const reported = await reportInto(site, report, { status: 503, retryAfter: 3 })
    await expectRepeat(reported)
    await expectPause(reported.calls, 3)
  },

  async 'a 429 with Retry-After: silence until then, then the same event'({ site, report }) {
    const reported = await reportInto(site, report, { status: 429, retryAfter: 2 })
    await expectRepeat(reported)
    await expectPause(reported.calls, 2)
  },

  async 'the site is down: reports are kept and come later, each once'({ site, report }) {
    const before = storedMatches(site)
    site.faults = []
    await site.stop()
    for (let n = 0; n < 5; n += 1) await report()
    await pause(2_500)
    await site.start()
    await until('5 matches', () => storedMatches(site) - before >= 5)
    await pause(2_000)
    same('matches', storedMatches(site) - before, 5)
  },

  async 'an event that the site refuses with its whole batch does not hold up the others'({ site, report }) {
    const before = storedMatches(site)
    const calls = from(site)
    await site.stop()
    for (let n = 0; n < 5; n += 1) await report()
    let poisonous
    site.poison = (event) => {
      if (event.type === 'match') poisonous ??= event.id
      return event.id === poisonous
    }
    await site.start()
    try {
      await until('the other 4 matches', () => storedMatches(site) - before >= 4)
      await until('heartbeats again', () => eventsOf(calls()).at(-1)?.type === 'heartbeat')
    } finally {
      site.poison = undefined
    }
    same('matches', storedMatches(site) - before, 4)
  },

  async 'one request at a time, also when answers are slow'({ site, report }) {
    const before = storedMatches(site)
    site.faults = ['slow', 'slow', 'slow']
    site.mostAtOnce = 0
    for (let n = 0; n < 3; n += 1) {
      await report()
      await pause(300)
    }
    await until('3 matches', () => storedMatches(site) - before === 3)
    site.faults = []
    same('requests at the same time', site.mostAtOnce, 1)
  },

  async 'batches hold at most 100 events'({ site, report }) {
    const before = storedMatches(site)
    await site.stop()
    for (let n = 0; n < 120; n += 1) await report()
    const calls = from(site)
    await site.start()
    await until('120 matches', () => storedMatches(site) - before >= 120)
    const sizes = calls().map(({ body }) => body?.events?.length ?? 0)
    holds(`sizes ${sizes}`, Math.max(...sizes) <= 100)
    holds(`${sizes.length} calls for 120 events`, sizes.length <= 12)
  },

  async 'an item of the outbox is confirmed'({ site }) {
    const item = site.tell('message', { pfid: 'KIT', text: 'Hello' })
    await until('its confirmation', () => site.confirmed.includes(item.id))
  },

  async 'no event id was used for two different events'({ site, report }) {
    await reportInto(site, report, 'cut')
    await until('the match', () => storedMatches(site) > 0)
    const seen = new Map()
    for (const event of eventsOf(eventCalls(site))) {
      if (event.type === 'heartbeat') continue
      same(`event ${event.id}`, event, seen.get(event.id) ?? event)
      seen.set(event.id, event)
    }
    holds('events were seen', seen.size > 0)
  },

  async '401: it does not hammer'({ site, report }) {
    const { keys } = site
    site.keys = []
    const calls = from(site)
    await until('a request', () => calls().length > 0)
    await report()
    await pause(6_000)
    site.keys = keys
    holds(`${calls().length} requests in 6 s`, calls().length <= 3)
  },
}
