import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formerStaffFeed } from '../../../contract/staff-lists.ts'
import { rankWithAreas } from '../../testing/rank-with-areas.ts'
import { feedMessagesOf, listenToStaffFeed } from '../../testing/staff-feed-listener.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { staffFeed } from './staff-feed.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => site.close())

test('a page that was open since 0.1.0 hears the former channel, once for each change, and so do staff alone', async () => {
  const [helper, member] = [await site.member(), await site.member()]
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${helper.user.id}`.execute(site.database.sql)
  const page = await listenToStaffFeed(site, helper)
  const [olderPage, refused] = [
    await listenToStaffFeed(site, helper, formerStaffFeed),
    await listenToStaffFeed(site, member, formerStaffFeed),
  ]
  await feedMessagesOf(site, page, olderPage, refused)
  expect([page.count(), olderPage.count(), refused.count()]).toEqual([1, 1, 0])
  for (const listener of [page, olderPage, refused]) listener.close()
})

test('[owner.69] staff hear of a list only while their rank holds its area', async () => {
  const rank = await rankWithAreas(site.database, 'Judge', 'moderator', ['appeals'])
  const judge = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${judge.user.id}`.execute(site.database.sql)
  const page = await listenToStaffFeed(site, judge)
  for (const list of ['moderation', 'reports', 'rulings', 'appeals'])
    await site.context.live.publish(staffFeed.channel, { list })
  await page.hears('appeals')
  expect(page.count()).toBe(1)
  page.close()
})

test.each([staffFeed, formerStaffFeed])(
  'a process that publishes on $channel is heard by pages of this one',
  async ({ channel }) => {
    const helper = await site.member()
    await sql`UPDATE users SET rank = 'Helper' WHERE id = ${helper.user.id}`.execute(site.database.sql)
    const page = await listenToStaffFeed(site, helper)
    await site.context.live.publish(channel, { list: 'rulings' })
    await page.hears('rulings')
    expect(page.count()).toBe(1)
    page.close()
  },
)
