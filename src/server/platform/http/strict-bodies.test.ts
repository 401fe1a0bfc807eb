import { expect, test } from 'vitest'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { rulingSchemas } from '../../../contract/matches/rulings-schemas.ts'
import { punishmentSchemas } from '../../../contract/moderation/punishments-schemas.ts'
import { newsSchemas } from '../../../contract/news/news-schemas.ts'
import { seasonSchemas } from '../../../contract/rankings/seasons-schemas.ts'
import type { AppError } from './errors.ts'
import { parseInput } from './validation.ts'

const id = '3b241101-e2bb-4255-8caf-4136c566a962'
const later = '2030-01-02T03:04:05Z'
const span = { userId: 1, from: later, to: later }

test.each([
  [newsSchemas.publish, { id: '1' }, {}, { publishAt: later }, 'publishAt'],
  [newsSchemas.publish, { id: '1' }, {}, { tosubscribers: false }, 'tosubscribers'],
  [
    seasonSchemas.create,
    {},
    { name: 'One', startsAt: later, endsAt: '2031-01-01T00:00:00Z' },
    { ends: later },
    'ends',
  ],
  [seasonSchemas.update, { id: '1' }, { name: 'One' }, { endAt: later }, 'endAt'],
  [
    rulingSchemas.create,
    {},
    { matchIds: [id], action: 'exclude', reason: 'Both agreed on who wins.' },
    { dryRun: true },
    'dryRun',
  ],
  [
    rulingSchemas.create,
    {},
    { span, action: 'exclude', reason: 'Both agreed on who wins.' },
    { span: { ...span, gameType: 'sumo' } },
    'gameType',
  ],
  [
    punishmentSchemas.create,
    {},
    { userId: 1, kind: 'ban', reason: 'Both agreed on who wins.' },
    { expiresAt: later },
    'expiresAt',
  ],
  [punishmentSchemas.lift, { id }, { reason: 'Both agreed on who wins.' }, { at: later }, 'at'],
] as const)(
  '[inputs.09] where the effect cannot be taken back, an unknown key is a 400 that names it: %#',
  (schemas, params, body, over, key) => {
    const endpoint = schemas as unknown as AnyEndpoint
    expect(parseInput(endpoint, { params, body })).toHaveProperty('body')
    const refused = () => {
      try {
        parseInput(endpoint, { params, body: { ...body, ...over } })
      } catch (error) {
        return (error as AppError).body()
      }
    }
    expect(refused()).toMatchObject({ code: 'validation', fields: { [key]: 'There is no such field' } })
  },
)

test.each(['constructor', 'toString', '__proto__'])(
  '[powers.77] an unknown key that every object inherits is named too: %s',
  (key) => {
    const endpoint = newsSchemas.publish as unknown as AnyEndpoint
    const body = JSON.parse(`{"${key}":1}`)
    try {
      parseInput(endpoint, { params: { id: '1' }, body })
      expect.unreachable()
    } catch (error) {
      const { fields } = (error as AppError).body() as { fields: object }
      expect(Object.entries(fields)).toEqual([[key, 'There is no such field']])
    }
  },
)
