// The rules of docs/integration/http.md over plain memory, as short as they can be said: figures are computed from all
// matches at each question. Planted faults (`bug`) show that the kit finds them.
import { createHash } from 'node:crypto'

const gameTypes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const known = ['heartbeat', 'match', 'match.void', 'player', 'link.code', 'link.remove']
const futureMs = 300_000
/** Modes that the site stores without knowing them. */
const maxUnlisted = 64

const whole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most
const nameOf = (player) => (player.xuid === undefined ? `pfid ${player.pfid}` : `xuid ${player.xuid}`)
const isName = (value) => typeof value === 'string' && value !== '' && [...value].length <= 64
const isTime = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** What is wrong with a match, or undefined. Contract 2 takes modes that it does not know. */
function faultOf(match, contract) {
  if (typeof match !== 'object' || match === null) return 'data must be an object'
  const { matchId, gameType, ranked, startedAt, endedAt, players } = match
  if (!uuid.test(matchId)) return 'data.matchId must be a UUID'
  if (contract === 1 && !gameTypes.includes(gameType)) return 'data.gameType is not one of the six'
  if (!/^[a-z0-9_]{2,32}$/.test(gameType) || gameType === 'overall')
    return 'data.gameType must be the key of a mode'
  if (typeof ranked !== 'boolean') return 'data.ranked must be true or false'
  if (!isTime(startedAt) || !isTime(endedAt)) return 'data.endedAt must be an ISO 8601 time'
  if (Date.parse(startedAt) > Date.parse(endedAt)) return 'data startedAt is after endedAt'
  if (!Array.isArray(players) || players.length < 1 || players.length > 64)
    return 'data.players needs 1 to 64'
  if (new Set(players.map(nameOf)).size < players.length) return 'data a player is in it twice'
  for (const player of players) {
    if ((player.xuid === undefined) === (player.pfid === undefined))
      return 'needs exactly one of xuid and pfid'
    if (!['win', 'loss', 'draw'].includes(player.result)) return 'result must be win, loss or draw'
    for (const count of ['kills', 'deaths', 'assists'])
      if (!whole(player[count], 0, 10_000)) return `${count} must be from 0 to 10000`
    if (!whole(player.points, -10_000, 10_000)) return 'points must be from -10000 to 10000'
  }
  return undefined
}

const classes = ['cheating', 'boosting', 'abuse', 'hate', 'scam', 'name', 'other']

/** What is wrong with a report about a player, or undefined. */
function faultOfReport({ reporter, subject, class: about, reason, chat = [] }) {
  for (const player of [reporter, subject, ...chat])
    if ((player?.xuid === undefined) === (player?.pfid === undefined))
      return 'data needs exactly one of xuid and pfid'
  if (nameOf(reporter) === nameOf(subject)) return 'data has one player as reporter and subject'
  if (!classes.includes(about)) return `data.class must be one of ${classes.join(', ')}`
  if (typeof reason !== 'string' || reason === '' || [...reason].length > 500)
    return 'data.reason must be 1 to 500 characters'
  if (chat.length > 20) return 'data.chat must have at most 20 lines'
  for (const { gamertag, text, at } of chat) {
    if (!isName(gamertag)) return 'data.chat gamertag must be 1 to 64 characters'
    if (typeof text !== 'string' || text === '' || [...text].length > 512)
      return 'data.chat text must be 1 to 512 characters'
    if (!isTime(at)) return 'data.chat at must be an ISO 8601 time'
  }
  return undefined
}

/** Knows nothing of order: the same content in another order of fields is the same. */
const content = (value) =>
  JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Eight characters that follow from the id, so that the same request is answered with the same code. */
