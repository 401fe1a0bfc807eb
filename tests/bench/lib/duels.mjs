import { randomUUID } from 'node:crypto'

/** Somebody of the sample worlds, by number. @param {number} number @param {string} gamertag */
export const fighter = (number, gamertag) => ({ xuid: String(2_535_400_000_000_000 + number), gamertag })

/**
 * A ranked match between two, as a game server reports it.
 * @param {{ at: string, gameType: string, winner: ReturnType<typeof fighter>, loser: ReturnType<typeof fighter> }} duel
 */
export const duel = ({ at, gameType, winner, loser }) => ({
  id: randomUUID(),
  type: 'match',
  at,
  data: {
    matchId: randomUUID(),
    gameType,
    ranked: true,
    startedAt: at,
    endedAt: at,
    players: [
      { ...winner, result: 'win', kills: 3, deaths: 1, assists: 0, points: 12 },
      { ...loser, result: 'loss', kills: 1, deaths: 3, assists: 0, points: -8 },
    ],
  },
})

/** A benchmark of what was refused would measure nothing. @throws unless every event was stored */
export const requireAccepted = (/** @type {{ results?: { status: string }[] }} */ response) => {
  if (response.results?.every(({ status }) => status === 'accepted')) return
  throw new Error(`ingest answered ${JSON.stringify(response).slice(0, 500)}`)
}
