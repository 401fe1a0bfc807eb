// What an adapter must do when the kit plays the game server: every order, kills at each point of the protocol, and
// clocks that are wrong. Each case has a site of contract 2 and a started program of its own (game.mjs).
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { holds, same } from './expect.mjs'
import { ann, ben, cleo, playerId } from './players.mjs'

/** A mode that no board shows. */
export const mode = 'conformance'

/** The smallest face: a PNG of 8 by 8 pixels. */
export const head =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAE0lEQVR42mM4Ma3iPz7MMDIUAABqm7VBCtbYPwAAAABJRU5ErkJggg=='

/** How long the kit waits for an adapter. Only an adapter that is wrong uses it up: it is long enough for a busy machine. */
export const waiting = { maxMs: 180_000 }

export async function until(what, isSo) {
  for (const end = Date.now() + waiting.maxMs; Date.now() < end; await pause(5)) if (isSo()) return
  throw new Error(`${what}: not within ${waiting.maxMs / 1_000} s`)
}

/** A match that ends now, by the game server's clock. */
export function duel(game, more = {}) {
  const endedAt = game.now()
  return {
    matchId: randomUUID(),
    gameType: mode,
    ranked: true,
    startedAt: endedAt - 60_000,
    endedAt,
    players: [
      { ...ann(), gamertag: 'Ann', result: 'win', kills: 3, deaths: 1, assists: 0, points: 12 },
      { ...ben(), gamertag: 'Ben', result: 'loss', kills: 1, deaths: 3, assists: 0, points: -9 },
    ],
    ...more,
  }
}

/** Reports a match that must be taken. Returns its id. */
export async function report(game, more) {
  const match = duel(game, more)
  holds('the adapter takes a match', await game.match(match))
  return match.matchId
}

/** Events sent, each as often as it was sent. */
export const sent = (site, type) =>
  site.requests
    .filter(({ path }) => path === '/api/ingest/events')
    .flatMap(({ body }) => body?.events ?? [])
    .filter((event) => event.type === type)

const stored = (site, type) => [...site.ledger.events.values()].filter((event) => event.type === type)

/** One event id, one content, one match: however often it was sent. */
export function expectOnce(site, matchIds) {
  const seen = new Map()
  for (const event of sent(site, 'match')) {
    same(`event ${event.id}`, event, seen.get(event.id) ?? event)
    seen.set(event.id, event)
  }
  for (const matchId of matchIds) {
    holds(`match ${matchId} is lost`, site.ledger.matches.has(matchId))
    const events = [...seen.values()].filter(({ data }) => data.matchId === matchId)
    same(`events that carried match ${matchId}`, events.length, 1)
  }
}

const arrived = (site, matchIds) =>
  until('the matches on the site', () => matchIds.every((id) => site.ledger.matches.has(id)))

const carries = ({ body }, type) => body?.events?.some((event) => event.type === type) === true
const isAck = ({ path }) => path === '/api/ingest/ack'

/** Kills the game server at the first request that fits, there and then. Resolves when it is dead. */
function killAt({ site, game }, point, fits) {
  return new Promise((resolve) => {
    site[point] = async (request) => {
      if (!fits(request)) return undefined
      site[point] = undefined
      await game.kill()
      resolve()
      return 'cut'
    }
  })
}

async function killedAt(kit, point) {
  const { site, game } = kit
  const killed = killAt(kit, point, (request) => carries(request, 'match'))
  const matchId = await report(game)
  await killed
  await game.start()
  await arrived(site, [matchId])
  await quiet(site)
  expectOnce(site, [matchId])
}

/** Three heartbeats without anything else: nothing waits any more. */
export async function quiet(site) {
  const start = site.requests.length
  const calls = () => site.requests.slice(start).filter(({ path }) => path === '/api/ingest/events')
  const isQuiet = () =>
    calls()
      .slice(-3)
      .every(({ body }) => body?.events?.every(({ type }) => type === 'heartbeat'))
  await until('the adapter has nothing left to send', () => calls().length >= 3 && isQuiet())
}

/** What the site wants done in game, once each, for Ann, who is here. */
function orders(site) {
  const text = `hello ${randomUUID()}`
  return {
    text,
    message: site.tell('message', { ...ann(), text }),
    rank: site.tell('rank', { ...ann(), rank: 'Gold' }),
    punish: site.tell('punish', { ...ann(), id: randomUUID(), kind: 'mute', reason: 'a test' }),
  }
}

async function expectOrders({ site, game }, { text, punish }) {
  await until('the orders are confirmed', () => site.outbox.length === 0)
  await until('the rank', () => game.done('rank').some(({ rank }) => rank === 'Gold'))
  await quiet(site)
  same('times the message was shown', game.done('message').filter((one) => one.text === text).length, 1)
  same('times the punishment was set', game.done('punish').filter(({ id }) => id === punish.id).length, 1)
}