const codeOf = (id) =>
  [...createHash('sha256').update(id.toLowerCase()).digest().subarray(0, 8)]
    .map((byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[byte & 31])
    .join('')

const isPng = (head) =>
  typeof head === 'string' &&
  Buffer.from(head, 'base64').subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'

export class FakeLedger {
  events = new Map()
  matches = new Map()
  voids = new Map()
  players = []
  /** The newest face of each player who has one. */
  heads = new Map()
  /** Modes that came and that the site did not know. */
  unlisted = new Set()

  /**
   * @param {'' | 'counts-twice' | 'arrival-order' | 'late-void-only' | 'whole-batch' | 'anybody-voids' | 'floor'} [bug]
   * @param {1 | 2} [contract] 1 knows neither `retry` nor `link.request` nor modes beyond the six
   */
  constructor(bug = '', contract = 1) {
    this.bug = bug
    this.contract = contract
  }

  /** `protocol` as the sender named it; `now` by the clock of the site. */
  take(sender, event, { protocol = 1, now = Date.now() } = {}) {
    const id = typeof event?.id === 'string' ? event.id : null
    const verdict = (status, reason) => ({ id, status, ...(reason && { reason }) })
    const types =
      this.contract === 1
        ? known
        : [...known, 'link.request', 'punishment', 'punishment.lift', 'report', 'cup.begun', 'cup.player']
    if (!uuid.test(id ?? '')) return verdict('rejected', 'id must be a UUID')
    if (!types.includes(event.type))
      return verdict('rejected', `type must be one of ${types.join(', ')}, not ${JSON.stringify(event.type)}`)
    if (!isTime(event.at)) return verdict('rejected', 'at must be an ISO 8601 time')
    const code =
      event.type === 'link.request'
        ? { code: codeOf(id) }
        : event.type === 'punishment'
          ? { appealCode: codeOf(String(event.data?.id)) }
          : {}
    if (this.events.has(id.toLowerCase()) && this.bug !== 'counts-twice')
      return { ...verdict('duplicate'), ...code }
    const postponed = this.contract === 2 && protocol === 2 ? 'retry' : 'rejected'
    const ahead = [event.at, event.type === 'match' ? event.data?.endedAt : undefined]
    if (ahead.some((time) => isTime(time) && Date.parse(time) > now + futureMs))
      return verdict(postponed, 'a time lies in the future')
    if (event.type === 'match' && this.#isTooManyModes(event.data?.gameType))
      return verdict(postponed, `${maxUnlisted} modes wait to be listed already`)
    const [status, reason] = this.#store(sender, event)
    if (status !== 'rejected') this.events.set(id.toLowerCase(), event)
    return { ...verdict(status, reason), ...(status === 'accepted' && code) }
  }

  #isTooManyModes(gameType) {
    const isNew = !gameTypes.includes(gameType) && !this.unlisted.has(gameType)
    return this.contract === 2 && isNew && this.unlisted.size >= maxUnlisted
  }

  #store(sender, { type, data }) {
    if (type === 'match.void') {
      const owner = this.matches.get(data.matchId)?.sender ?? sender
      if (owner !== sender && this.bug !== 'anybody-voids') return ['rejected', 'not your match']
      if (this.bug === 'late-void-only' && !this.matches.has(data.matchId)) return ['accepted']
      if (this.voids.has(data.matchId)) return ['duplicate']
      this.voids.set(data.matchId, this.bug === 'anybody-voids' ? owner : sender)
    }
    if (type.startsWith('punishment') && !uuid.test(data?.id ?? ''))
      return ['rejected', 'data.id must be a UUID']
    const reportFault = type === 'report' ? faultOfReport(data) : undefined
    if (reportFault !== undefined) return ['rejected', reportFault]
    if (type === 'player' && !isName(data.gamertag))
      return ['rejected', 'data.gamertag must be 1 to 64 characters']
    if (type === 'player' && data.head !== undefined && isPng(data.head))
      this.heads.set(nameOf(data), data.head)
    if (type !== 'match') return ['accepted']
    const fault = faultOf(data, this.contract)
    if (fault !== undefined) return ['rejected', fault]
    const old = this.matches.get(data.matchId)
    if (old !== undefined && this.bug !== 'counts-twice')
      return content(old.match) === content(data) ? ['duplicate'] : ['rejected', 'other content']
    const key = this.bug === 'counts-twice' ? `${data.matchId} ${this.matches.size}` : data.matchId
    this.matches.set(key, { match: data, sender })
    if (!gameTypes.includes(data.gameType)) this.unlisted.add(data.gameType)
    for (const player of data.players)
      if (!this.players.includes(nameOf(player))) this.players.push(nameOf(player))
    return ['accepted']
  }

  /** The answer of GET /api/matches/{id}, as far as the kit needs it. */
  match(id) {
    const found = [...this.matches.values()].find(({ match }) => match.matchId === id)
    return (
      found && {
        matchId: id,
        voided: this.voids.get(id) === found.sender,
        players: found.match.players.map((player) => ({
          user: { id: this.players.indexOf(nameOf(player)) + 1, username: player.gamertag },
        })),
      }
    )
  }

  stats(userId, gameType) {
    const name = this.players[userId - 1]
    const counted = [...this.matches.values()]
      .filter(({ match, sender }) => match.ranked && this.voids.get(match.matchId) !== sender)
      .map(({ match }) => match)
      .filter((match) => gameType === 'overall' || match.gameType === gameType)
      .flatMap((match) =>
        match.players
          .filter((player) => nameOf(player) === name)
          .map((player) => ({
            ...player,
            order: `${new Date(match.endedAt).toISOString()} ${match.matchId}`,
          })),
      )
    if (this.bug !== 'arrival-order') counted.sort((a, b) => (a.order < b.order ? -1 : 1))
    const sum = (field) => counted.reduce((total, player) => total + player[field], 0)
    const points = this.bug === 'floor' ? Math.max(0, sum('points')) : sum('points')
    let winStreak = 0
    let bestStreak = 0
    for (const { result } of counted) {
      if (result === 'win') winStreak += 1
      if (result === 'loss') winStreak = 0
      bestStreak = Math.max(bestStreak, winStreak)
    }
    const games = (result) => counted.filter((player) => player.result === result).length
    return {
      kills: sum('kills'),
      deaths: sum('deaths'),
      assists: sum('assists'),
      wins: games('win'),
      losses: games('loss'),
      points,
      winStreak,
      bestStreak,
      gameType,
    }
  }

  board(gameType, search) {
    const nameAt = (index) =>
      [...this.matches.values()]
        .flatMap(({ match }) => match.players)
        .findLast((player) => nameOf(player) === this.players[index])?.gamertag
    const rows = this.players
      .map((_, index) => ({
        user: { id: index + 1, username: nameAt(index) ?? '' },
        stats: this.stats(index + 1, gameType),
      }))
      .filter(({ stats }) => stats.wins + stats.losses > 0)
      .sort((a, b) => b.stats.points - a.stats.points || b.stats.wins - a.stats.wins || a.user.id - b.user.id)
      .map((row, index) => ({ position: index + 1, ...row }))
    return rows.filter(({ user }) => user.username.toLowerCase().includes(search.toLowerCase()))
  }
}
