// What an adapter must do that names `"protocol": 2`, at a site of contract 2. It needs no more of the adapter than
// `report`, as the other cases.
import { setTimeout as pause } from 'node:timers/promises'
import { holds, same } from './expect.mjs'
import { until } from './game-cases.mjs'

const batches = (site) => site.requests.filter(({ path }) => path === '/api/ingest/events')
const sentMatches = (site) =>
  batches(site)
    .flatMap(({ body }) => body?.events ?? [])
    .filter(({ type }) => type === 'match')

/** Reports a match while the site's clock differs; its end must be told in the site's time. */
async function expectTime({ site, report }, skewMs) {
  site.skewMs = skewMs
  try {
    const before = batches(site).length
    await until('two heartbeats', () => batches(site).length >= before + 2)
    const known = new Set(site.ledger.matches.keys())
    const reportedAt = Date.now() + skewMs
    await report()
    const isNew = ([id]) => !known.has(id)
    await until('the match', () => [...site.ledger.matches].some(isNew))
    const [, { match }] = [...site.ledger.matches].find(isNew)
    const difference = Math.abs(Date.parse(match.endedAt) - reportedAt)
    holds(`endedAt is ${difference} ms away from the site's time`, difference <= 5_000)
  } finally {
    site.skewMs = 0
  }
}

export const secondContractCases = {
  async 'it names protocol 2'({ site }) {
    await until('a request', () => batches(site).length > 0)
    same('protocol', batches(site).at(-1)?.body?.protocol, 2)
  },

  'the clock of the game server is 10 minutes slow': (kit) => expectTime(kit, 600_000),

  'the clock of the game server is 10 minutes fast': (kit) => expectTime(kit, -600_000),

  async 'a rejected event is final: it is not sent again, and others go on'({ site, report }) {
    const before = sentMatches(site).length
    let rejected
    site.reject = (event) => {
      if (event.type === 'match') rejected ??= event.id
      return event.id === rejected ? 'data.map is not for us' : undefined
    }
    try {
      const stored = site.ledger.matches.size
      await report()
      await until('the match', () => sentMatches(site).length > before)
      await report()
      await until('the next match', () => site.ledger.matches.size > stored)
      await pause(3_000)
      same('attempts', sentMatches(site).filter(({ id }) => id === rejected).length, 1)
    } finally {
      site.reject = undefined
    }
  },

  async 'a retry is sent again, unchanged, and later events overtake it'({ site, report }) {
    let postponed
    site.postpone = (event) => {
      if (event.type === 'match') postponed ??= event.id
      return event.id === postponed ? 'not yet' : undefined
    }
    try {
      const stored = site.ledger.matches.size
      await report()
      await until('the match', () => postponed !== undefined)
      await report()
      await until('the next match', () => site.ledger.matches.size > stored)
    } finally {
      site.postpone = undefined
    }
    await until('the first match', () => site.ledger.events.has(postponed))
    const [first, ...others] = sentMatches(site).filter(({ id }) => id === postponed)
    holds('it came again', others.length > 0)
    for (const other of others) same('the repeated event', other, first)
  },
}
