import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isStaffRank, type Rank, shippedRanks } from '../../src/contract/accounts/ranks.ts'
import { type AnyEndpoint, type EndpointTable, urlOf } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { queueStaffRanks } from '../../src/server/domains/accounts/ranks/queries/sent-ranks.ts'
import { setRank } from '../../src/server/domains/accounts/users/queries.ts'
import { event, gameServer, player } from '../../src/server/testing/game-server.ts'
import { feedMessagesOf, listenToStaffFeed } from '../../src/server/testing/staff-feed-listener.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../src/server/testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

async function memberOf(rank: Rank) {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

const restrict = ({ user }: { readonly user: { readonly id: number } }) =>
  sql`INSERT INTO restrictions (user_id, reason) VALUES (${user.id}, 'Insults')`.execute(site.database.sql)

async function restricted(rank: Rank = 'Member') {
  const member = await memberOf(rank)
  await restrict(member)
  return member
}

const everyCall = Object.entries(endpoints as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table).flatMap(([name, endpoint]) =>
    [endpoint.path, endpoint.aliasPath]
      .filter((path) => path !== undefined)
      .map((path): [string, AnyEndpoint] => [`${feature}.${name}`, { ...endpoint, path }]),
  ),
)

const isStaffWork = ({ access }: AnyEndpoint) => access === 'staff' || access === 'admin'

const writes = everyCall.filter(
  ([, endpoint]) => endpoint.method !== 'GET' && endpoint.access !== 'game-server' && !isStaffWork(endpoint),
)

const send = (browser: TestBrowser, endpoint: AnyEndpoint) =>
  browser.send(
    endpoint.method,
    urlOf(endpoint, { params: { id: 2_147_483_647, slug: 'x', key: 'x' } }),
    endpoint.method === 'GET' ? {} : { raw: '{}' },
  )

test('[guards.41] a restricted member is refused every write that others see, with the reason, before the body is read', async () => {
  const allowed: string[] = []
  let member = await restricted()
  for (const [name, endpoint] of writes) {
    const { status, json } = await send(member, endpoint)
    const said = endpoint.whileRestricted
    if (typeof said === 'object')
      expect([name, status, json.error]).toEqual([name, 403, `You cannot ${said.cannot}: Insults`])
    else {
      expect([name, status]).not.toEqual([name, 403])
      if (endpoint.access !== 'public') allowed.push(`${name}: ${said}`)
    }
    // Signing in and out end the session.
    if (endpoint.access === 'public') member = await restricted()
  }
  // What takes away, and what only the member sees. A call that is added here is a decision.
  expect(allowed.sort()).toMatchInlineSnapshot(`
    [
      "account.remove: allowed",
      "applications.create: allowed",
      "blocks.block: allowed",
      "blocks.unblock: allowed",
      "comments.remove: allowed",
      "cups.checkOut: allowed",
      "cups.disbandTeam: allowed",
      "cups.leave: allowed",
      "cups.removePlayer: allowed",
      "discordLink.remove: allowed",
      "email.requestConfirmation: allowed",
      "events.unregister: allowed",
      "follows.mute: allowed",
      "follows.unfollow: allowed",
      "keys.remove: allowed",
      "link.remove: allowed",
      "moderation.seen: allowed",
      "notificationSettings.endDigest: allowed",
      "notificationSettings.endQuietHours: allowed",
      "notificationSettings.setDigest: allowed",
      "notificationSettings.setQuietHours: allowed",
      "notificationSettings.subscribe: allowed",
      "notificationSettings.unsubscribe: allowed",
      "notifications.choose: allowed",
      "notifications.read: allowed",
      "posts.react: partly",
      "posts.remove: allowed",
      "secondFactor.begin: allowed",
      "secondFactor.confirm: allowed",
      "secondFactor.remove: allowed",
      "secondFactor.renewCodes: allowed",
      "sessions.confirm: allowed",
      "sessions.end: allowed",
      "sessions.endOthers: allowed",
      "today.visit: allowed",
      "users.changePassword: allowed",
      "users.chooseLanguage: allowed",
      "users.update: partly",
    ]
  `)
})

