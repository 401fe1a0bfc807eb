import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyEndpoint, type EndpointTable, urlOf } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { event, gameServer, player } from './testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

async function restricted(rank = 'Member') {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  await sql`INSERT INTO restrictions (user_id, reason) VALUES (${member.user.id}, 'Insults')`.execute(
    site.database.sql,
  )
  return member
}

const writes = Object.entries(endpoints as Record<string, EndpointTable>).flatMap(([feature, table]) =>
  Object.entries(table)
    .filter(([, { method, access }]) => method !== 'GET' && access !== 'game-server')
    .flatMap(([name, endpoint]) =>
      [endpoint.path, endpoint.aliasPath]
        .filter((path) => path !== undefined)
        .map((path): [string, AnyEndpoint] => [`${feature}.${name}`, { ...endpoint, path }]),
    ),
)

const send = (browser: TestBrowser, endpoint: AnyEndpoint) =>
  browser.send(endpoint.method, urlOf(endpoint, { params: { id: 2_147_483_647, slug: 'x', key: 'x' } }), {
    raw: '{}',
  })

test('[guards.41] a restricted member is refused every write that others see, with the reason, before the body is read', async () => {
  const allowed: string[] = []
  let member = await restricted()
  let owner = await restricted('Owner')
  for (const [name, endpoint] of writes) {
    const isStaffWork = endpoint.access === 'staff' || endpoint.access === 'admin'
    const { status, json } = await send(isStaffWork ? owner : member, endpoint)
    const said = endpoint.whileRestricted
    if (typeof said === 'object')
      expect([name, status, json.error]).toEqual([name, 403, `You cannot ${said.cannot}: Insults`])
    else if (!isStaffWork) {
      expect([name, status]).not.toEqual([name, 403])
      if (endpoint.access !== 'public') allowed.push(`${name}: ${said}`)
    }
    // Signing in and out end the session.
    if (endpoint.access === 'public') [member, owner] = [await restricted(), await restricted('Owner')]
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
