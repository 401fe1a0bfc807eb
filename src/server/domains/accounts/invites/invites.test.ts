import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inviteLimits } from '../../../../contract/accounts/invites.ts'
import type { Invite } from '../../../../contract/accounts/invites-schemas.ts'
import { type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { gameServer } from '../../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { sweepInvites } from './queries.ts'

let site: TestApp
type Member = Awaited<ReturnType<TestApp['member']>>
let owner: Member

const ranked = async (rank: Rank): Promise<Member> => {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  owner = await ranked('Owner')
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM invites`.execute(site.database.sql)
})

const path = '/api/admin/invites'
const create = (body: object = {}, by: TestBrowser = owner) =>
  by.post(path, { rank: 'Moderator', note: 'Ann', ...body })
const list = async (by: TestBrowser = owner): Promise<Invite[]> => (await by.get(path)).json
const tokenOf = (response: { json: { link: string } }) => response.json.link.split('#')[1]!
const newToken = async (body: object = {}) => tokenOf(await create(body))
const look = (token: string, by = site.browser()) => by.post('/api/invites/look', { token })
const accept = (token: string, account: object = {}, by: TestBrowser = site.browser()) =>
  by.post('/api/invites/accept', { token, ...account })
let people = 0
const account = () => ({ username: `Invited ${people++}`, password })
const rankOf = async (id: number) =>
  (await sql<{ rank: string }>`SELECT rank FROM users WHERE id = ${id}`.execute(site.database.sql)).rows[0]
    ?.rank
const entries = async () =>
  (
    await sql<{
      action: string
    }>`SELECT action, actor_id, subject_type, subject_id, before, after FROM audit_log
      WHERE action LIKE 'invite.%' OR (after ? 'invite') ORDER BY id`.execute(site.database.sql)
  ).rows
const stored = async () => [
  (
    await sql`SELECT id, rank, revoked_at, used_at, used_by FROM invites ORDER BY id`.execute(
      site.database.sql,
    )
  ).rows,
  (await sql`SELECT id, rank FROM users ORDER BY id`.execute(site.database.sql)).rows,
  await entries(),
]
/** Changes nothing, and is not in the audit log. */
const refused = async (call: () => Promise<{ status: number }>, status: number) => {
  const before = await stored()
  expect((await call()).status).toBe(status)
  expect(await stored()).toEqual(before)
}

test('[settings.111] Only an Owner makes and revokes invitations; a Manager reads them, everybody else gets nothing', async () => {
  const { id } = (await create()).json.invite
  for (const rank of [...shippedRanks.slice(0, 9), null]) {
    const by = rank === null ? site.browser() : await ranked(rank)
    const denied = rank === null ? 401 : 403
    expect((await by.get(path)).status, `${rank}`).toBe(rank === 'Manager' ? 200 : denied)
    await refused(() => create({ rank: 'Member' }, by), denied)
    await refused(() => by.post(`${path}/${id}/revoke`), denied)
  }
})

test('[settings.112] 400 for the rank of an Owner, an unknown one and a note that is long; 404 for no such invitation; 409 for the 101st open one', async () => {
  for (const wrong of [
    { rank: 'Owner' },
    { rank: 'King' },
    { rank: undefined },
    { note: 'x'.repeat(201) },
    { days: 99 },
  ])
    await refused(() => create(wrong), 400)
  await refused(() => owner.post(`${path}/999999/revoke`), 404)
  await sql`INSERT INTO invites (token_hash, rank, note, created_by, expires_at)
    SELECT sha256(convert_to('filling ' || n, 'UTF8')), 'Helper', '', ${owner.user.id}, now() + interval '1 day'
    FROM generate_series(1, ${inviteLimits.open}) AS n`.execute(site.database.sql)
  await refused(() => create(), 409)
  await sql`UPDATE invites SET expires_at = now() - interval '1 hour' WHERE note = ''`.execute(
    site.database.sql,
  )
  expect((await create()).status).toBe(201)
})

test('[settings.113] A revoked invitation, a used one, an expired one, one whose maker may no longer invite and a wrong one answer alike, and make and raise nobody', async () => {
  const other = await ranked('Owner')
  const tokens = {
    revoked: await create(),
    used: await create(),
    expired: await create(),
    demoted: await create({}, other),
  }
  await owner.post(`${path}/${tokens.revoked.json.invite.id}/revoke`)
  expect((await accept(tokenOf(tokens.used), account())).status).toBe(200)
  await sql`UPDATE invites SET expires_at = now() WHERE id = ${tokens.expired.json.invite.id}`.execute(
    site.database.sql,
  )
  await sql`UPDATE users SET rank = 'Manager' WHERE id = ${other.user.id}`.execute(site.database.sql)
  const member = await site.member()
  const wrong = ['x'.repeat(43), ...Object.values(tokens).map(tokenOf)]
  const texts = new Set<string>()
  for (const token of wrong) {
    const name = account()
    await refused(async () => {
      const answers = [await accept(token, name), await accept(token, {}, member)]
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
      for (const { text } of answers) texts.add(text)
      return answers[0]!
    }, 403)
    if (token !== tokenOf(tokens.demoted)) texts.add((await look(token)).text)
  }
  expect(texts.size).toBe(1)
  await sql`DELETE FROM users WHERE id = ${other.user.id}`.execute(site.database.sql)
  expect((await look(tokenOf(tokens.demoted))).status).toBe(403)
})

test('[settings.114] An invitation makes a new account with its rank, signed in, once; only its hash is stored', async () => {
  const created = await create({ rank: 'mod', note: ' For Ann ' })
  expect([created.status, created.json.invite]).toEqual([
    201,
    expect.objectContaining({ rank: 'Moderator', note: 'For Ann', state: 'open', usedBy: null }),
  ])
  expect(created.json.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invite#[\w-]{43}$/)
  const days = (Date.parse(created.json.invite.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThan(7.01)
  const token = tokenOf(created)
  const { rows } = await sql<{ text: string }>`SELECT invites::text AS text FROM invites`.execute(
    site.database.sql,
  )
  expect(rows[0]!.text).not.toContain(token)
  expect((await look(token)).json).toEqual({ rank: 'Moderator' })
  await refused(() => accept(token), 400)
  await refused(() => accept(token, { username: 'Ann Invited' }), 400)
  await refused(() => accept(token, { username: 'Ann Invited', password: 'short12' }), 400)
  await refused(() => accept(token, { username: 'Owner', password }), 409)
  await refused(() => accept(token, { username: 'Ann Invited', password, rank: 'Owner' }), 400)
  const ann = site.browser()
  const made = await accept(token, { username: 'Ann Invited', password }, ann)
  expect([made.status, made.json.username, made.json.rank]).toEqual([200, 'Ann Invited', 'Moderator'])
  expect((await ann.get('/api/admin/overview')).status).toBe(200)
  expect(await list()).toMatchObject([
    { state: 'used', usedBy: { id: made.json.id, username: 'Ann Invited' }, by: owner.user.username },
  ])
  expect((await entries()).at(-1)).toMatchObject({
    action: 'member.create',
    actor_id: owner.user.id,
    subject_id: made.json.id,
    after: { rank: 'Moderator', invite: true },
  })
})

test('[settings.114] Of five that use one invitation at once, one gets the rank', async () => {
  const token = await newToken()
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => accept(token, account())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('[settings.115] A signed-in member is raised, and game servers are notified; nobody is lowered, and the invitation then still works', async () => {
  const member = await site.member()
  await gameServer(site)
  await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', '2535400000000501', ${member.user.id})`.execute(
    site.database.sql,
  )
  const token = await newToken({ rank: 'Gold' })
  for (const rank of ['Gold', 'Helper', 'Owner']) {
    const higher = await ranked(rank)
    await refused(() => accept(token, {}, higher), 409)
  }
  const raised = await accept(token, account(), member)
  expect([raised.status, raised.json.id, raised.json.rank]).toEqual([200, member.user.id, 'Gold'])
  expect(await rankOf(member.user.id)).toBe('Gold')
  expect((await entries()).at(-1)).toMatchObject({
    action: 'member.rank',
    actor_id: owner.user.id,
    before: { rank: 'Member' },
    after: { rank: 'Gold', invite: true },
  })
  const sent = await sql`SELECT data FROM outbox WHERE channel = 'game' AND type = 'rank'
    AND data ->> 'xuid' = '2535400000000501'`.execute(site.database.sql)
  expect(sent.rows).toEqual([{ data: { xuid: '2535400000000501', rank: 'Gold' } }])
})

