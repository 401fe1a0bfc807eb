import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InForce } from '../../../contract/moderation/in-force-schemas.ts'
import { gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { linkedMember, type Person, unlink } from './testing/people.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const path = '/api/admin/punishments/in-force'
const listed = async (staff: Person, query = ''): Promise<InForce[]> =>
  (await staff.get(`${path}?limit=100${query}`)).json.inForce
const short = ({ kind, player, reason, by }: InForce) => [kind, player.username, reason, by].join(' · ')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function punish(
  staff: Person,
  accused: Person,
  kind: string,
  reason: string,
  until: string | null = null,
) {
  const given = await staff.post('/api/admin/punishments', { userId: accused.user.id, kind, reason, until })
  expect(given.status, given.text).toBe(201)
  return given.json.id as string
}

test('[guards.22] the list of punishments in force is for staff', async () => {
  expect((await site.browser().get(path)).status).toBe(401)
  expect((await (await site.member()).get(path)).status).toBe(403)
  expect((await (await memberWithRank(site, 'Helper')).get(path)).status).toBe(200)
})

test('[guards.22] it says who, what, until when, by whom and why, of what is in force and nothing else; kind and name narrow it', async () => {
  const owner = await memberWithRank(site, 'Owner')
  const [alice, bob] = [
    await linkedMember(site, server, 'Member'),
    await linkedMember(site, server, 'Member'),
  ]
  const named = ({ xuid }: { xuid: string }) => `Tag ${xuid}`
  await punish(owner, alice, 'ban', 'flies', inDays(3))
  await punish(owner, bob, 'mute', 'shouts')
  await punish(owner, bob, 'warn', 'warned')
  await punish(owner, bob, 'kick', 'kicked')
  const lifted = await punish(owner, bob, 'ban', 'was wrong')
  await owner.post(`/api/admin/punishments/${lifted}/lift`, { reason: 'sorry' })
  await owner.post(`/api/admin/members/${bob.user.id}/restriction`, { reason: 'writes spam', days: 7 })
  const ofBoth = (rows: readonly InForce[]) =>
    rows.filter(({ player }) => [named(alice), named(bob)].includes(player.username)).map(short)
  const by = owner.user.username
  const [ban, mute, restriction] = [
    `ban · ${named(alice)} · flies · ${by}`,
    `mute · ${named(bob)} · shouts · ${by}`,
    `restriction · ${named(bob)} · writes spam · ${by}`,
  ]
  const staff = await memberWithRank(site, 'Helper')
  expect(ofBoth(await listed(staff))).toEqual([restriction, mute, ban])
  for (const [kind, one] of [
    ['ban', ban],
    ['mute', mute],
    ['restriction', restriction],
  ] as const)
    expect(ofBoth(await listed(staff, `&kind=${kind}`))).toEqual([one])
  expect((await listed(staff, `&q=${alice.xuid.slice(1, -1)}`)).map(short)).toContain(ban)
  expect((await listed(staff, `&q=${bob.xuid}`)).map(short)).toEqual([restriction, mute])
  const [shown] = await listed(staff, `&q=${alice.xuid}`)
  expect(shown).toMatchObject({
    player: { id: alice.user.id, rank: 'Member' },
    server: null,
    confirmed: false,
  })
  expect(Date.parse(shown!.until!) - Date.now()).toBeGreaterThan(2 * 86_400_000)
  // What ended by itself is not in force any more.
  await owner.delete(`/api/admin/members/${bob.user.id}/restriction`)
  expect((await listed(staff, `&q=${bob.xuid}`)).map(short)).toEqual([mute])
})

test('[guards.22] its pages hold each punishment once, also of one moment; a cursor that is none is a 400', async () => {
  const owner = await memberWithRank(site, 'Owner')
  const accused = await linkedMember(site, server, 'Member')
  const identity = sql`(SELECT min(id) FROM game_identities WHERE user_id = ${accused.user.id})`
  await sql`
    INSERT INTO punishments (id, identity_id, kind, reason, at, appeal_code)
    SELECT gen_random_uuid(), ${identity}, CASE WHEN n % 2 = 0 THEN 'ban' ELSE 'mute' END, 'number ' || n,
      timestamptz '2026-02-03T04:05:06.123456Z' - (n / 4) * interval '1 microsecond', translate(lpad(n::text, 8, 'A'), '01', 'YZ')
    FROM generate_series(1, 11) AS n`.execute(site.database.sql)
  await owner.post(`/api/admin/members/${accused.user.id}/restriction`, { reason: 'the newest', days: null })
  const q = `&q=${accused.xuid}`
  const whole = await listed(owner, q)
  expect(whole).toHaveLength(12)
  expect(whole[0]?.reason).toBe('the newest')
  const paged: InForce[] = []
  let cursor = ''
  for (let pages = 0; pages < 10; pages++) {
    const { json, headers } = await owner.get(`${path}?limit=3${q}${cursor}`)
    paged.push(...json.inForce)
    expect(headers.link === undefined).toBe(json.next === null)
    if (json.next === null) break
    cursor = `&cursor=${json.next}`
  }
  expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  for (const wrong of ['x', '1', '1.x', `${'9'.repeat(17)}.1`, `1.${'a'.repeat(37)}`, '-1.1', '1.1.1'])
    expect((await owner.get(`${path}?cursor=${wrong}`)).status, wrong).toBe(400)
  expect((await owner.get(`${path}?cursor=${'9'.repeat(16)}.${'9'.repeat(10)}`)).status).toBe(200)
})

test('[guards.22] nobody finds what is about themselves in it, nor about a player whom they once owned', async () => {
  const owner = await memberWithRank(site, 'Owner')
  const accused = await linkedMember(site, server, 'Moderator')
  await punish(owner, accused, 'mute', 'canary of a mute')
  await owner.post(`/api/admin/members/${accused.user.id}/restriction`, {
    reason: 'canary of a restriction',
    days: 1,
  })
  const canaries = async (staff: Person) =>
    (await listed(staff)).map(({ reason }) => reason).filter((reason) => reason.startsWith('canary'))
  expect(await canaries(owner)).toEqual(['canary of a restriction', 'canary of a mute'])
  expect((await accused.get(path)).status).toBe(403)
  await owner.delete(`/api/admin/members/${accused.user.id}/restriction`)
  expect(await canaries(accused)).toEqual([])
  expect(await listed(accused, `&q=${accused.xuid}`)).toEqual([])
  await unlink(accused)
  expect(await canaries(accused)).toEqual([])
  expect(await canaries(owner)).toEqual(['canary of a mute'])
})

test('[guards.22] a name that hundreds of players have in common finds all of them that are punished', async () => {
  const owner = await memberWithRank(site, 'Owner')
  await sql`
    INSERT INTO users (username, password_hash) SELECT 'Commoner ' || n, 'x' FROM generate_series(1, 300) AS n
  `.execute(site.database.sql)
  await sql`
    INSERT INTO restrictions (user_id, reason, created_by)
    SELECT id, 'one of many', ${owner.user.id} FROM users WHERE username IN ('Commoner 150', 'Commoner 300')
  `.execute(site.database.sql)
  const found = await listed(owner, '&q=commoner')
  expect(found.map(({ player }) => player.username).sort()).toEqual(['Commoner 150', 'Commoner 300'])
})
