import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCup, cupSite } from '../../src/server/domains/cups/testing/cup-setup.ts'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import type { TestApp, TestBrowser } from '../../src/server/testing/test-app.ts'

let site: TestApp
let owner: TestBrowser
let captain: TestBrowser
let cupId: number
let entrant: number
let practiceId: number
beforeAll(async () => {
  const made = await cupSite()
  site = made.site
  owner = await memberWithRank(site, 'Owner')
  captain = await site.member('Mila Kone')
  await site.member('Zora Pale')
  cupId = await createCup(site, made.staff, { size: 2 })
  entrant = (await captain.post(`/api/cups/${cupId}/teams`, { name: 'Mila_Kone' })).json.team.entrant
  const practice = { category: 'ffa', name: 'NoDebuff', description: 'All about it' }
  practiceId = (await owner.post('/api/practice', practice)).json.id
  await owner.post('/api/admin/ranks', { name: 'Legend', colour: '#FF66AA', power: 'member' })
})
afterAll(() => site.close())

/** Where something that is nobody gets a name, and the field of it. */
const places: Readonly<Record<string, (name: string) => ReturnType<TestBrowser['post']>>> = {
  'POST /api/admin/modes': (name) => owner.post('/api/admin/modes', { key: 'named_so', name }),
  'PATCH /api/admin/modes/{key}': (name) => owner.patch('/api/admin/modes/sumo', { name }),
  'POST /api/practice': (name) =>
    owner.post('/api/practice', { category: 'duels', name, description: 'About it' }),
  'PATCH /api/practice/{id}': (name) => owner.patch(`/api/practice/${practiceId}`, { name }),
  'POST /api/cups/{id}/teams': async (name) =>
    (await site.member()).post(`/api/cups/${cupId}/teams`, { name }),
  'PATCH /api/admin/cups/{id}/teams/{entrant}': (name) =>
    owner.patch(`/api/admin/cups/${cupId}/teams/${entrant}`, { name }),
  'POST /api/admin/ranks': (name) =>
    owner.post('/api/admin/ranks', { name, colour: '#FF66AA', power: 'member' }),
  'PATCH /api/admin/ranks/{key}': (name) => owner.patch('/api/admin/ranks/Legend', { name }),
  'PATCH /api/admin/ranks/{key} aliases': (name) =>
    owner.patch('/api/admin/ranks/Legend', { aliases: [name] }),
}

/** Calls with a name that is never shown where a person's could be. */
const others = [
  'POST /api/admin/game-servers',
  'PATCH /api/admin/game-servers/{id}',
  'POST /api/admin/seasons',
  'PATCH /api/admin/seasons/{id}',
  'POST /api/contact',
  'POST /api/keys',
  'POST /api/recovery',
]

interface Operation {
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json'?: { readonly schema: { readonly properties?: Record<string, unknown> } }
    }
  }
}

test('[powers.110] Every call that gives a name is known: those of teams, ranks and modes, and the others', async () => {
  const { paths } = (await site.browser().get('/api/openapi.json')).json
  const named = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const fields = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
        const call = `${method.toUpperCase()} ${path}`
        return [
          ...(fields.includes('name') ? [call] : []),
          ...(fields.includes('aliases') ? [`${call} aliases`] : []),
        ]
      }),
  )
  expect(named.toSorted()).toEqual([...Object.keys(places), ...others].toSorted())
})

const storedNames = async () => {
  const { rows } = await sql`
    SELECT (SELECT array_agg(name ORDER BY key) FROM modes) AS modes,
      (SELECT array_agg(name ORDER BY id) FROM practice_modes) AS practice,
      (SELECT array_agg(name ORDER BY id) FROM cup_teams) AS teams,
      (SELECT array_agg(name || aliases::text ORDER BY key) FROM ranks) AS ranks
  `.execute(site.database.sql)
  return rows[0]
}

test.each(Object.entries(places))(
  '[powers.111] No team, rank or mode bears the name of a member, of staff or of the house: %s',
  async (place, give) => {
    const before = await storedNames()
    const staff = (await memberWithRank(site, 'Helper')) as TestBrowser & { user: { username: string } }
    for (const name of ['Zora Pale', 'zora_pale', 'ZORAPALE', staff.user.username, 'Moderator']) {
      // A name that another rank has is refused as taken.
      const { status, json } = await give(name)
      expect([name, status], place).toEqual([
        name,
        place.includes('/ranks') && name === 'Moderator' ? 409 : 400,
      ])
      if (status === 400)
        expect(Object.keys(json.fields)).toEqual([place.endsWith('aliases') ? 'aliases' : 'name'])
    }
    expect(await storedNames()).toEqual(before)
  },
)

test('[powers.112] A name that is stored stays valid when a member takes it, and a captain may give a team their own', async () => {
  const mode = { key: 'skyrace', name: 'Skyrace' }
  expect((await owner.post('/api/admin/modes', mode)).status).toBe(201)
  await site.member('Skyrace')
  const change = { name: 'Skyrace', icon: 'sword' }
  expect((await owner.patch('/api/admin/modes/skyrace', change)).status).toBe(200)
  const { rows } = await sql`SELECT name FROM cup_teams WHERE id = ${entrant}`.execute(site.database.sql)
  expect(rows).toEqual([{ name: 'Mila_Kone' }])
})
