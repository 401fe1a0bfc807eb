// The rules of docs/integration.md over plain memory, as short as they can be said: figures are computed from all
// matches at each question. Planted faults (`bug`) show that the kit finds them.

const gameTypes = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const known = ['heartbeat', 'match', 'match.void', 'player', 'link.code', 'link.remove']

const whole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most
const nameOf = (player) => (player.xuid === undefined ? `pfid ${player.pfid}` : `xuid ${player.xuid}`)
const isName = (value) => typeof value === 'string' && value !== '' && [...value].length <= 64
const isTime = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** What is wrong with a match, or undefined. */
function faultOf(match) {
  if (typeof match !== 'object' || match === null) return 'data must be an object'
  const { matchId, gameType, ranked, startedAt, endedAt, players } = match
  if (!uuid.test(matchId)) return 'data.matchId must be a UUID'
  if (!gameTypes.includes(gameType)) return 'data.gameType is not one of the six'
  if (typeof ranked !== 'boolean') return 'data.ranked must be true or false'
  if (!isTime(startedAt) || !isTime(endedAt)) return 'data.endedAt must be an ISO 8601 time'
  if (Date.parse(startedAt) > Date.parse(endedAt)) return 'data startedAt is after endedAt'
  if (Date.parse(endedAt) > Date.now() + 300_000) return 'data.endedAt lies in the future'
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

/** Knows nothing of order: the same content in another order of fields is the same. */
const content = (value) =>
  JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

export class FakeLedger {
  events = new Map()
  matches = new Map()
  voids = new Map()
  players = []

  /** @param {'' | 'counts-twice' | 'arrival-order' | 'late-void-only' | 'whole-batch' | 'anybody-voids'} [bug] */
  constructor(bug = '') {
    this.bug = bug
  }

  take(sender, event) {
    const id = typeof event?.id === 'string' ? event.id : null
    const verdict = (status, reason) => ({ id, status, ...(reason && { reason }) })
    if (!uuid.test(id ?? '')) return verdict('rejected', 'id must be a UUID')
    if (!known.includes(event.type)) return verdict('rejected', 'unknown type')
    if (!isTime(event.at)) return verdict('rejected', 'at must be an ISO 8601 time')
    if (this.events.has(id.toLowerCase()) && this.bug !== 'counts-twice') return verdict('duplicate')
    const [status, reason] = this.#store(sender, event)
    if (status !== 'rejected') this.events.set(id.toLowerCase(), event)
    return verdict(status, reason)
  }

  #store(sender, { type, data }) {
    if (type === 'match.void') {
      const owner = this.matches.get(data.matchId)?.sender ?? sender
      if (owner !== sender && this.bug !== 'anybody-voids') return ['rejected', 'not your match']
      if (this.bug === 'late-void-only' && !this.matches.has(data.matchId)) return ['accepted']
      if (this.voids.has(data.matchId)) return ['duplicate']
      this.voids.set(data.matchId, this.bug === 'anybody-voids' ? owner : sender)
    }
    if (type === 'player' && !isName(data.gamertag))
      return ['rejected', 'data.gamertag must be 1 to 64 characters']
    if (type !== 'match') return ['accepted']
    const fault = faultOf(data)
    if (fault !== undefined) return ['rejected', fault]
    const old = this.matches.get(data.matchId)
    if (old !== undefined && this.bug !== 'counts-twice')
      return content(old.match) === content(data) ? ['duplicate'] : ['rejected', 'other content']
    const key = this.bug === 'counts-twice' ? `${data.matchId} ${this.matches.size}` : data.matchId
    this.matches.set(key, { match: data, sender })
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
    let winStreak = 0
    let bestStreak = 0
    for (const { result } of counted) {
      if (result === 'win') winStreak += 1
      if (result === 'loss') winStreak = 0
      bestStreak = Math.max(bestStreak, winStreak)
    }
    const shown = (field) => Math.max(0, sum(field))
    const games = (result) => counted.filter((player) => player.result === result).length
    return {
      kills: shown('kills'),
      deaths: shown('deaths'),
      assists: shown('assists'),
      wins: games('win'),
      losses: games('loss'),
      points: shown('points'),
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
