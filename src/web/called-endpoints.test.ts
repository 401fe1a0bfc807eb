import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../contract/endpoints.ts'

/** Endpoints that no page calls, and what they are for. Those of game servers need no reason. */
const forTools: Readonly<Record<string, string>> = {
  'cases.claim': 'by the id of a case; pages name its subject (`moderation.claim`)',
  'cases.release': 'by the id of a case; pages name its subject (`moderation.release`)',
  'cases.decide': 'by the id of a case; pages name its subject (`moderation.decide`)',
  'keys.current': 'the key of a program',
  'players.arrivals': 'programs that follow matches',
  'players.list': 'programs that look up many players',
  'punishments.mine': 'punishments alone; pages show them with their appeals (`appeals.mine`)',
}

const sources = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\btesting\b/.test(file))
  .map((file) => readFileSync(join('src/web', file), 'utf8'))
  .join('\n')

/** The table of endpoints behind each key of `endpoints`, as sources import it. */
const tables = new Map(
  [...readFileSync('src/contract/endpoints.ts', 'utf8').matchAll(/^ {2}(\w+): withSchemas\((\w+),/gm)].map(
    ([, key = '', table = '']) => [key, table],
  ),
)

const isCalled = (key: string, name: string) => new RegExp(`\\b${tables.get(key)}\\.${name}\\b`).test(sources)

test('[tonight.01] Each endpoint that a browser is meant to call is called by a page; the others are listed with what they are for', () => {
  const uncalled = Object.entries(endpoints).flatMap(([key, table]) =>
    Object.entries(table).flatMap(([name, { access }]) =>
      access === 'game-server' || isCalled(key, name) ? [] : [`${key}.${name}`],
    ),
  )
  expect(uncalled.toSorted()).toEqual(Object.keys(forTools).toSorted())
})