test('[guards.41] a restricted member follows nobody and links no player; what took away before still does', async () => {
  const [one, other] = [await site.member(), await site.member()]
  expect((await one.put(`/api/players/${other.user.id}/follow`)).status).toBe(200)
  const server = await gameServer(site)
  const { json } = await server.report(event('link.request', player('restricted-1')))
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${one.user.id}, 'Insults')`.execute(
    site.database.sql,
  )
  const third = await site.member()
  const refusals = [
    await one.put(`/api/players/${third.user.id}/follow`),
    await one.post('/api/link', { code: json.results[0].code }),
    await one.post('/api/discord-link'),
  ]
  expect(refusals.map(({ status, json: said }) => [status, said.error])).toEqual([
    [403, 'You cannot follow players: Insults'],
    [403, 'You cannot link a player: Insults'],
    [403, 'You cannot link Discord: Insults'],
  ])
  const { rows } = await sql`
    SELECT follows.player_id, users.linked_at FROM users JOIN follows ON follower_id = users.id WHERE users.id = ${one.user.id}
  `.execute(site.database.sql)
  expect(rows).toEqual([{ player_id: other.user.id, linked_at: null }])
  expect((await one.delete(`/api/players/${other.user.id}/follow`)).status).toBe(200)
})

describe('Restricted staff', () => {
  const staffCalls = everyCall.filter(([, endpoint]) => isStaffWork(endpoint))

  test('[powers.30] are answered at every call of staff as a member is, whatever their rank', async () => {
    const member = await memberOf('Member')
    const staff: [Rank, TestBrowser][] = []
    for (const rank of shippedRanks.filter(isStaffRank)) staff.push([rank, await restricted(rank)])
    for (const [name, endpoint] of staffCalls) {
      const expected = await send(member, endpoint)
      expect([name, expected.status]).toEqual([name, 403])
      for (const [rank, browser] of staff) {
        const { status, text } = await send(browser, endpoint)
        expect([name, rank, status, text]).toEqual([name, rank, expected.status, expected.text])
      }
    }
    expect({
      reads: staffCalls.filter(([, { method }]) => method === 'GET').length,
      writes: staffCalls.filter(([, { method }]) => method !== 'GET').length,
      ranks: staff.length,
    }).toMatchInlineSnapshot(`
      {
        "ranks": 6,
        "reads": 51,
        "writes": 101,
      }
    `)
  })

  test('[powers.30] have their powers again once the restriction is over', async () => {
    const admin = await restricted('Admin')
    expect((await admin.get('/api/user')).json).toMatchObject({
      rank: 'Admin',
      rankWithheldBy: 'restriction',
    })
    expect((await admin.get('/api/admin/news')).status).toBe(403)
    await sql`UPDATE restrictions SET until = now() WHERE user_id = ${admin.user.id}`.execute(
      site.database.sql,
    )
    expect((await admin.get('/api/user')).json).not.toHaveProperty('rankWithheldBy')
    expect((await admin.get('/api/admin/news')).status).toBe(200)
  })

  test('[powers.31] hear nothing of the staff feed, and read no notification for staff', async () => {
    const [witness, admin] = [await memberOf('Helper'), await memberOf('Admin')]
    const [hears, waits] = [await listenToStaffFeed(site, witness), await listenToStaffFeed(site, admin)]
    for (const { user } of [witness, admin])
      await sql`INSERT INTO notifications (user_id, kind, event_key, title, link)
        VALUES (${user.id}, 'staff', 'waiting', 'A case waits', '/admin/moderation')`.execute(
        site.database.sql,
      )
    const unread = async () => [
      (await witness.get('/api/notifications/unread')).json,
      (await admin.get('/api/notifications/unread')).json,
    ]
    await feedMessagesOf(site, hears, waits)
    expect(await unread()).toEqual([{ unread: 1 }, { unread: 1 }])
    await restrict(admin)
    await feedMessagesOf(site, hears, waits)
    expect([hears.count(), waits.count()]).toEqual([2, 1])
    expect(await unread()).toEqual([{ unread: 1 }, { unread: 0 }])
    hears.close()
    waits.close()
  })

  test('[powers.31] end what they began: their claim, their recovery code, and their rank in game', async () => {
    const [admin, moderator] = [await memberOf('Admin'), await memberOf('Moderator')]
    const [reporter, target] = [await site.member(), await site.member()]
    await reporter.post(`/api/players/${target.user.id}/reports`, { reason: 'Insults' })
    const claim = { subjectType: 'player', subjectId: target.user.id }
    expect((await admin.post('/api/admin/moderation/claims', claim)).status).toBe(200)
    expect((await moderator.post('/api/admin/moderation/claims', claim)).status).toBe(409)
    const { json } = await admin.post(`/api/admin/members/${target.user.id}/recovery-code`)
    await sql`INSERT INTO game_identities (user_id, kind, value) VALUES (${admin.user.id}, 'xuid', 'restricted-2')`.execute(
      site.database.sql,
    )
    await restrict(admin)
    expect((await moderator.post('/api/admin/moderation/claims', claim)).status).toBe(200)
    const recovery = { username: target.user.username, code: json.code, newPassword: 'a longer passphrase' }
    expect((await site.browser().post('/api/recovery/by-code', recovery)).status).toBe(400)
    await queueStaffRanks(site.database)
    const { rows } = await sql`SELECT rank, sent_rank FROM users WHERE id = ${admin.user.id}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([{ rank: 'Admin', sent_rank: 'Member' }])
  })

  test('[powers.31] invite nobody: an Owner whose restriction came on another way gives no rank by an earlier link', async () => {
    const owner = await memberOf('Owner')
    const { json } = await owner.post('/api/admin/invites', { rank: 'Helper', note: '' })
    await restrict(owner)
    const guest = await site.member()
    const token = json.link.split('#')[1]
    expect((await guest.post('/api/invites/accept', { token })).status).toBe(403)
    expect((await guest.get('/api/user')).json.rank).toBe('Member')
  })

  test('[powers.34] keep the protection of their rank: nobody of a lower one restricts or recovers them', async () => {
    const [admin, moderator, manager] = [
      await restricted('Admin'),
      await memberOf('Moderator'),
      await memberOf('Manager'),
    ]
    const path = `/api/admin/members/${admin.user.id}/restriction`
    expect((await moderator.delete(path)).status).toBe(403)
    expect((await moderator.post(path, { reason: 'More insults', days: 30 })).status).toBe(403)
    expect(
      (await (await memberOf('Admin')).post(`/api/admin/members/${admin.user.id}/recovery-code`)).status,
    ).toBe(403)
    expect((await site.browser().get(`/api/users/${admin.user.id}`)).json.rank).toBe('Admin')
    expect((await manager.delete(path)).status).toBe(204)
    expect((await admin.get('/api/admin/news')).status).toBe(200)
  })
})

