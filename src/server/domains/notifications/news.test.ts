import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receivedMails } from '../../testing/mail-server.ts'
import { type MailSite, mailSite } from '../../testing/mail-site.ts'
import type { TestBrowser } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { mailNotification } from './delivery/mail.ts'
import { deliverBatch } from './delivery/worker.ts'
import { fanOut } from './fanout.ts'

let site: MailSite
let admin: TestBrowser
let reader: TestBrowser
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
  admin = await memberWithRank(site, 'Admin', 'Editor')
  reader = await site.verifiedMember('reader', 'reader@player.example')
  await reader.put('/api/notifications/choices', { kind: 'news', mail: true })
})
afterAll(() => site.close())

async function publish(slug: string): Promise<number> {
  const body = { title: 'Spring season', summary: 'Soon.', markdown: 'Soon.', slug }
  const { id } = (await admin.post('/api/admin/news', body)).json
  await admin.post(publication(id), {})
  return id
}
const publication = (id: number) => `/api/admin/news/${id}/publication`
const bell = async () => [
  (await reader.get('/api/notifications')).json.map(({ link }: { link: string }) => link),
  (await reader.get('/api/notifications/unread')).json.unread,
]
const mails = async () => {
  site.server.lines.length = 0
  const attempt = (delivery: Parameters<typeof mailNotification>[3]) =>
    mailNotification(site.context, site.content, site.context.gateways.mail, delivery)
  await deliverBatch({ database: site.database, log: site.context.log }, 'mail', attempt)
  return receivedMails(site.server).length
}
const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(
    site.database.sql,
  )
  return rows[0]?.n
}

test('[voice.26] a news item that was taken back is in no bell and no mail, and is shown again once it is published again', async () => {
  const id = await publish('taken-back')
  await fanOut(site.database)
  expect(await bell()).toEqual([['/news/taken-back'], 1])
  await admin.delete(publication(id))
  expect(await bell()).toEqual([[], 0])
  expect(await mails()).toBe(0)
  await admin.post(publication(id), {})
  await fanOut(site.database)
  expect(await bell()).toEqual([['/news/taken-back'], 1])
  await admin.delete(`/api/admin/news/${id}`)
})

test('[voice.26] a deleted news item leaves no notification, no mail on its way and nothing queued', async () => {
  for (const isFannedOut of [true, false]) {
    const id = await publish(`deleted-${isFannedOut}`)
    if (isFannedOut) await fanOut(site.database)
    expect((await admin.delete(`/api/admin/news/${id}`)).status).toBe(204)
    await fanOut(site.database)
    expect(await bell()).toEqual([[], 0])
    expect(await mails()).toBe(0)
    expect(await Promise.all(['notifications', 'notification_deliveries'].map(count))).toEqual([0, 0])
  }
})

test('[voice.26] an item that is deleted while its notifications are made leaves none', async () => {
  const id = await publish('deleted-meanwhile')
  const [, { status }] = await Promise.all([fanOut(site.database, 1), admin.delete(`/api/admin/news/${id}`)])
  await fanOut(site.database)
  expect([status, await count('notifications'), await count('notification_fanouts')]).toEqual([204, 0, 0])
})
