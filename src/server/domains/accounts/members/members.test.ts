import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/while-open.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const giveRank = (id: number, rank: Rank) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(site.database.sql)
const storedRank = async (id: number) =>
  (await sql<{ rank: Rank }>`SELECT rank FROM users WHERE id = ${id}`.execute(site.database.sql)).rows[0]
    ?.rank
const entries = async () =>
  (
    await sql<{ actor_id: number; subject_id: number; before: unknown; after: unknown }>`
      SELECT actor_id, subject_id, before, after FROM audit_log WHERE action = 'member.rank' ORDER BY id
    `.execute(site.database.sql)
  ).rows
const somebody = async (rank: Rank) => {
  const member = await site.member()
  await giveRank(member.user.id, rank)
  return member
}
const setRank = (browser: TestBrowser, id: number, rank: unknown) =>
  browser.patch(`/api/admin/members/${id}/rank`, { rank })

describe('changing a rank', () => {
  beforeEach(async () => {
    // A spare Owner, so that only tests about the last one hit that rule.
    await somebody('Owner')
  })

  test('is refused to visitors, members and staff below Admin, and changes nothing', async () => {
    const target = await site.member()
    expect((await setRank(site.browser(), target.user.id, 'Gold')).status).toBe(401)
    for (const rank of shippedRanks.slice(0, shippedRanks.indexOf('Admin'))) {
      expect((await setRank(await somebody(rank), target.user.id, 'Gold')).status).toBe(403)
    }
    expect(await storedRank(target.user.id)).toBe('Member')
  })

  test('follows authority: never of or to a rank that is not below one’s own, and Owner only by an Owner', async () => {
    for (const actorRank of ['Admin', 'Manager', 'Owner'] as const) {
      const actor = await somebody(actorRank)
      const target = await site.member()
      for (const before of shippedRanks) {
        for (const after of shippedRanks) {
          await giveRank(target.user.id, before)
          const allowed =
            actorRank === 'Owner' ||
            (shippedRanks.indexOf(before) < shippedRanks.indexOf(actorRank) &&
              shippedRanks.indexOf(after) < shippedRanks.indexOf(actorRank))
          const { status } = await setRank(actor, target.user.id, after)
          expect([actorRank, before, after, status]).toEqual([actorRank, before, after, allowed ? 200 : 403])
          expect(await storedRank(target.user.id)).toBe(allowed ? after : before)
        }
      }
    }
  })

  test.each([
    ['who gives it is demoted', 'actor', 'Gold'],
    ['who gets it is promoted', 'target', 'Admin'],
  ] as const)('is refused where at the same moment %s', async (_, whose, rank) => {
    const [actor, target] = [await somebody('Admin'), await site.member()]
    const { id } = whose === 'actor' ? actor.user : target.user
    const late = await whileOpen(
      site.database,
      (transaction) => sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(transaction),
      () => setRank(actor, target.user.id, 'Helper'),
    )
    expect([late.waited, late.result.status]).toEqual([true, 403])
    expect(await storedRank(target.user.id)).toBe(whose === 'actor' ? 'Member' : 'Admin')
  })

  test('takes mod for Moderator, and refuses unknown ranks and other cases with a 400', async () => {
    const owner = await somebody('Owner')
    const target = await site.member()
    for (const rank of ['owner', 'MODERATOR', 'Mod', 'King', '', null, 7, ['Gold'], { rank: 'Gold' }]) {
      const refused = await setRank(owner, target.user.id, rank)
      expect([rank, refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([rank, 400, ['rank']])
    }
    expect(await storedRank(target.user.id)).toBe('Member')
    const response = await setRank(owner, target.user.id, 'mod')
    expect([response.status, response.json.rank]).toEqual([200, 'Moderator'])
    expect(await storedRank(target.user.id)).toBe('Moderator')
  })

  test('is written to the audit log, and not when nothing changed or it was refused', async () => {
    const admin = await somebody('Admin')
    const target = await site.member()
    const before = (await entries()).length
    await setRank(admin, target.user.id, 'Member')
    await setRank(admin, target.user.id, 'Owner')
    expect(await entries()).toHaveLength(before)
    await setRank(admin, target.user.id, 'Diamond')
    expect((await entries()).slice(before)).toEqual([
      {
        actor_id: admin.user.id,
        subject_id: target.user.id,
        before: { rank: 'Member' },
        after: { rank: 'Diamond' },
      },
    ])
  })

  test('leaves a rank item for the game servers of a linked member, in the same transaction', async () => {
    const owner = await somebody('Owner')
    const target = await site.member()
    await sql`INSERT INTO game_servers (name, secret_hash) VALUES ('A', sha256('a'))`.execute(
      site.database.sql,
    )
    await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', '2535400000000001', ${target.user.id})`.execute(
      site.database.sql,
    )
    await setRank(owner, target.user.id, 'Gold')
    const { rows } = await sql`SELECT type, data FROM outbox WHERE channel = 'game'`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([{ type: 'rank', data: { xuid: '2535400000000001', rank: 'Gold' } }])
  })

  test('leaves nothing for a game server whose key is revoked', async () => {
    const owner = await somebody('Owner')
    const target = await site.member()
    const { rows } = await sql<{ id: number; revoked_at: Date | null }>`
      INSERT INTO game_servers (name, secret_hash, revoked_at)
      VALUES ('Revoked', sha256('revoked'), now()), ('Active', sha256('active'), NULL) RETURNING id, revoked_at
    `.execute(site.database.sql)
    await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', '2535400000000002', ${target.user.id})`.execute(
      site.database.sql,
    )
    await setRank(owner, target.user.id, 'Gold')
    const queuedFor = await sql<{ id: number }>`
      SELECT server_id AS id FROM outbox WHERE data->>'xuid' = '2535400000000002'
    `.execute(site.database.sql)
    const ids = queuedFor.rows.map(({ id }) => id)
    for (const { id, revoked_at } of rows) expect(ids.includes(id)).toBe(revoked_at === null)
  })

  test('of a player without a password, or of nobody, is a 404', async () => {
    const owner = await somebody('Owner')
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (gamertag) VALUES ('Only In Game') RETURNING id
    `.execute(site.database.sql)
    expect((await setRank(owner, rows[0]!.id, 'Gold')).status).toBe(404)
    expect((await setRank(owner, 2_000_000_000, 'Gold')).status).toBe(404)
  })
})

describe('[guards.78] one’s own rank', () => {
  const lower = (owner: TestBrowser, id: number, body: object) =>
    owner.patch(`/api/admin/members/${id}/rank`, body)

  test('is not lowered without the word: one save without it changes nothing and says what to type', async () => {
    await somebody('Owner')
    const owner = await somebody('Owner')
    for (const body of [{}, { confirmation: '' }, { confirmation: 'owner' }, { confirmation: 'Admin' }]) {
      const refused = await lower(owner, owner.user.id, { rank: 'Admin', ...body })
      expect([refused.status, refused.json.fields]).toEqual([
        400,
        { confirmation: 'Type Owner to give up this rank' },
      ])
    }
    expect(await storedRank(owner.user.id)).toBe('Owner')
    expect((await lower(owner, owner.user.id, { rank: 'Owner' })).status).toBe(200)
    expect((await lower(owner, owner.user.id, { rank: 'Admin', confirmation: 'Owner' })).status).toBe(200)
    expect(await storedRank(owner.user.id)).toBe('Admin')
  })

  test('other ranks need no word', async () => {
    const [owner, other] = [await somebody('Owner'), await somebody('Owner')]
    expect((await lower(owner, other.user.id, { rank: 'Member' })).status).toBe(200)
    expect(await storedRank(other.user.id)).toBe('Member')
  })
})

describe('the last Owner', () => {
  const giveUp = (owner: Awaited<ReturnType<typeof somebody>>) =>
    owner.patch(`/api/admin/members/${owner.user.id}/rank`, { rank: 'Helper', confirmation: 'Owner' })

  test('cannot be demoted, and of two who demote each other at once one stays', async () => {
    await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Owner'`.execute(site.database.sql)
    const [one, two] = [await somebody('Owner'), await somebody('Owner')]
    for (let round = 0; round < 5; round += 1) {
      await giveRank(one.user.id, 'Owner')
      await giveRank(two.user.id, 'Owner')
      await Promise.all([
        setRank(one, two.user.id, 'Member'),
        setRank(two, one.user.id, 'Member'),
        giveUp(one),
        giveUp(two),
      ])
      const { rows } = await sql`SELECT FROM users WHERE rank = 'Owner'`.execute(site.database.sql)
      expect(rows).toHaveLength(1)
    }
    await giveRank(one.user.id, 'Owner')
    await giveRank(two.user.id, 'Member')
    const refused = await giveUp(one)
    expect([refused.status, refused.json.error]).toEqual([409, 'The last Owner cannot be given another rank'])
    expect(await storedRank(one.user.id)).toBe('Owner')
  })
})

