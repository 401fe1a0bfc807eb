import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startJobs } from '../../../platform/jobs/jobs.ts'
import { accountOf, event, gameServer, match, player } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { loadRanks } from '../../accounts/ranks/rank-store.ts'
import { rateUntilDone } from '../../rankings/ratings/worker.ts'
import { linkQueue, unlinkQueue } from './queries.ts'
import { RoleSync, roleSyncJobs } from './sync.ts'
import { discordAccount, type RoleSite, roleSite } from './testing/setup.ts'

let roles: RoleSite
let site: TestApp
let sync: RoleSync
beforeAll(async () => {
  roles = await roleSite()
  ;({ site, sync } = roles)
})
afterAll(() => roles.close())
beforeEach(async () => {
  await sql`DELETE FROM discord_links`.execute(site.database.sql)
  await sql`DELETE FROM discord_unlinks`.execute(site.database.sql)
  roles.app.calls.length = 0
  roles.app.connections.clear()
})
afterEach(() => {
  expect(roles.discord.next).toEqual([])
})

test.each(['a short password', 'no required second factor'])(
  '[inputs.62] Discord is not granted a staff rank that the site withholds, for %s, and gets it with the site',
  async (reason) => {
    const { member, account } = await linked()
    const { sql: executor } = site.database
    const levelAfterSync = async () => {
      await sync.compare()
      await sync.work()
      return roles.app.connections.get(account.id)
    }
    const change = (isShort: boolean, rank: string) =>
      sql`UPDATE users SET rank = ${rank}, password_is_short = ${isShort} WHERE id = ${member.user.id}`.execute(
        executor,
      )
    const { config } = site.context
    const needsFactor = reason !== 'a short password'
    Object.assign(config, { requireStaffSecondFactor: needsFactor })
    try {
      await change(!needsFactor, 'Owner')
      expect((await member.get('/api/admin/overview')).status).toBe(403)
      expect(await levelAfterSync()).toMatchObject({ metadata: { rank_level: '0' } })
      Object.assign(config, { requireStaffSecondFactor: false })
      await change(false, 'Owner')
      expect((await member.get('/api/admin/overview')).status).toBe(200)
      expect(await levelAfterSync()).toMatchObject({ metadata: { rank_level: '9' } })
      Object.assign(config, { requireStaffSecondFactor: needsFactor })
      await change(!needsFactor, 'Emerald')
      expect(await levelAfterSync()).toMatchObject({ metadata: { rank_level: '2' } })
    } finally {
      Object.assign(config, { requireStaffSecondFactor: false })
    }
  },
)

interface Row {
  readonly attempts: number
  readonly seconds: number | null
  readonly synced: boolean
  readonly last_error: string | null
}

/** A slow machine reads the row later. */
function expectPause(row: Row | undefined, seconds: number) {
  expect(row?.seconds).toBeGreaterThan(seconds - 10)
  expect(row?.seconds).toBeLessThanOrEqual(Math.ceil(seconds * 1.1))
}

const oneLease = { limit: 1, leaseSeconds: 120 }
const claimLinks = async () => (await linkQueue(site.context.config).claim(site.database.sql, oneLease)).items

