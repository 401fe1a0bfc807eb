import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { event, gameServer, match, player, type TestGameServer } from '../../../testing/game-server.ts'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'
import { skeletonOf, speaksForTheSite } from './reserved-names.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({
    environment: { RATE_LIMITS: 'off', SITE_NAME: 'Ember Isles', SITE_SHORT_NAME: 'Isles' },
  })
  server = await gameServer(site)
})
afterAll(() => site.close())

const names = { siteName: 'Ember Isles', siteShortName: 'Isles' }
const taken = { status: 409, error: 'That username is already taken' }

const register = async (username: string) => {
  const { status, json } = await site.browser().post('/api/register', { username, password })
  return status === 201 ? { status } : { status, error: json.error }
}

async function staff(name: string, rank: Rank = 'Helper') {
  const member = await site.member(name)
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

const shownAs = async (xuid: string) => {
  const { rows } = await sql<{ id: number; shown_name: string }>`
    SELECT users.id, shown_name FROM users JOIN game_identities ON user_id = users.id WHERE value = ${xuid}
  `.execute(site.database.sql)
  return rows[0]!
}

test.each([
  'Player 97',
  'player97',
  'P1ayer-97',
  'PLAYER 1',
  'command line',
  'Command_Line',
  'cornrnand 1ine',
  'Deleted player',
  'Console',
  'C0NS0LE',
  'Consoie',
  'game server X',
  'Game-Server EU 1',
  'Anonymous',
  'Unknown player',
  'Owner',
  'adm1n',
  'Product Staff',
  'Ember Isles',
  'Ember Isles Staff',
  'IslesTeam',
  'Support',
])(
  '[guards.47] a name that speaks for the site is refused like a taken one, and nothing is stored: %s',
  async (name) => {
    expect(await register(name)).toEqual(taken)
    const { rows } = await sql`SELECT FROM users WHERE username = ${name}`.execute(site.database.sql)
    expect(rows).toEqual([])
  },
)

test.each([
  'Players',
  'Player One',
  'Playerunknown9',
  'Consoles',
  'Stafford',
  'My game server',
  'Owen',
  'Modest',
  'Isles Fan',
])('[guards.47] a name that only resembles one is free: %s', async (name) => {
  expect(await register(name)).toEqual({ status: 201 })
})

test('[guards.47] what looks like a name of staff is refused; of members, and of who left the team, it is not', async () => {
  const keeper = await staff('Mila Kone')
  for (const name of ['Mi1a Kone', 'MlLA KONE', 'milakone', 'Mila_K0ne'])
    expect([name, await register(name)]).toEqual([name, taken])
  await sql`UPDATE users SET rank = 'Member' WHERE id = ${keeper.user.id}`.execute(site.database.sql)
  expect(await register('Mi1a Kone')).toEqual({ status: 201 })
})

test('[guards.47] who has such a name keeps it until it is cleared, and then chooses another', async () => {
  const member = await site.member('Keeps It')
  await sql`UPDATE users SET username = 'Console' WHERE id = ${member.user.id}`.execute(site.database.sql)
  expect((await member.patch('/api/user', { bio: 'Still here' })).json.username).toBe('Console')
  const moderator = await staff('Clears It', 'Moderator')
  const clearing = { parts: ['name'], reason: 'It speaks for the site' }
  expect(
    (await moderator.post(`/api/admin/members/${member.user.id}/profile-clearing`, clearing)).status,
  ).toBe(200)
  const refused = await member.post('/api/user/name', { username: 'C0nsole 2' })
  expect(refused.status).toBe(200)
  await sql`UPDATE users SET name_cleared_at = now() WHERE id = ${member.user.id}`.execute(site.database.sql)
  const again = await member.post('/api/user/name', { username: 'Command Line' })
  expect([again.status, again.json.error]).toEqual([409, 'That username is already taken'])
})

test('[guards.48] a name from a game that speaks for the site, in whatever script, is never refused and shown as a number', async () => {
  const gamertags = [
    'Сonsоle',
    'Ｃｏｎｓｏｌｅ',
    'Con\u200bsole',
    'Ρlayer 12',
    'Gаmе Server 1',
    'Ꭼmber Isles',
    'ⲟwner',
  ]
  for (const [at, gamertag] of gamertags.entries()) {
    expect([gamertag, speaksForTheSite(gamertag, names)]).toEqual([gamertag, true])
    await server.report(
      event('match', match([player(`house-${at}`, { gamertag }), player(`rival-${at}`, { result: 'loss' })])),
    )
    const { id, shown_name } = await shownAs(`house-${at}`)
    expect(shown_name).toBe(`Player ${id}`)
    expect((await site.browser().get(`/api/users/${id}`)).json).toMatchObject({
      username: `Player ${id}`,
      gamertag: `Player ${id}`,
    })
    expect((await shownAs(`rival-${at}`)).shown_name).toBe(`Tag rival-${at}`)
  }
})

test('[guards.48] a gamertag that looks like a name of staff is not shown, their own is; a new one is judged anew, also when it is linked', async () => {
  const keeper = await staff('Zora Pale')
  await server.report(event('player', { xuid: 'fake', gamertag: 'Zоra Pale' }))
  const { id } = await shownAs('fake')
  expect((await shownAs('fake')).shown_name).toBe(`Player ${id}`)
  const later = { at: new Date(Date.now() + 1_000).toISOString() }
  await server.report(event('player', { xuid: 'fake', gamertag: 'Honest Name' }, later))
  expect((await shownAs('fake')).shown_name).toBe('Honest Name')
  const said = await server.report(event('link.request', { xuid: 'own', gamertag: 'Zora Pale' }))
  expect((await keeper.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  expect((await shownAs('own')).shown_name).toBe('Zora Pale')
  const member = await site.member()
  const other = await server.report(event('link.request', { xuid: 'house', gamertag: 'Cоnsole' }))
  expect((await member.post('/api/link', { code: other.json.results[0].code })).status).toBe(200)
  expect(await shownAs('house')).toEqual({ id: member.user.id, shown_name: `Player ${member.user.id}` })
})

test('[guards.47] case, marks, separators and look-alikes make one skeleton; other names keep apart', () => {
  for (const [one, other] of [
    ['Admin', 'ÀDMÍN'],
    ['Admin', 'аdmіn'],
    ['Moderator', 'rnod-erat0r'],
    ['Illi', 'l1|I'],
  ] as const)
    expect([one, skeletonOf(one)]).toEqual([one, skeletonOf(other)])
  expect(skeletonOf('Лисица')).not.toBe(skeletonOf('Лиса'))
  expect(skeletonOf('狐の網')).not.toBe(skeletonOf('狐の'))
})
