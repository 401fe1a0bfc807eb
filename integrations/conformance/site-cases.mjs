// What a site must do with what a game server sends. A case throws when the site does something else.
import { randomUUID } from 'node:crypto'
import { event } from './client.mjs'
import { holds, same, statuses } from './expect.mjs'
import { duel, expectStats, idsOf, matchEvent, players, reserved } from './world.mjs'

const outcome = async (site, ...events) => statuses(await site.send(...events))
const heartbeat = () => event('heartbeat', { playerCount: 3, maxPlayers: 100, version: '1.21.100' })

/** @type {Record<string, (kit: { site: ReturnType<import('./client.mjs').client>, other?: ReturnType<import('./client.mjs').client> }) => Promise<void>>} */
export const siteCases = {
  async 'accepted: each type of event'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const match = duel(ann, ben, reserved)
    const results = await outcome(
      site,
      heartbeat(),
      matchEvent(match),
      event('player', { ...ann, gamertag: `${ann.gamertag} II` }),
      event('link.code', { ...ann, code: randomUUID().replace(/\W/g, '').slice(0, 8).toUpperCase() }),
      event('match.void', { matchId: match.matchId, reason: 'a test' }),
    )
    same('results', results, 'accepted accepted accepted accepted accepted')
  },

  async 'the answer: results in the order sent, a time for the next poll, an outbox'({ site }) {
    const events = [heartbeat(), heartbeat(), heartbeat()]
    const { status, answer } = await site.post('/api/ingest/events', { events })
    same('status', status, 200)
    same(
      'ids',
      answer.results.map(({ id }) => id),
      events.map(({ id }) => id),
    )
    holds('nextPollMs is a positive number', answer.nextPollMs > 0)
    holds('outbox is a list', Array.isArray(answer.outbox))
  },

  async 'duplicate: the same event again changes nothing'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const sent = matchEvent(duel(ann, ben))
    same('first', await outcome(site, sent), 'accepted')
    same('again, twice in one batch', await outcome(site, sent, sent), 'duplicate duplicate')
    const [id] = await idsOf(site, sent.data)
    await expectStats(site, id, 'boxing', { wins: 1, kills: 3, points: 10 })
  },

  async 'duplicate: the same id in capital letters'({ site }) {
    const sent = heartbeat()
    same('first', await outcome(site, sent), 'accepted')
    same('again', await outcome(site, { ...sent, id: sent.id.toUpperCase() }), 'duplicate')
  },

  async 'duplicate: the same match under another event id'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const match = duel(ann, ben)
    same('results', await outcome(site, matchEvent(match), matchEvent(match)), 'accepted duplicate')
    const [id] = await idsOf(site, match)
    await expectStats(site, id, 'boxing', { wins: 1, points: 10 })
  },

  async 'rejected: the same matchId with other content'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const match = duel(ann, ben)
    same('first', await outcome(site, matchEvent(match)), 'accepted')
    const changed = { ...duel(ben, ann), matchId: match.matchId }
    same('other content', await outcome(site, matchEvent(changed)), 'rejected')
    const [id] = await idsOf(site, match)
    await expectStats(site, id, 'boxing', { wins: 1, losses: 0 })
  },

  async 'one bad event among good ones rejects only itself'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const match = duel(ann, ben)
    const bad = [{ nonsense: true }, 'no event', null, matchEvent({ ...duel(ann, ben), gameType: 'Chess!' })]
    const results = await site.send(heartbeat(), ...bad, matchEvent(match))
    same('results', statuses(results), 'accepted rejected rejected rejected rejected accepted')
    for (const { reason } of results.slice(1, 5))
      holds('a rejection says why', typeof reason === 'string' && reason !== '')
    const [id] = await idsOf(site, match)
    await expectStats(site, id, 'boxing', { wins: 1 })
  },

  async 'rejected: a type nobody knows'({ site }) {
    same('results', await outcome(site, event('weather', {}), event('toString', {})), 'rejected rejected')
  },

  async 'accepted: fields nobody knows are ignored'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const match = { ...duel(ann, ben, reserved), arena: 'Roof', season: 4 }
    same('results', await outcome(site, { ...matchEvent(match), hint: 1 }), 'accepted')
  },

  async 'rejected: what breaks the rules of a match'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const good = duel(ann, ben, reserved)
    const [first, second] = good.players
    const crowd = Array.from({ length: 65 }, (_, n) => ({ ...first, pfid: `${first.pfid}${n}` }))
    const bad = {
      'no players': { players: [] },
      '65 players': { players: crowd },
      'a player twice': { players: [first, first] },
      'xuid and pfid': { players: [{ ...first, xuid: '2535' }, second] },
      'neither xuid nor pfid': { players: [{ ...first, pfid: undefined }, second] },
      'negative kills': { players: [{ ...first, kills: -1 }, second] },
      'too many deaths': { players: [{ ...first, deaths: 10_001 }, second] },
      'half a point': { players: [{ ...first, points: 0.5 }, second] },
      'too many points': { players: [{ ...first, points: -10_001 }, second] },
      'an unknown result': { players: [{ ...first, result: 'won' }, second] },
      'ended before it began': { endedAt: new Date(Date.parse(good.startedAt) - 1).toISOString() },
      'ended in the future': { endedAt: new Date(Date.now() + 600_000).toISOString() },
      overall: { gameType: 'overall' },
      'no matchId': { matchId: undefined },
    }
    const events = Object.values(bad).map((change) =>
      matchEvent({ ...good, matchId: randomUUID(), ...change }),
    )
    const results = await site.send(...events)
    const taken = Object.keys(bad).filter((_, index) => results[index].status !== 'rejected')
    same('taken all the same', taken, [])
  },

  async '100 events are a batch, 101 and none are a 400 that stores nothing'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const matches = Array.from({ length: 101 }, (_, n) => matchEvent(duel(ann, ben, { minutesAgo: 200 - n })))
    same('101', (await site.post('/api/ingest/events', { events: matches })).status, 400)
    same('none', (await site.post('/api/ingest/events', { events: [] })).status, 400)
    const results = await site.send(...matches.slice(0, 100))
    same('100', new Set(results.map(({ status }) => status)), new Set(['accepted']))
    const [id] = await idsOf(site, matches[0].data)
    await expectStats(site, id, 'boxing', { wins: 100, winStreak: 100, points: 1_000 })
  },

  async '401: a missing or wrong key, whatever the body'({ site }) {
    for (const authorization of ['', 'Bearer not-the-key-of-anybody', 'Basic abcdefghijklmnop', 'Bearer']) {
      const { status, answer } = await site.post(
        '/api/ingest/events',
        { events: [heartbeat()] },
        authorization,
      )
      same(`events with "${authorization}"`, status, 401)
      holds('the error has a code and a message', answer.code && answer.message)
      same(
        `ack with "${authorization}"`,
        (await site.post('/api/ingest/ack', { ids: [] }, authorization)).status,
        401,
      )
    }
    same('garbage without key', (await site.post('/api/ingest/events', '{', '')).status, 401)
  },

  async '400: garbage instead of JSON'({ site }) {
    for (const body of ['{', 'events', '[]', '{}', '{"events":{}}', 'null', '\u0000']) {
      same(`status for ${JSON.stringify(body)}`, (await site.post('/api/ingest/events', body)).status, 400)
    }
  },

  async '413: a body over 1 MB'({ site }) {
    const events = [event('player', { pfid: 'X', gamertag: 'x'.repeat(1_100_000) })]
    same('status', (await site.post('/api/ingest/events', { events })).status, 413)
  },

  async 'reordering: totals and streaks follow endedAt, not arrival'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const history = [
      duel(ann, ben, { minutesAgo: 60 }),
      duel(ann, ben, { minutesAgo: 50 }),
      duel(ann, ben, { minutesAgo: 40 }),
      duel(ben, ann, { minutesAgo: 30 }),
      duel(ann, ben, { minutesAgo: 20 }),
    ]
    for (const index of [4, 1, 3, 0, 2])
      same('result', await outcome(site, matchEvent(history[index])), 'accepted')
    const [first, second] = await idsOf(site, history[0])
    const shown = { wins: 4, losses: 1, points: 30, winStreak: 1, bestStreak: 3 }
    await expectStats(site, first, 'boxing', shown)
    await expectStats(site, first, 'overall', shown)
    await expectStats(site, second, 'boxing', {
      wins: 1,
      losses: 4,
      points: -30,
      winStreak: 0,
      bestStreak: 1,
    })
  },

  async 'late arrivals: a loss that arrives last splits the streak where it belongs'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const wins = [50, 40, 30, 20, 10].map((minutesAgo) => duel(ann, ben, { minutesAgo }))
    await outcome(site, ...wins.map(matchEvent))
    const [id] = await idsOf(site, wins[0])
    await expectStats(site, id, 'boxing', { winStreak: 5, bestStreak: 5 })
    await outcome(site, matchEvent(duel(ben, ann, { minutesAgo: 35 })))
    await expectStats(site, id, 'boxing', { wins: 5, losses: 1, winStreak: 3, bestStreak: 3 })
    const { entries } = await site.get(
      `/api/leaderboard?gameType=boxing&search=${encodeURIComponent(ann.gamertag)}`,
    )
    same(
      'the board says the same',
      entries.map(({ user, stats }) => [user.username, stats.wins, stats.winStreak, stats.points]),
      [[ann.gamertag, 5, 3, 40]],
    )
  },

  async 'streaks: at the same instant the matchId decides; a draw ends none'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const win = duel(ann, ben, { minutesAgo: 10 })
    const low = `00000000${randomUUID().slice(8)}`
    const high = `ffffffff${randomUUID().slice(8)}`
    const loss = { ...duel(ben, ann), startedAt: win.startedAt, endedAt: win.endedAt, matchId: low }
    const last = { ...win, matchId: high }
    const draw = duel(ann, ben, { minutesAgo: 5 })
    draw.players = draw.players.map((player) => ({ ...player, result: 'draw', points: 0 }))
    same('results', await outcome(site, ...[draw, last, loss].map(matchEvent)), 'accepted accepted accepted')
    const [id] = await idsOf(site, last)
    await expectStats(site, id, 'boxing', { wins: 1, losses: 1, winStreak: 1, bestStreak: 1 })
  },

  async 'overall sums the six; an unranked match counts nowhere'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const boxing = duel(ann, ben, { minutesAgo: 9 })
    const sumo = duel(ben, ann, { minutesAgo: 8, gameType: 'sumo', points: 25 })
    const friendly = duel(ann, ben, { minutesAgo: 7, ranked: false, points: 500 })
    await outcome(site, ...[boxing, sumo, friendly].map(matchEvent))
    const [id] = await idsOf(site, boxing)
    await expectStats(site, id, 'boxing', { wins: 1, points: 10 })
    await expectStats(site, id, 'sumo', { wins: 0, losses: 1, points: -25 })
    await expectStats(site, id, 'overall', { wins: 1, losses: 1, points: -15 })
  },

  async 'void: a voided match no longer counts, and a second void changes nothing'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const kept = duel(ann, ben, { minutesAgo: 9 })
    const gone = duel(ann, ben, { minutesAgo: 5 })
    await outcome(site, matchEvent(kept), matchEvent(gone))
    const nullify = event('match.void', { matchId: gone.matchId, reason: 'cheated' })
    same('void, and again', await outcome(site, nullify, nullify), 'accepted duplicate')
    const [id] = await idsOf(site, kept)
    await expectStats(site, id, 'boxing', { wins: 1, points: 10, winStreak: 1, bestStreak: 1 })
  },

  async 'void before its match: the match never counts'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const gone = duel(ann, ben, { minutesAgo: 5 })
    same(
      'void',
      await outcome(site, event('match.void', { matchId: gone.matchId, reason: 'cheated' })),
      'accepted',
    )
    same('match', await outcome(site, matchEvent(gone)), 'accepted')
    const [id] = await idsOf(site, gone)
    await expectStats(site, id, 'boxing', { wins: 0, points: 0, bestStreak: 0 })
  },

  async 'void from another key is rejected; one that came before the match means nothing'({ site, other }) {
    const [ann, ben] = players('Ann', 'Ben')
    const match = duel(ann, ben)
    const early = duel(ann, ben, { minutesAgo: 3 })
    const nullify = ({ matchId }) => event('match.void', { matchId, reason: 'envy' })
    await outcome(other, nullify(early))
    await outcome(site, matchEvent(match), matchEvent(early))
    same('void from another key', await outcome(other, nullify(match)), 'rejected')
    const [id] = await idsOf(site, match)
    await expectStats(site, id, 'boxing', { wins: 2, points: 20 })
  },

  async 'duplicates across batches, sent at the same time'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const events = Array.from({ length: 20 }, (_, n) => matchEvent(duel(ann, ben, { minutesAgo: 40 - n })))
    const answers = await Promise.all(
      [events, [...events].reverse(), events].map((batch) => site.send(...batch)),
    )
    const accepted = answers.flat().filter(({ status }) => status === 'accepted')
    same('accepted', accepted.length, 20)
    const [id] = await idsOf(site, events[0].data)
    await expectStats(site, id, 'boxing', { wins: 20, winStreak: 20, points: 200 })
  },

  async 'outage in the middle: the answer is lost, the same ids go again, all counts once'({ site }) {
    const [ann, ben] = players('Ann', 'Ben')
    const events = Array.from({ length: 30 }, (_, n) => matchEvent(duel(ann, ben, { minutesAgo: 40 - n })))
    for (const [round, afterMs] of [0, 1, 5, 20, 60].entries())
      await site.sendAndLeave(events.slice(0, 6 * (round + 1)), afterMs)
    const again = new Set((await site.send(...events)).map(({ status }) => status))
    again.delete('accepted')
    again.delete('duplicate')
    same('other results', [...again], [])
    const [id] = await idsOf(site, events[0].data)
    await expectStats(site, id, 'boxing', { wins: 30, kills: 90, points: 300, winStreak: 30 })
  },

  async 'gamertags are text, whatever they hold'({ site }) {
    const names = [
      '<img src=x onerror=alert(1)>',
      'With Space#1234',
      'لاعب عربي',
      '𝕏'.repeat(64),
      "' OR 1=1 --",
    ]
    const all = players(...names).map((player, index) => ({ ...player, gamertag: names[index] }))
    const match = duel(all[0], all[1], reserved)
    match.players = all.map((player) => ({ ...match.players[0], ...player }))
    same('result', await outcome(site, matchEvent(match)), 'accepted')
    const { players: seen } = await site.get(`/api/matches/${match.matchId}`)
    same('names', seen.map(({ user }) => user.username).sort(), [...names].sort())
    const long = { ...all[0], gamertag: 'x'.repeat(65) }
    const empty = { ...all[0], gamertag: '' }
    const refused = await outcome(site, event('player', long), event('player', empty))
    same('too long or empty', refused, 'rejected rejected')
  },

  async 'ack: ids that are not there are no error; garbage is'({ site }) {
    same('unknown id', (await site.post('/api/ingest/ack', { ids: [randomUUID()] })).status, 200)
    same('no list', (await site.post('/api/ingest/ack', { ids: 'all' })).status, 400)
  },
}