async function rowOf(userId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    SELECT attempts, round(extract(epoch FROM due_at - now()))::int AS seconds, synced_at IS NOT NULL AS synced, last_error
    FROM discord_links WHERE user_id = ${userId}
  `.execute(site.database.sql)
  return rows[0]
}

const unlinks = async () =>
  (await sql<{ attempts: number }>`SELECT attempts FROM discord_unlinks`.execute(site.database.sql)).rows
const sent = () =>
  roles.app.calls.filter(({ method, path }) => method === 'PUT' && path.endsWith('/role-connection'))
const linked = async () => {
  const member = await site.member()
  return { member, account: await roles.link(member) }
}
const setRank = (id: number, rank: string) =>
  sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(site.database.sql)

describe('[voice.82] Discord knows the figures, and gets them after a link and when one changed', () => {
  test('a bot token that Discord refuses registers nothing', async () => {
    const right = roles.app.botToken
    roles.app.botToken = 'another.token-of-a-bot'
    expect(await sync.register()).toBe(false)
    roles.app.botToken = right
    expect(roles.app.metadata).toBeUndefined()
  })

  test('[settings.55] four integers are registered: the number of a rank is equal to what a role asks for, the others at least', async () => {
    expect(await sync.register()).toBe(true)
    expect(roles.app.metadata?.map(({ key, type }) => [key, type])).toEqual([
      ['rank_level', 2],
      ['rank_id', 3],
      ['rating', 2],
      ['matches', 2],
    ])
  })

  test('[languages.67] their names are in the default language', async () => {
    const namesOf = () => roles.app.metadata?.map(({ name }) => name)
    expect(await sync.register()).toBe(true)
    expect(namesOf()).toEqual(['Rank level', 'Rank number', 'Rating', 'Matches'])
    const german = await testApp({
      store: site.store,
      environment: { ...roles.environment, LANGUAGES: 'de, en' },
    })
    const { gateways, config } = german.context
    expect(await new RoleSync(german.context, gateways.discordRoles!, config.discordApp!).register()).toBe(
      true,
    )
    expect(namesOf()).toEqual(['Rangstufe', 'Rangnummer', 'Wertung', 'Matches'])
    await german.close()
  })

  test('after a link: name and figures once, zeros for who never played', async () => {
    const { member, account } = await linked()
    await sync.work()
    await sync.work()
    expect(sent()).toHaveLength(1)
    expect(roles.app.connections.get(account.id)).toEqual({
      platform_name: 'Vulx Network',
      platform_username: member.user.username,
      metadata: { rank_level: '0', rank_id: '0', rating: '0', matches: '0' },
    })
    expect(await rowOf(member.user.id)).toEqual({
      attempts: 0,
      seconds: null,
      synced: true,
      last_error: null,
    })
    expect((await member.get('/api/discord-link')).json.link).toMatchObject({
      syncedAt: expect.any(String),
      hasFailed: false,
    })
  })

  test('[settings.55] [powers.70] a rank of the site’s own is sent with its level and its number, which order and merges of others leave; one that is not shown as Member', async () => {
    const { member, account } = await linked()
    const { sql: executor } = site.database
    const sentFigures = async () => {
      await sync.compare()
      await sync.work()
      return roles.app.connections.get(account.id)
    }
    await sql`INSERT INTO ranks (key, number, name, colour, power, level, position)
      VALUES ('Legend', 10, 'Legend', '#ff66aa', 'member', 2, 1), ('Builder', 11, 'Builder', '#66ffaa', 'helper', 4, 4)`.execute(
      executor,
    )
    await loadRanks(executor)
    try {
      await setRank(member.user.id, 'Legend')
      expect(await sentFigures()).toMatchObject({ metadata: { rank_level: '2', rank_id: '10' } })
      await sql`UPDATE ranks SET position = 9 - position`.execute(executor)
      await setRank(member.user.id, 'Builder')
      expect(await sentFigures()).toMatchObject({ metadata: { rank_level: '4', rank_id: '11' } })
      // Discord shows the figures to others.
      await sql`UPDATE ranks SET is_shown = false WHERE key = 'Builder'`.execute(executor)
      expect(await sentFigures()).toMatchObject({ metadata: { rank_level: '0', rank_id: '0' } })
      await sql`UPDATE ranks SET is_shown = true WHERE key = 'Builder'`.execute(executor)
      await sql`UPDATE users SET password_is_short = true WHERE id = ${member.user.id}`.execute(executor)
      expect(await sentFigures()).toMatchObject({ metadata: { rank_level: '0', rank_id: '0' } })
    } finally {
      await sql`UPDATE users SET rank = 'Member', password_is_short = false WHERE id = ${member.user.id}`.execute(
        executor,
      )
      await sql`DELETE FROM ranks WHERE number > 9`.execute(executor)
      await sql`UPDATE ranks SET position = number`.execute(executor)
      await loadRanks(executor)
    }
  })

  test('a changed rank and name, and matches with their rating once it is settled, are sent; nothing else is', async () => {
    const { member, account } = await linked()
    const other = await linked()
    await sync.work()
    await setRank(member.user.id, 'Emerald')
    await sync.compare()
    await sync.work()
    await sync.compare()
    await sync.work()
    expect(roles.app.connections.get(account.id)).toMatchObject({ metadata: { rank_level: '2' } })
    expect(sent()).toHaveLength(3)

    const server = await gameServer(site)
    const [xuid, rival] = ['2535000000000001', '2535000000000002']
    await server.report(
      event('match', match([player(xuid, { gamertag: 'Fox' }), player(rival, { result: 'loss' })])),
      event('link.code', { xuid, gamertag: 'Fox', code: 'ABCD2345' }),
    )
    expect((await member.post('/api/link', { code: 'ABCD2345' })).status).toBe(200)
    await rateUntilDone(site.database)
    await sync.compare()
    await sync.work()
    expect(roles.app.connections.get(account.id)).toEqual({
      platform_name: 'Vulx Network',
      platform_username: 'Fox',
      metadata: { rank_level: '2', rank_id: '2', rating: '0', matches: '1' },
    })
    await sql`UPDATE ratings SET deviation = 11000, rating = 165049 WHERE user_id = ${await accountOf(site, xuid)}`.execute(
      site.database.sql,
    )
    await sync.compare()
    await sync.work()
    expect(roles.app.connections.get(account.id)).toMatchObject({ metadata: { rating: '1650' } })
    expect(roles.app.connections.get(other.account.id)).toMatchObject({ metadata: { rank_level: '0' } })
    expect(sent()).toHaveLength(5)
  })

  test('a change while Discord responds is sent afterwards', async () => {
    const { member, account } = await linked()
    const [claimed] = await claimLinks()
    expect(claimed).toMatchObject({ userId: member.user.id, rankLevel: 0 })
    await setRank(member.user.id, 'Gold')
    await roles.makeDue()
    await sync.work()
    expect(roles.app.connections.get(account.id)).toMatchObject({ metadata: { rank_level: '1' } })
  })

  test('all links are compared, more than one page of them', async () => {
    for (let n = 0; n < 3; n += 1) await linked()
    await sync.work()
    await sql`UPDATE users SET rank = 'Diamond' WHERE id IN (SELECT user_id FROM discord_links)`.execute(
      site.database.sql,
    )
    await sync.compare(2)
    const { rows } = await sql`SELECT FROM discord_links WHERE due_at IS NOT NULL`.execute(site.database.sql)
    expect(rows).toHaveLength(3)
  })
})

describe('[voice.83] failures are waited out and tried again', () => {
  test.each<[string, readonly [number, unknown?, Record<string, string>?], number]>([
    ['with fractions of a second', [429, { retry_after: 64.57, global: false }], 65],
    ['in the header', [429, 'slow', { 'retry-after': '90' }], 90],
    ['without a time', [429, {}], 5],
    ['for ever', [429, { retry_after: 1e9 }], 3_600],
  ])('a rate limit %s holds all links back, and costs no attempt', async (_, response, seconds) => {
    const [first, second] = [await linked(), await linked()]
    roles.discord.next.push(response)
    await sync.work()
    expect(sent()).toHaveLength(0)
    for (const { member } of [first, second]) {
      const row = await rowOf(member.user.id)
      expect(row).toMatchObject({ attempts: 0, last_error: null })
      expectPause(row, seconds)
    }
  })

  test.each<[string, readonly [number, unknown?]]>([
    ['a 500', [500]],
    ['a 403', [403, { message: 'Missing Access', code: 50001 }]],
    ['a huge body', [200, { padding: 'x'.repeat(1_000_000) }]],
  ])('%s is tried again after 30 s, 60 s, … and the member sees that it failed', async (_, response) => {
    const { member, account } = await linked()
    for (const seconds of [30, 60, 120]) {
      roles.discord.next.push(response)
      await roles.makeDue()
      await sync.work()
      expectPause(await rowOf(member.user.id), seconds)
    }
    expect((await member.get('/api/discord-link')).json.link).toMatchObject({ hasFailed: true })
    await roles.makeDue()
    await sync.work()
    expect(roles.app.connections.has(account.id)).toBe(true)
    expect(await rowOf(member.user.id)).toMatchObject({ attempts: 0, last_error: null })
  })

  test('the pause grows to an hour, however often it failed', async () => {
    const { member } = await linked()
    await sql`UPDATE discord_links SET attempts = 173`.execute(site.database.sql)
    roles.discord.next.push([503])
    await sync.work()
    expectPause(await rowOf(member.user.id), 3_600)
  })

  test('[plugs.27] after about a week the next change of figures tries again', async () => {
    const { member, account } = await linked()
    await sql`UPDATE discord_links SET attempts = 174`.execute(site.database.sql)
    roles.discord.next.push([503])
    await sync.work()
    expect(await rowOf(member.user.id)).toMatchObject({ seconds: null, last_error: expect.any(String) })
    await sync.compare()
    await sync.work()
    expect(roles.app.connections.has(account.id)).toBe(false)
    await setRank(member.user.id, 'Gold')
    await sync.compare()
    await sync.work()
    expect(roles.app.connections.has(account.id)).toBe(true)
  })

  test('a Discord that says nothing ends the round after 5 s', async () => {
    const { member } = await linked()
    await linked()
    roles.discord.next.push('silent')
    await sync.work()
    expect(sent()).toHaveLength(0)
    expect((await rowOf(member.user.id))?.last_error).toBe('Discord did not respond in time')
  })

  test('two processes send each link once', async () => {
    for (let n = 0; n < 6; n += 1) await linked()
    await Promise.all([sync.work(), sync.work()])
    expect(sent()).toHaveLength(6)
    expect(roles.app.connections.size).toBe(6)
  })

  test('what a killed process had claimed is sent again after the pause', async () => {
    const { account } = await linked()
    expect(await claimLinks()).toHaveLength(1)
    await sync.work()
    expect(sent()).toHaveLength(0)
    await roles.makeDue()
    await sync.work()
    expect(roles.app.connections.has(account.id)).toBe(true)
  })

  test('a running site registers, compares and sends by itself, and stops', async () => {
    const { account } = await linked()
    const running = startJobs(site.context, roleSyncJobs(site.context))
    await expect.poll(() => roles.app.connections.has(account.id)).toBe(true)
    await running.stop()
    expect(roles.app.calls.some(({ path }) => path.endsWith('/role-connections/metadata'))).toBe(true)
  })
})

describe('[voice.84] tokens are refreshed, and a member who took the access back is unlinked', () => {
  const notifications = async (userId: number) =>
    (
      await sql<{ kind: string; title: string; link: string }>`
        SELECT kind, title, link FROM notifications WHERE user_id = ${userId}
      `.execute(site.database.sql)
    ).rows
  const tokensOf = async (userId: number) =>
    (
      await sql<{ tokens: Buffer; days: number }>`
        SELECT tokens, round(extract(epoch FROM access_expires_at - now()) / 86400)::int AS days
        FROM discord_links WHERE user_id = ${userId}
      `.execute(site.database.sql)
    ).rows[0]

  test('access that Discord refuses is refreshed, both tokens are replaced, and the figures sent', async () => {
    const { member, account } = await linked()
    const before = await tokensOf(member.user.id)
    roles.app.expireAccess()
    await sync.work()
    expect(roles.app.connections.has(account.id)).toBe(true)
    const after = await tokensOf(member.user.id)
    expect(after?.tokens).not.toEqual(before?.tokens)
    expect(after?.days).toBe(7)
    // The new refresh token works: Discord takes each once.
    await setRank(member.user.id, 'Gold')
    roles.app.expireAccess()
    await sync.compare()
    await sync.work()
    expect(roles.app.connections.get(account.id)).toMatchObject({ metadata: { rank_level: '1' } })
  })

  test('access that has expired is refreshed before it is used', async () => {
    const { account } = await linked()
    await sql`UPDATE discord_links SET access_expires_at = now()`.execute(site.database.sql)
    roles.app.calls.length = 0
    await sync.work()
    expect(roles.app.calls.map(({ path }) => path)).toEqual([
      '/oauth2/token',
      expect.stringMatching(/role-connection$/),
    ])
    expect(roles.app.connections.has(account.id)).toBe(true)
  })

  test('access that was taken back at Discord unlinks the member with one notification', async () => {
    const { member, account } = await linked()
    roles.app.deauthorize(account.id)
    await sync.work()
    await sync.work()
    expect(await rowOf(member.user.id)).toBeUndefined()
    expect(await unlinks()).toEqual([])
    expect(await notifications(member.user.id)).toEqual([
      { kind: 'account', title: 'Your Discord account was unlinked', link: '/profile#discord' },
    ])
    await roles.link(member, account)
    expect((await rowOf(member.user.id))?.attempts).toBe(0)
  })

  test.each<[string, readonly [number, unknown?]]>([
    ['a wrong client secret', [401, { error: 'invalid_client' }]],
    ['a failing Discord', [502]],
    ['another OAuth error', [400, { error: 'invalid_request' }]],
    ['a 400 without a reason', [400, 'invalid_grant']],
  ])('%s while refreshing unlinks nobody', async (_, response) => {
    const { member } = await linked()
    await sql`UPDATE discord_links SET access_expires_at = now()`.execute(site.database.sql)
    roles.discord.next.push(response)
    await sync.work()
    expect(await rowOf(member.user.id)).toMatchObject({ attempts: 1, last_error: expect.any(String) })
    expect(await notifications(member.user.id)).toEqual([])
  })

  test('a new client secret unlinks nobody: members link again', async () => {
    const { member, account } = await linked()
    const changed = { ...site.context.config.discordApp!, clientSecret: 'another-client-secret' }
    await new RoleSync(site.context, site.context.gateways.discordRoles!, changed).work()
    expect(await rowOf(member.user.id)).toMatchObject({
      last_error: 'The tokens were encrypted with another client secret',
    })
    await roles.link(member, account)
    await sync.work()
    expect(roles.app.connections.has(account.id)).toBe(true)
  })
})

describe('[voice.81] what ends here ends at Discord', () => {
  test('unlinking without a link is a 409', async () => {
    expect((await (await site.member()).delete('/api/discord-link')).status).toBe(409)
  })

  test('unlinking removes the figures and revokes the access; the account can be linked by somebody else', async () => {
    const { member, account } = await linked()
    await sync.work()
    expect((await member.delete('/api/discord-link')).status).toBe(204)
    expect((await member.get('/api/discord-link')).json).toEqual({ link: null })
    await sync.work()
    expect(roles.app.hasAccess(account.id)).toBe(false)
    expect(sent().at(-1)?.text).toBe('{"platform_name":null,"platform_username":null,"metadata":{}}')
    expect(roles.app.calls.at(-1)?.path).toBe('/oauth2/token/revoke')
    expect(await unlinks()).toEqual([])
    await roles.link(await site.member(), account)
  })

  test('a member who is deleted is unlinked as well, and nothing of the link stays', async () => {
    const { member, account } = await linked()
    await sync.work()
    expect((await member.post('/api/account/delete', { password: 'correct horse' })).status).toBe(204)
    expect(await rowOf(member.user.id)).toBeUndefined()
    await sync.work()
    expect(roles.app.hasAccess(account.id)).toBe(false)
    expect(await unlinks()).toEqual([])
  })

  test('with expired access it is refreshed first, and a killed or failed attempt is made again', async () => {
    const { member, account } = await linked()
    await member.delete('/api/discord-link')
    roles.app.expireAccess()
    expect((await unlinkQueue.claim(site.database.sql, oneLease)).due).toBe(1)
    await sync.work()
    expect(roles.app.hasAccess(account.id)).toBe(true)
    for (const response of [[500], [429, { retry_after: 1 }]] as const) {
      roles.discord.next.push(response)
      await roles.makeDue()
      await sync.work()
    }
    await roles.makeDue()
    await sync.work()
    expect(roles.app.hasAccess(account.id)).toBe(false)
    expect(await unlinks()).toEqual([])
  })

  test('an attempt that fails for hours is given up, and its tokens are deleted', async () => {
    const { member } = await linked()
    await member.delete('/api/discord-link')
    await sql`UPDATE discord_unlinks SET attempts = 14`.execute(site.database.sql)
    roles.discord.next.push([500])
    await sync.work()
    expect(await unlinks()).toEqual([])
    expect(roles.logged.join('\n')).toContain('"queue":"ends of linked roles"')
  })

  test('[guards.68] a rate limit that lasts for days ends it as well', async () => {
    const { member } = await linked()
    await member.delete('/api/discord-link')
    const limited = async () => {
      roles.discord.next.push([429, { retry_after: 60 }])
      await roles.makeDue()
      await sync.work()
      return unlinks()
    }
    expect(await limited()).toEqual([{ attempts: 0 }])
    await sql`UPDATE discord_unlinks SET queued_at = now() - interval '73 hours'`.execute(site.database.sql)
    expect(await limited()).toEqual([])
  })

  test('who links the same account again before it was removed keeps the new access', async () => {
    const { member, account } = await linked()
    await member.delete('/api/discord-link')
    await roles.link(member, account)
    await sync.work()
    expect(roles.app.hasAccess(account.id)).toBe(true)
    expect(roles.app.connections.has(account.id)).toBe(true)
  })
})

test('[voice.83] without an application nothing runs', async () => {
  const plain = await testApp()
  expect(roleSyncJobs(plain.context)).toEqual([])
  await plain.close()
  expect(discordAccount().id).toMatch(/^[0-9]+$/)
})