test('[settings.115] Who is restricted, and another account of whoever invites, is not raised', async () => {
  const token = await newToken()
  const restricted = await site.member()
  await sql`INSERT INTO restrictions (user_id, reason, created_by) VALUES (${restricted.user.id}, 'Spam', ${owner.user.id})`.execute(
    site.database.sql,
  )
  await refused(() => accept(token, {}, restricted), 403)
  const second = await site.member()
  const { rows } = await sql<{ id: number }>`INSERT INTO game_identities (kind, value, user_id)
    VALUES ('xuid', '2535400000000502', ${second.user.id}) RETURNING id`.execute(site.database.sql)
  await sql`INSERT INTO identity_owners (identity_id, user_id) VALUES (${rows[0]!.id}, ${second.user.id}), (${rows[0]!.id}, ${owner.user.id})
    ON CONFLICT DO NOTHING`.execute(site.database.sql)
  await refused(() => accept(token, {}, second), 403)
  expect((await look(token)).status).toBe(200)
})

test('[settings.116] Making and revoking an invitation are entries of the audit log; old invitations are deleted', async () => {
  const { id } = (await create({ note: 'For Ben' })).json.invite
  expect((await owner.post(`${path}/${id}/revoke`)).json).toMatchObject({ state: 'revoked' })
  await refused(() => owner.post(`${path}/${id}/revoke`), 200)
  expect((await entries()).slice(-2)).toMatchObject([
    {
      action: 'invite.create',
      subject_type: 'invite',
      subject_id: id,
      after: { rank: 'Moderator', note: 'For Ben' },
    },
    { action: 'invite.revoke', subject_id: id, before: { rank: 'Moderator' }, after: null },
  ])
  await sql`UPDATE invites SET expires_at = now() - interval '29 days'`.execute(site.database.sql)
  await sweepInvites(site.database.sql)
  expect(await list()).toHaveLength(1)
  await sql`UPDATE invites SET expires_at = now() - interval '31 days'`.execute(site.database.sql)
  await sweepInvites(site.database.sql)
  expect(await list()).toEqual([])
})

test('[settings.113] 20 tries with invitations an hour from an address, then 429', async () => {
  const strict = await testApp({ store: site.store })
  const visitor = strict.browser()
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect((await look('y'.repeat(43), visitor)).status).toBe(403)
  expect((await look('y'.repeat(43), visitor)).status).toBe(429)
  await strict.close()
})
