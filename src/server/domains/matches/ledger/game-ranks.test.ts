import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyRanks, listRanks, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { storeRankRequirement } from '../../../platform/granted-rank.ts'
import { accountOf, event, gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { queueStaffRanks, staffRanksJob } from '../../accounts/ranks/queries/sent-ranks.ts'
import { loadRanks } from '../../accounts/ranks/rank-store.ts'
import { setRank } from '../../accounts/users/queries.ts'
import { sweepUnknownRanks } from './queries/unknown-ranks.ts'

let site: TestApp
let master: TestGameServer
let other: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  master = await gameServer(site, 'Master')
  other = await gameServer(site, 'Other')
  await sql`UPDATE game_servers SET sets_ranks = true WHERE id = ${master.id}`.execute(site.database.sql)
})
afterAll(() => site.close())

const says = (xuid: string, rank: unknown, at = new Date().toISOString()) =>
  event('player', { xuid, gamertag: `Tag ${xuid}`, rank }, { at })
const rankOf = async (xuid: string) =>
  (await site.browser().get(`/api/users/${await accountOf(site, xuid)}`)).json.rank
const outboxOf = async (server: TestGameServer, xuid: string) => {
  const { json } = await server.send(event('heartbeat', { playerCount: 0 }))
  return json.outbox
    .filter(
      ({ type, data }: { type: string; data: { xuid: string } }) => type === 'rank' && data.xuid === xuid,
    )
    .map(({ data }: { data: { rank: string } }) => data.rank)
}

test('[game.27] a game key cannot make anybody staff', async () => {
  await master.report(says('climber', 'Gold'))
  for (const rank of [
    ...shippedRanks.slice(shippedRanks.indexOf('Helper')),
    'owner',
    ' Owner',
    7,
    ['Owner'],
    null,
  ]) {
    await master.report(says('climber', rank))
    expect(await rankOf('climber')).toBe('Gold')
  }
})

test('[game.27] an account of staff rank keeps its rank, whatever a game server says', async () => {
  await master.report(says('staff', 'Member'))
  for (const rank of shippedRanks.slice(shippedRanks.indexOf('Helper'))) {
    await sql`UPDATE users SET rank = ${rank} WHERE id = ${await accountOf(site, 'staff')}`.execute(
      site.database.sql,
    )
    await master.report(says('staff', 'Diamond'))
    expect(await rankOf('staff')).toBe(rank)
  }
})

test('[game.27] only a key made with --ranks sets ranks; the event is accepted from the others', async () => {
  await other.report(says('plain', 'Diamond'))
  expect(await rankOf('plain')).toBe('Member')
  await master.report(says('plain', 'Diamond'))
  expect(await rankOf('plain')).toBe('Diamond')
})

test('[game.27] the other game servers are notified, the sender is not; the same rank again notifies nobody', async () => {
  await master.report(says('told', 'Emerald'))
  await master.report(says('told', 'Emerald'))
  expect(await outboxOf(master, 'told')).toEqual([])
  expect(await outboxOf(other, 'told')).toEqual(['Emerald'])
})

test('[game.27] the newest rank wins, whatever the order of arrival', async () => {
  await master.report(says('late', 'Diamond', '2026-02-02T00:00:00Z'))
  await master.report(says('late', 'Gold', '2026-02-01T00:00:00Z'))
  expect(await rankOf('late')).toBe('Diamond')
})

test('[game.27] a change of a member’s rank is audited with the name of the game server', async () => {
  const member = await site.member()
  await master.report(event('link.code', { xuid: 'linked', gamertag: 'Linked', code: 'RANK2345' }))
  expect((await member.post('/api/link', { code: 'RANK2345' })).status).toBe(200)
  await master.report(says('linked', 'Gold'))
  const { rows } = await sql`SELECT actor_name, before, after FROM audit_log
    WHERE action = 'member.rank' AND subject_id = ${member.user.id}`.execute(site.database.sql)
  expect(rows).toEqual([
    { actor_name: 'game server Master', before: { rank: 'Member' }, after: { rank: 'Gold' } },
  ])
})

