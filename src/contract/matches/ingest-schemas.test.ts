import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ingestData } from './ingest-schemas.ts'

const at = '2026-11-26T11:00:00Z'
const id = '3b241101-e2bb-4255-8caf-4136c566a962'
const player = { xuid: '1', gamertag: 'Ann', result: 'win', kills: 0, deaths: 0, assists: 0, points: 0 }

/** A valid event of each type that has optional parts, and where those are. */
const events = {
  heartbeat: {
    data: { playerCount: 3, maxPlayers: 5, version: '1.21', queues: { Boxing: 1 }, players: [{ xuid: '1' }] },
    optional: [
      ...['maxPlayers', 'version', 'queues', 'queues.Sumo', 'players', 'players.0', 'part', 'parts'],
      ...['players.0.mode', 'players.0.since'],
    ],
  },
  match: {
    data: { matchId: id, gameType: 'boxing', ranked: true, startedAt: at, endedAt: at, players: [player] },
    optional: [
      ...['map', 'region', 'rounds', 'score', 'score.red', 'kills', 'kills.0', 'note'],
      ...['team', 'input', 'pingMs', 'device', 'hits', 'note'].map((name) => `players.0.${name}`),
    ],
  },
  player: { data: { xuid: '1', gamertag: 'Ann' }, optional: ['hidden', 'rank', 'head', 'note'] },
  punishment: {
    data: { xuid: '1', id, kind: 'ban', reason: 'a' },
    optional: ['by', 'gamertag', 'note'],
  },
  'punishment.lift': { data: { id }, optional: ['reason', 'note'] },
  report: {
    data: { reporter: { xuid: '1' }, subject: { xuid: '2' }, class: 'cheating', reason: 'a' },
    optional: ['reporter.gamertag', 'subject.gamertag', 'matchId', 'note'],
  },
} as const

/** What no optional part may be. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', -1, 0.5, 1e300, '\0', '\ud800', 'x'.repeat(5_000), [], {}, [null]),
  // Without a text of its own.
  fc.constantFrom<unknown>({ a: [] }, { a: null, b: { toString: '' } }),
  fc.jsonValue().filter((value) => typeof value !== 'string' && typeof value !== 'number' && value !== true),
)

function withPart(data: object, path: string, value: unknown): object {
  const copy = structuredClone(data) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop()!
  let here = copy
  for (const name of names) {
    here[name] ??= {}
    here = here[name] as Record<string, unknown>
  }
  here[last] = value
  return copy
}

describe('[inputs.05] an odd optional part of an event never takes the rest with it', () => {
  test.each(Object.entries(events))('%s', (type, { data, optional }) => {
    const schema = ingestData[type as keyof typeof events]
    const known = schema.parse(data) as Record<string, unknown>
    fc.assert(
      fc.property(fc.constantFrom(...optional), odd, (path, value) => {
        const parsed = schema.safeParse(withPart(data, path, value))
        expect(parsed.success, parsed.success ? '' : parsed.error.message).toBe(true)
        const [name = ''] = path.split('.')
        // Every other part is what it is without the odd one.
        for (const other of Object.keys(known).filter((key) => key !== name && key !== 'xuid'))
          expect((parsed.data as Record<string, unknown>)[other]).toEqual(known[other])
      }),
      { numRuns: 300 },
    )
  })

  test('an id that a serializer left empty is absent; two are still refused', () => {
    const parse = (ids: object) => ingestData.player.safeParse({ gamertag: 'Ann', ...ids })
    for (const empty of [null, '', undefined])
      expect(parse({ xuid: '1', pfid: empty }).data).toMatchObject({ xuid: '1', gamertag: 'Ann' })
    expect(parse({ xuid: '1', pfid: '2' }).success).toBe(false)
    expect(parse({ xuid: '', pfid: null }).success).toBe(false)
  })

  test('queues without one that is odd, and at most as many as are stored', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`mode ${at}`, at]))
    const parse = (queues: unknown) => ingestData.heartbeat.parse({ playerCount: 1, queues }).queues
    expect(parse({ Boxing: 2, Sumo: -1, '': 3, Bridge: 'many' })).toEqual({ Boxing: 2 })
    expect(Object.keys(parse(many) ?? {}).length).toBeLessThan(500)
    expect(parse(many)).toMatchObject({ 'mode 0': 0, 'mode 1': 1 })
  })
})
