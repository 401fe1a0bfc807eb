import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServerMessage, serverMessageOf } from './live.ts'

const stats = { winStreak: 1, losses: 0, wins: 3, kills: 9, deaths: 2, points: 40 }
const samples = [
  { type: 'server_status_update', data: { playerCount: 3, isOnline: true } },
  { type: 'server_status_update', data: { isOnline: false } },
  {
    type: 'stats_update',
    gameType: 'sumo',
    data: { user: { id: 7, username: 'Fox' }, stats, lastResult: 'win' },
  },
  { type: 'stats_update', gameType: 'overall', data: { user: { id: 7, username: '' }, stats } },
  { type: 'desk_update', list: 'reports' },
  { type: 'error', message: 'No' },
] as const

test('A message of the server is read as its schema reads it', () => {
  for (const sample of samples) expect(serverMessageOf(sample)).toEqual(ServerMessage.parse(sample))
})

const odd = fc.oneof(
  fc.constantFrom(null, undefined, '', 'x', true, [], {}, 0, -1, 1.5, 2_147_483_648, Number.NaN),
  fc.constantFrom('sumo', 'chess', 'reports', 'members', 'win', 'lost'),
)

/** Paths to every value of a sample, itself included. */
const pathsOf = (value: unknown): (readonly string[])[] => [
  [],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path]))
    : []),
]

function withValue(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put
  const record = value as Record<string, unknown>
  return { ...record, [key]: withValue(record[key], rest, put) }
}

test('and whatever is wrong with one is refused by both, or by neither', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...samples.flatMap((sample) => pathsOf(sample).map((path) => [sample, path] as const))),
      odd,
      ([sample, path], put) => {
        const message = withValue(sample, path, put)
        const [ours, schemas] = [serverMessageOf(message), ServerMessage.safeParse(message)]
        expect(ours === undefined, JSON.stringify(message)).toBe(!schemas.success)
      },
    ),
    { numRuns: 3_000 },
  )
})