test.each(['a short password', 'no required second factor'])(
  '[inputs.19] game servers are not sent a staff rank that the site withholds, for %s, and get it with the site',
  async (reason) => {
    const { sql: executor } = site.database
    const { config } = site.context
    const [member, xuid] = [await site.member(), `withheld-${reason.length}`]
    const isShort = reason === 'a short password'
    const withhold = async (on: boolean) => {
      Object.assign(config, { requireStaffSecondFactor: on && !isShort })
      await sql`UPDATE users SET password_is_short = ${on && isShort} WHERE id = ${member.user.id}`.execute(
        executor,
      )
    }
    const sent = async () => {
      await storeRankRequirement(site.database.sql, config.requireStaffSecondFactor)
      await queueStaffRanks(site.database)
      return outboxOf(other, xuid)
    }
    try {
      await sql`UPDATE users SET rank = 'Owner' WHERE id = ${member.user.id}`.execute(executor)
      await withhold(true)
      const code = isShort ? 'SENT2345' : 'SENT2346'
      await master.report(event('link.code', { xuid, gamertag: 'Withheld', code }))
      expect((await member.post('/api/link', { code })).status).toBe(200)
      expect((await member.get('/api/admin/overview')).status).toBe(403)
      expect(await sent()).toEqual(['Member'])
      await withhold(false)
      expect((await member.get('/api/admin/overview')).status).toBe(200)
      expect(await sent()).toEqual(['Member', 'Owner'])
      expect(await sent()).toEqual(['Member', 'Owner'])
      await setRank(executor, member.user.username, 'Admin')
      await withhold(true)
      expect(await sent()).toEqual(['Member', 'Owner', 'Member'])
      await setRank(executor, member.user.username, 'Gold')
      expect(await sent()).toEqual(['Member', 'Owner', 'Member', 'Gold'])
    } finally {
      await withhold(false)
    }
  },
)