async function ordersKilledAt(kit, point) {
  const { site, game } = kit
  await game.joined(ann(), 'Ann')
  const killed = killAt(kit, point, isAck)
  const made = orders(site)
  await killed
  await game.start()
  await game.joined(ann(), 'Ann')
  await expectOrders(kit, made)
}

/** Reports a match, and notes when it ended by true time and how long the program took to take it. */
async function reportInto(ends, game) {
  const at = Date.now()
  const id = await report(game)
  ends.set(id, { at, tookMs: Date.now() - at })
}

/**
 * Matches at known moments of true time, on a clock that is wrong. A program learns the site's time from a response, as
 * exactly as that response was quick: where programs are slow, it may be wrong by as much more.
 */
async function expectTrueTimes(site, ends) {
  await arrived(site, [...ends.keys()])
  expectOnce(site, [...ends.keys()])
  const told = [...ends.keys()].map((id) => Date.parse(site.ledger.matches.get(id).match.endedAt))
  const wanted = [...ends.values()]
  const maxMs = 1_000 + Math.max(...wanted.map(({ tookMs }) => tookMs))
  for (const [index, at] of told.entries()) {
    const difference = Math.abs(at - wanted[index].at)
    holds(`match ${index + 1} ended ${difference} ms away from the true time`, difference <= maxMs)
  }
  same(
    'their order',
    [...told].sort((a, b) => a - b),
    told,
  )
}

async function wrongClock({ site, game }, offsetMs) {
  await game.kill()
  await game.setClock(offsetMs)
  // The first matches end before the site has ever said what time it is.
  await site.stop()
  await game.start()
  const ends = new Map()
  const play = async () => {
    await reportInto(ends, game)
    await pause(300)
  }
  await play()
  await play()
  await site.start()
  await arrived(site, [...ends.keys()])
  await play()
  await game.restart()
  await play()
  await expectTrueTimes(site, ends)
}

/** A punishment that somebody gives Ann in game. */
const mute = () => ({ id: randomUUID(), ...ann(), kind: 'mute', reason: 'a test' })

/** Ann reports Ben, who said something as often as `lines`, the last time just now. */
const complaint = (game, lines = 1) => ({
  reporter: { ...ann(), gamertag: 'Ann' },
  subject: { ...ben(), gamertag: 'Ben' },
  class: 'abuse',
  reason: 'a test',
  chat: Array.from({ length: lines }, (_, n) => ({
    ...ben(),
    gamertag: 'Ben',
    text: `line ${n + 1}`,
    at: game.now() - (lines - 1 - n) * 1_000,
  })),
})

/** Codes for the appeal that the game got for a punishment. */
const codesOf = (game, { id }) =>
  game
    .done('appealCode')
    .filter((one) => one.id === id)
    .map(({ code }) => code)

