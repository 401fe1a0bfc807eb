import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { whileOpen } from '../../testing/while-open.ts'
import { fanOut } from './fanout.ts'
import { fanOutStep, sweepFanouts } from './queries/fanout.ts'
import { queueFanout } from './queries/notify.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['notifications', 'notification_fanouts', 'notification_choices', 'follows'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
  await sql`UPDATE users SET rank = 'Member'`.execute(site.database.sql)
})

const event = {
  kind: 'news',
  eventKey: 'news:1',
  audience: 'members',
  title: 'Season 2 starts',
  text: 'On Friday.',
  link: '/rules',
} as const

const queue = (fanout: Parameters<typeof queueFanout>[1] = event) => queueFanout(site.database.sql, fanout)

async function notified(): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM notifications ORDER BY user_id
  `.execute(site.database.sql)
  return rows.map(({ userId }) => userId)
}

/** All members but those named. */
async function members(...except: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE username IS NOT NULL ORDER BY id
  `.execute(site.database.sql)
  return rows.map(({ id }) => id).filter((id) => !except.includes(id))
}

test('[voice.20] who muted the kind, and players without an account, get nothing of an event for all members', async () => {
  const [one, muted] = [await site.member(), await site.member()]
  await muted.put('/api/notifications/choices', { kind: 'news', site: false })
  await sql`INSERT INTO users (gamertag) VALUES ('OnlyInGame')`.execute(site.database.sql)
  await queue()
  await fanOut(site.database, 1)
  expect(await notified()).toEqual(await members(muted.user.id))
  expect((await one.get('/api/notifications')).json).toEqual([
    expect.objectContaining({
      kind: 'news',
      title: event.title,
      excerpt: event.text,
      link: event.link,
      notice: null,
    }),
  ])
})

test('[voice.20] an event makes one row per member, queued twice and by however many processes', async () => {
  await site.member()
  await Promise.all([queue(), queue()])
  await Promise.all(Array.from({ length: 5 }, () => fanOut(site.database, 2)))
  await queue()
  await fanOut(site.database)
  expect(await notified()).toEqual(await members())
})

test('[voice.20] a step that a killed process did not commit is made by the next one', async () => {
  await site.member()
  await queue()
  const { rows } = await sql<{
    id: number
  }>`SELECT min(id) AS id FROM users WHERE username IS NOT NULL`.execute(site.database.sql)
  // As after a step that was committed, before another that was not.
  await sql`UPDATE notification_fanouts SET last_user_id = ${rows[0]?.id}`.execute(site.database.sql)
  await fanOut(site.database)
  expect(await notified()).toEqual(await members(rows[0]?.id ?? 0))
})

test('[voice.20] an event of which another process makes a step at this moment is left to it', async () => {
  const one = await site.member()
  await queue()
  const late = await whileOpen(
    site.database,
    (transaction) => sql`SELECT FROM notification_fanouts FOR UPDATE`.execute(transaction),
    () => fanOutStep(site.database, 10),
  )
  expect([late, await notified()]).toEqual([{ waited: false, result: false }, []])
  expect(await fanOutStep(site.database, 1)).toBe(true)
  expect(await notified()).toHaveLength(1)
  await fanOut(site.database)
  expect(await notified()).toContain(one.user.id)
})

test('[voice.20] a done event is stored for a day, one that is not done until it is', async () => {
  const ages = [null, 23, 25] as const
  for (const [n, hours] of ages.entries()) {
    await queue({ ...event, eventKey: `news:${n}` })
    await sql`UPDATE notification_fanouts SET done_at = now() - make_interval(hours => ${hours}),
      created_at = now() - interval '30 days' WHERE event_key = ${`news:${n}`}`.execute(site.database.sql)
  }
  await sweepFanouts(site.database)
  const { rows } = await sql`SELECT event_key FROM notification_fanouts ORDER BY 1`.execute(site.database.sql)
  expect(rows).toEqual([{ event_key: 'news:0' }, { event_key: 'news:1' }])
})

test('[voice.20] events of one key are one notification, told again with the newest words once it was read', async () => {
  const helper = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${helper.user.id}`.execute(site.database.sql)
  const notify = async (n: number) => {
    const audience = { ranks: ['Helper'], except: null } as const
    const words = { title: `Told ${n}`, text: `Text ${n}`, link: `/news/${n}` }
    await queue({ kind: 'staff', eventKey: `case:${n}`, collapseKey: 'cases', audience, ...words })
    await fanOut(site.database)
    return (await helper.get('/api/notifications')).json
  }
  const first = await notify(1)
  expect(first).toMatchObject([{ title: 'Told 1', excerpt: 'Text 1', link: '/news/1', isRead: false }])
  expect(await notify(2)).toEqual(first)
  await helper.post('/api/notifications/read', { id: first[0].id })
  const again = await notify(3)
  expect(again).toMatchObject([{ title: 'Told 3', excerpt: 'Text 3', link: '/news/3', isRead: false }])
  expect(again[0].id).toBeGreaterThan(first[0].id)
})

test('[voice.20] only followers who did not mute a player hear of them, only members of some ranks of what is for them', async () => {
  const [player, follower, helper] = [await site.member(), await site.member(), await site.member()]
  const deaf = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${helper.user.id}`.execute(site.database.sql)
  await sql`INSERT INTO follows (follower_id, player_id, is_muted)
    VALUES (${follower.user.id}, ${player.user.id}, false), (${deaf.user.id}, ${player.user.id}, true)`.execute(
    site.database.sql,
  )
  await queue({ ...event, kind: 'follow', eventKey: 'win:1', audience: { followersOf: player.user.id } })
  await fanOut(site.database)
  expect(await notified()).toEqual([follower.user.id])
  await queue({ ...event, kind: 'staff', eventKey: 'case:1', audience: { ranks: ['Helper'], except: null } })
  await fanOut(site.database)
  expect(await notified()).toEqual([follower.user.id, helper.user.id])
})

test('[voice.20] a link that leaves the site is not stored', async () => {
  for (const link of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    await expect(queue({ ...event, link })).rejects.toThrow('notification_fanouts_link_check')
})