test('[guards.29] processes with different settings send one rank, that of the process that started last', async () => {
  const { config } = site.context
  const processes = [true, false].map((requireStaffSecondFactor) => ({
    ...site.context,
    config: { ...config, requireStaffSecondFactor },
  }))
  const member = await site.member()
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${member.user.id}`.execute(site.database.sql)
  await master.report(event('link.code', { xuid: 'two-settings', gamertag: 'Two', code: 'SENT2347' }))
  expect((await member.post('/api/link', { code: 'SENT2347' })).status).toBe(200)
  const rounds = async () => {
    for (const context of [...processes, ...processes]) await staffRanksJob(context).work(AbortSignal.abort())
    return outboxOf(other, 'two-settings')
  }
  for (const { config } of processes)
    await storeRankRequirement(site.database.sql, config.requireStaffSecondFactor)
  expect(await rounds()).toEqual(['Admin'])
  for (const { config } of processes.toReversed())
    await storeRankRequirement(site.database.sql, config.requireStaffSecondFactor)
  expect(await rounds()).toEqual(['Admin', 'Member'])
})

describe('ranks of the site’s own', () => {
  beforeAll(async () => {
    await sql`INSERT INTO ranks (key, number, name, colour, power, level, position, aliases)
      VALUES ('Legend', 10, 'Champion', '#ff66aa', 'member', 2, 3, '{vip,Old Name}'),
        ('Builder', 11, 'Builder', '#66ffaa', 'helper', 4, 4, '{}')`.execute(site.database.sql)
    await loadRanks(site.database.sql)
  })
  afterAll(() => applyRanks())

  const counted = async () =>
    (
      await sql<{
        name: string
      }>`SELECT game_servers.name AS server, unknown_ranks.name, count::int FROM unknown_ranks
        JOIN game_servers ON game_servers.id = server_id ORDER BY 1, 2`.execute(site.database.sql)
    ).rows

  test('[settings.47] A game server says a rank of members by its key, its name or an alias, in any case', async () => {
    for (const [at, said] of ['Legend', 'Champion', 'champion', ' VIP ', 'Old Name'].entries()) {
      await master.report(says(`named ${at}`.replace(' ', '-'), said))
      expect([said, await rankOf(`named-${at}`)]).toEqual([said, 'Legend'])
    }
    await master.report(says('named-0', 'Gold'))
    await master.report(says('named-0', 'vip'))
    expect(await outboxOf(other, 'named-0')).toEqual(['Legend', 'Gold', 'Legend'])
    expect(await counted()).toEqual([])
  })

  test('[settings.47] A staff rank of the site’s own is not given by a game server, and who has it keeps it', async () => {
    await master.report(says('built', 'Builder'))
    expect(await rankOf('built')).toBe('Member')
    await sql`UPDATE users SET rank = 'Builder' WHERE id = ${await accountOf(site, 'built')}`.execute(
      site.database.sql,
    )
    await master.report(says('built', 'Legend'))
    expect(await rankOf('built')).toBe('Builder')
    expect(await counted()).toEqual([])
  })

  test('[settings.48] A rank that the site does not know changes nothing, and is counted by name and game server', async () => {
    const twice = says('unknown', 'Mythic')
    await master.report(says('unknown', 'Gold'))
    await master.report(twice)
    await master.send(twice)
    await master.report(says('unknown-2', ' Mythic'), says('unknown-3', 'mythic'))
    for (const nothing of ['', '   ', 'x'.repeat(65), 7, null]) await master.report(says('unknown', nothing))
    // Its key may not set ranks.
    await other.report(says('unknown', 'Mythic'))
    expect(await rankOf('unknown')).toBe('Gold')
    expect(await counted()).toEqual([
      { server: 'Master', name: 'Mythic', count: 2 },
      { server: 'Master', name: 'mythic', count: 1 },
    ])
  })

  test('[settings.48] 50 unknown names of each game server are counted, those that it says more first', async () => {
    const many = Array.from({ length: 60 }, (_, at) => says(`crowd-${at}`, `rank ${at}`))
    await master.report(...many, says('crowd-x', 'rank 59'), says('crowd-y', 'Mythic'))
    const names = (await counted()).map(({ name }) => name)
    expect(names).toHaveLength(50)
    expect(names).toContain('rank 59')
    expect((await counted()).find(({ name }) => name === 'Mythic')).toMatchObject({ count: 3 })
  })

  test('[settings.48] Managers and Owners read them until a rank answers to the name or 30 days passed', async () => {
    const path = '/api/admin/game-servers/unknown-ranks'
    const reader = async (rank: string) => {
      const member = await site.member()
      await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
      return member
    }
    expect((await site.browser().get(path)).status).toBe(401)
    expect((await (await reader('Admin')).get(path)).status).toBe(403)
    const manager = await reader('Manager')
    const names = async () => (await manager.get(path)).json.map(({ name }: { name: string }) => name)
    const { json } = await manager.get(path)
    expect(json[0]).toEqual({ name: 'Mythic', server: 'Master', count: 3, lastAt: expect.any(String) })
    await sql`UPDATE unknown_ranks SET last_at = now() - interval '31 days' WHERE name = 'rank 1'`.execute(
      site.database.sql,
    )
    applyRanks(
      listRanks().map((rank) => (rank.key === 'Legend' ? { ...rank, aliases: ['vip', 'Mythic'] } : rank)),
    )
    expect(await names()).not.toContain('Mythic')
    await sweepUnknownRanks(site.database.sql)
    const left = (await counted()).map(({ name }) => name)
    for (const gone of ['Mythic', 'mythic', 'rank 1']) expect(left).not.toContain(gone)
    expect(left).toContain('rank 59')
  })
})