describe('the members list', () => {
  test('is refused to who is not staff, and never carries email addresses or sign-in names of others', async () => {
    const target = await site.member('SignInName')
    await target.patch('/api/user', { email: 'canary@mail.example' })
    await sql`UPDATE users SET gamertag = 'Shown Tag', linked_at = now() WHERE id = ${target.user.id}`.execute(
      site.database.sql,
    )
    expect((await site.browser().get('/api/admin/members')).status).toBe(401)
    expect((await target.get('/api/admin/members')).status).toBe(403)
    const response = await (await somebody('Helper')).get('/api/admin/members?limit=200')
    expect(response.status).toBe(200)
    expect(response.text).not.toContain('canary@mail.example')
    expect(response.text).not.toContain('SignInName')
    expect(response.json).toContainEqual(
      expect.objectContaining({ id: target.user.id, username: 'Shown Tag', linked: true, rank: 'Member' }),
    )
  })

  test('finds a part of a name as text, not as a pattern, and hands on its filter to the next page', async () => {
    const helper = await somebody('Helper')
    for (const name of ['find_me one', 'find_me two', 'findxme three']) await site.member(name)
    const found = await helper.get('/api/admin/members?search=FIND_me&limit=1')
    expect(found.json.map(({ username }: { username: string }) => username)).toEqual(['find_me two'])
    const next = /<([^>]+)>/.exec(String(found.headers.link))?.[1] ?? ''
    const second = await helper.get(next)
    expect(second.json.map(({ username }: { username: string }) => username)).toEqual(['find_me one'])
    expect((await helper.get('/api/admin/members?search=%25')).json).toEqual([])
    expect((await helper.get('/api/admin/members?search=ind_ME')).json).toHaveLength(2)
  })

  test('takes one or two characters for the beginning of a name', async () => {
    const helper = await somebody('Helper')
    await site.member('Zy beginning')
    await site.member('crazy end')
    const found = await helper.get('/api/admin/members?search=zy')
    expect(found.json.map(({ username }: { username: string }) => username)).toEqual(['Zy beginning'])
  })

  test('says who may not post, why and until when', async () => {
    const [helper, target] = [await somebody('Helper'), await site.member('On A Leash')]
    const listed = async () => (await helper.get('/api/admin/members?search=on+a+leash')).json[0].restriction
    expect(await listed()).toBeNull()
    const path = `/api/admin/members/${target.user.id}/restriction` as const
    const { json } = await helper.post(path, { reason: 'slurs', days: 3 })
    expect(await listed()).toEqual({ reason: 'slurs', until: json.until })
    await helper.post(path, { reason: 'slurs', days: null })
    expect(await listed()).toEqual({ reason: 'slurs', until: null })
    await helper.delete(path)
    expect(await listed()).toBeNull()
  })
})
