import type { Cup, CupNode, CupStanding } from '../../../../contract/cups/cups-schemas.ts'

export const nodeOf = (over: Partial<CupNode> = {}): CupNode => ({
  id: 'w1.1',
  sides: [1, 2],
  wins: [0, 0],
  matchIds: [],
  ...over,
})

/** A running bracket of four without rounds, unless said otherwise. */
export const cupOf = (over: Partial<Cup> = {}): Cup => ({
  id: 7,
  title: 'Friday Cup',
  format: 'single',
  mode: { key: 'sumo', name: 'Sumo' },
  phase: 'running',
  startDate: '2030-01-01T18:00:00.000Z',
  endDate: null,
  size: 1,
  seats: 8,
  entrantCount: 4,
  champion: null,
  version: 3,
  config: {
    format: 'single',
    mode: 'sumo',
    matches: 'any',
    size: 1,
    seats: 8,
    minimum: 4,
    bestOf: 1,
    finalBestOf: 3,
    gameMinutes: 10,
    thirdPlace: false,
    cut: null,
    version: 1,
  },
  checkIn: { opensAt: '2030-01-01T17:30:00.000Z', closesAt: '2030-01-01T17:55:00.000Z' },
  entrants: ['Ann', 'Ben', 'Cleo', 'Dan'].map((username, index) => ({
    entrant: index + 1,
    username,
  })),
  rounds: [],
  log: [],
  ...over,
})

export const standingOf = (over: Partial<CupStanding> = {}): CupStanding => ({
  place: 1,
  entrant: 1,
  userId: 1,
  username: 'Ann',
  points: 2,
  wins: 1,
  draws: 0,
  losses: 0,
  ...over,
})