describe('The last Owner', () => {
  const owners = async () =>
    (await sql<{ id: number }>`SELECT id FROM users WHERE rank = 'Owner'`.execute(site.database.sql)).rows

  beforeEach(async () => {
    await sql`UPDATE users SET rank = 'Member' WHERE rank = 'Owner'`.execute(site.database.sql)
  })

  test('[powers.33] is restricted by nobody, and a restricted member does not become one', async () => {
    const [owner, other] = [await memberOf('Owner'), await memberOf('Owner')]
    const path = `/api/admin/members/${owner.user.id}/restriction`
    for (const by of [other, owner, await memberOf('Manager')])
      expect((await by.post(path, { reason: 'Insults', days: null })).status).toBe(403)
    const member = await restricted('Admin')
    const raised = await owner.patch(`/api/admin/members/${member.user.id}/rank`, { rank: 'Owner' })
    expect([raised.status, raised.json.error]).toEqual([409, 'Lift the restriction of this member first'])
    expect(await owners()).toHaveLength(2)
  })

  test('[powers.33] is the only one who is not restricted: they neither step down nor delete their account', async () => {
    const [owner, other] = [await memberOf('Owner'), await restricted('Owner')]
    const down = { rank: 'Member', confirmation: 'Owner' }
    expect((await owner.patch(`/api/admin/members/${owner.user.id}/rank`, down)).status).toBe(409)
    expect((await owner.post('/api/account/delete', { password })).status).toBe(409)
    expect(await owners()).toHaveLength(2)
    expect((await owner.patch(`/api/admin/members/${other.user.id}/rank`, { rank: 'Member' })).status).toBe(
      200,
    )
  })

  test('[powers.33] gets their powers back from the command line, which lifts the restriction', async () => {
    const owner = await restricted('Owner')
    await setRank(site.database.sql, owner.user.username, 'Owner')
    expect((await owner.get('/api/admin/news')).status).toBe(200)
    const { rows } = await sql`SELECT action, before ->> 'reason' AS reason FROM audit_log
      WHERE subject_id = ${owner.user.id} AND actor_id IS NULL ORDER BY id`.execute(site.database.sql)
    expect(rows).toEqual([
      { action: 'member.rank', reason: null },
      { action: 'member.unrestrict', reason: 'Insults' },
    ])
  })
})