export const gameCases = {
  'killed after a match was stored, before it was sent: it comes, once': async ({ site, game }) => {
    await site.stop()
    const matchIds = [await report(game), await report(game)]
    await game.kill()
    await site.start()
    await game.start()
    await arrived(site, matchIds)
    await quiet(site)
    expectOnce(site, matchIds)
  },

  'killed while the request is on its way: the match comes, once': (kit) => killedAt(kit, 'beforeHandling'),

  'killed after the site stored the match, before the response: it counts once': (kit) =>
    killedAt(kit, 'beforeResponse'),

  async 'killed at the moment the response comes: the match counts once'({ site, game }) {
    for (let round = 0; round < 5; round += 1) {
      const matchId = await report(game)
      await arrived(site, [matchId])
      await pause(round)
      await game.restart()
      await quiet(site)
      expectOnce(site, [matchId])
    }
  },

  async 'a match that ends twice is one match, also after a restart'({ site, game }) {
    const match = duel(game)
    await site.stop()
    await game.match(match)
    await game.match(match)
    await game.restart()
    await game.match(match)
    await site.start()
    await arrived(site, [match.matchId])
    await quiet(site)
    expectOnce(site, [match.matchId])
  },

  async 'a void counts, also when it is stored before a kill and sent before its match'({ site, game }) {
    const first = await report(game)
    await arrived(site, [first])
    const early = duel(game)
    await site.stop()
    await game.voidMatch(first, 'a test')
    await game.voidMatch(early.matchId, 'a test')
    await game.restart()
    await site.start()
    await game.match(early)
    await arrived(site, [early.matchId])
    await until('both voids', () => [first, early.matchId].every((id) => site.ledger.voids.has(id)))
    same('voids', new Set(sent(site, 'match.void').map(({ id }) => id)).size, 2)
  },

  async 'who joins is reported with name and face; a new name is reported again'({ site, game }) {
    await game.joined(ann(), 'Ann', { head })
    await until('the face', () => site.ledger.heads.size > 0)
    await game.left(ann())
    await game.joined(ann(), 'Ann of Green', { head })
    await until('the new name', () => stored(site, 'player').length >= 2)
    const told = stored(site, 'player').map(({ data }) => [data[playerId.name], data.gamertag])
    same('players', told, [
      [ann()[playerId.name], 'Ann'],
      [ann()[playerId.name], 'Ann of Green'],
    ])
  },

  async 'a face that is none costs nothing'({ site, game }) {
    await game.joined(ann(), 'Ann', { head: 'x'.repeat(9_000) })
    await until('the player', () => stored(site, 'player').length === 1)
    same('faces', site.ledger.heads.size, 0)
  },

  async '/link: the site makes the code, the player reads it'({ site, game }) {
    await game.joined(ann(), 'Ann')
    await game.link(ann(), 'Ann')
    await until('a code', () =>
      game.done('message').some(({ text }) => /\b[A-Z2-9]{4}-?[A-Z2-9]{4}\b/.test(text)),
    )
    same('requests', stored(site, 'link.request').length, 1)
  },

  async '/link, killed before the response: the same code'(kit) {
    const { site, game } = kit
    await game.joined(ann(), 'Ann')
    const killed = killAt(kit, 'beforeResponse', (request) => carries(request, 'link.request'))
    await game.link(ann(), 'Ann')
    await killed
    const start = game.did.length
    let isBack
    const back = new Promise((resolve) => {
      isBack = resolve
    })
    // The response waits until Ann is back, or nobody could read it.
    site.beforeHandling = () => back
    await game.start()
    await game.joined(ann(), 'Ann')
    isBack()
    const codes = () =>
      game.did.slice(start).flatMap(({ text = '' }) => /\b[A-Z2-9]{4}-?[A-Z2-9]{4}\b/.exec(text)?.[0] ?? [])
    await until('a code', () => codes().length > 0)
    same('requests', stored(site, 'link.request').length, 1)
  },

  async '/unlink is reported, also after a kill'({ site, game }) {
    await game.joined(ann(), 'Ann')
    await site.stop()
    await game.unlink(ann())
    await game.restart()
    await site.start()
    await until('the end of the link', () => stored(site, 'link.remove').length === 1)
  },

  async 'a punishment in game is reported once, the ban screen gets its code, and its end is reported'({
    site,
    game,
  }) {
    const given = mute()
    await game.punished(given)
    await until('the code', () => codesOf(game, given).length > 0)
    await game.lifted(given.id, 'a test')
    await until('its end', () => stored(site, 'punishment.lift').length === 1)
    await quiet(site)
    const [{ data }] = stored(site, 'punishment')
    same(
      'the punishment',
      [data.id, data[playerId.name], data.kind, data.reason],
      [given.id, ann()[playerId.name], 'mute', 'a test'],
    )
    same('punishments', [sent(site, 'punishment').length, sent(site, 'punishment.lift').length], [1, 1])
    same('what was lifted', stored(site, 'punishment.lift')[0].data.id, given.id)
  },

  async 'a punishment, killed before the response: it is reported once, with the same code'(kit) {
    const { site, game } = kit
    const given = mute()
    const killed = killAt(kit, 'beforeResponse', (request) => carries(request, 'punishment'))
    await game.punished(given)
    await killed
    await game.start()
    await until('the code', () => codesOf(game, given).length > 0)
    same('codes', [...new Set(codesOf(game, given))].length, 1)
    same('punishments', stored(site, 'punishment').length, 1)
  },

  async 'a report about a player, killed before the response: it is sent as it was, with the newest 20 lines of chat'(
    kit,
  ) {
    const { site, game } = kit
    const killed = killAt(kit, 'beforeResponse', (request) => carries(request, 'report'))
    const about = Date.now()
    await game.reported(complaint(game, 22))
    await killed
    await game.start()
    await quiet(site)
    same('reports', stored(site, 'report').length, 1)
    const [first, ...others] = sent(site, 'report')
    for (const other of others) same('the report', other, first)
    const { reporter, subject, class: kind, reason, chat } = first.data
    same(
      'who and why',
      [reporter[playerId.name], subject[playerId.name], kind, reason],
      [ann()[playerId.name], ben()[playerId.name], 'abuse', 'a test'],
    )
    same(
      'chat',
      chat.map(({ text }) => text),
      Array.from({ length: 20 }, (_, n) => `line ${n + 3}`),
    )
    const off = Math.abs(Date.parse(chat.at(-1).at) - about)
    holds(`the last line was said ${off} ms away from the true time`, off <= 5_000)
  },

  async 'a report that the site would reject is not sent, and its problem is said on the console'({
    site,
    game,
  }) {
    await game.reported({ ...complaint(game), class: 'rude' })
    await until('the problem', () => game.lines.some((line) => line.includes('class must be one of')))
    await quiet(site)
    same('reports', sent(site, 'report').length, 0)
  },

  async 'a queue travels with a heartbeat'({ site, game }) {
    await game.queue(mode, 7)
    await until('the queue', () => sent(site, 'heartbeat').some(({ data }) => data.queues?.[mode] === 7))
  },

  async 'who plays is in the heartbeat, if it names anybody; who left is not'({ site, game }) {
    await game.joined(ann(), 'Ann')
    await game.joined(ben(), 'Ben')
    await until('two players', () => sent(site, 'heartbeat').at(-1)?.data.playerCount === 2)
    await game.left(ben())
    await until('one player', () => sent(site, 'heartbeat').at(-1)?.data.playerCount === 1)
    const { players } = sent(site, 'heartbeat').at(-1).data
    if (players !== undefined)
      same(
        'players',
        players.map((player) => player[playerId.name]),
        [ann()[playerId.name]],
      )
  },

  async 'an order is done once, although its confirmation is lost twice'(kit) {
    const { site, game } = kit
    await game.joined(ann(), 'Ann')
    let lost = 0
    site.beforeHandling = (request) => {
      if (!isAck(request) || lost === 2) return undefined
      lost += 1
      return 'cut'
    }
    await expectOrders(kit, orders(site))
    same('confirmations lost', lost, 2)
  },

  'killed before its confirmation is taken: an order is done once': (kit) =>
    ordersKilledAt(kit, 'beforeHandling'),

  'killed after its confirmation was taken: an order is done once': (kit) =>
    ordersKilledAt(kit, 'beforeResponse'),

  async 'a message for somebody who is away is confirmed, waits, also through a kill, and is shown once'(
    kit,
  ) {
    const { site, game } = kit
    site.tell('message', { ...cleo(), text: 'welcome back' })
    await until('its confirmation', () => site.outbox.length === 0)
    await game.restart()
    same('messages before', game.done('message').length, 0)
    await game.joined(cleo(), 'Cleo')
    await until('the message', () => game.done('message').length > 0)
    await game.left(cleo())
    await game.joined(cleo(), 'Cleo')
    await quiet(site)
    same(
      'messages',
      game.done('message').map(({ text }) => text),
      ['welcome back'],
    )
  },

  async 'a rejection is final, also after a kill, and is said on the console'({ site, game }) {
    site.reject = (event) => (event.type === 'match' ? 'data.map is not for us' : undefined)
    const rejected = await report(game)
    await until('the rejection', () => game.lines.some((line) => line.includes('data.map is not for us')))
    site.reject = undefined
    await game.restart()
    const next = await report(game)
    await arrived(site, [next])
    await quiet(site)
    same('attempts', sent(site, 'match').filter(({ data }) => data.matchId === rejected).length, 1)
  },

  async 'a retry waits while later events go on, and comes after a kill, unchanged'({ site, game }) {
    const postponed = randomUUID()
    site.postpone = ({ data }) => (data.matchId === postponed ? 'not yet' : undefined)
    await report(game, { matchId: postponed })
    await until('the first attempt', () => sent(site, 'match').length > 0)
    const next = await report(game)
    await arrived(site, [next])
    site.postpone = undefined
    await game.restart()
    await arrived(site, [postponed])
    expectOnce(site, [postponed, next])
  },

  async 'a revoked key is said once, and nothing is lost'({ site, game }) {
    const { keys } = site
    site.keys = []
    const matchId = await report(game)
    await until('a refusal', () => site.requests.some(({ authorized }) => authorized === false))
    await until('a line on the console', () => game.lines.some((line) => /key/i.test(line)))
    await pause(3_000)
    same('lines about the key', game.lines.filter((line) => /key/i.test(line)).length, 1)
    site.keys = keys
    await game.restart()
    await arrived(site, [matchId])
    expectOnce(site, [matchId])
  },

  'a clock 10 minutes fast, also before the first response: true times and order': (kit) =>
    wrongClock(kit, 600_000),

  'a clock 10 minutes slow, also before the first response: true times and order': (kit) =>
    wrongClock(kit, -600_000),

  async 'a clock that jumps: true times and order'({ site, game }) {
    await until('a heartbeat', () => sent(site, 'heartbeat').length > 0)
    await quiet(site)
    const ends = new Map()
    for (const offsetMs of [0, 600_000, -600_000, 0]) {
      await game.setClock(offsetMs)
      await reportInto(ends, game)
      await pause(300)
    }
    await expectTrueTimes(site, ends)
  },
}
