import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DiscordServer, discordServer } from '../../../testing/discord-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { signedInAs } from '../../applications/testing/applications-setup.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import { postMessages } from './post-messages.ts'

let discord: DiscordServer
let site: TestApp
let admin: TestBrowser
beforeAll(async () => {
  discord = await discordServer()
  site = await testApp({
    environment: { DISCORD_WEBHOOK_NEWS: discord.webhook(2), DISCORD_WEBHOOK_REPORTS: discord.webhook(3) },
  })
  admin = await signedInAs(site, 'Admin')
})
afterAll(async () => {
  await site.close()
  discord.close()
})

const path = '/api/admin/discord'

test('[voice.75] admins see which kinds are set up and what became of messages, never an address', async () => {
  expect((await admin.get(path)).json).toEqual({
    kinds: [
      { kind: 'matches', configured: false, waiting: 0 },
      { kind: 'news', configured: true, waiting: 0 },
      { kind: 'cups', configured: false, waiting: 0 },
      { kind: 'reports', configured: true, waiting: 0 },
      { kind: 'applications', configured: false, waiting: 0 },
    ],
    messages: [],
  })
  expect((await admin.post(`${path}/test`, { kind: 'news' })).status).toBe(204)
  discord.next.push([404])
  await postMessages(site.context)
  expect((await admin.post(`${path}/test`, { kind: 'reports' })).status).toBe(204)
  const { json, text } = await admin.get(path)
  expect(json.kinds[3]).toEqual({ kind: 'reports', configured: true, waiting: 1 })
  expect(json.messages).toMatchObject([
    { kind: 'reports', state: 'waiting', attempts: 0, endedAt: null, error: null },
    {
      kind: 'news',
      state: 'failed',
      attempts: 1,
      error: 'Discord responded with 404: the webhook does not exist any more',
    },
  ])
  expect(text).not.toMatch(/token-of|webhooks\//)
  expect((await (await signedInAs(site, 'Moderator')).get(path)).status).toBe(403)
})

test('[voice.76] a test goes to the webhook of its kind, what failed is sent again, and both are audited', async () => {
  const failed = (await admin.get(path)).json.messages.at(-1)
  expect((await admin.post(`${path}/${failed.id}/retry`)).status).toBe(204)
  await postMessages(site.context)
  expect(discord.posted.map(({ webhook, body }) => [webhook, body.embeds[0].title]).sort()).toEqual([
    ['2', 'Test of Vulx Network'],
    ['3', 'Test of Vulx Network'],
  ])
  expect((await admin.get(path)).json.messages.map(({ state }: { state: string }) => state)).toEqual([
    'sent',
    'sent',
  ])
  const { rows } = await sql`
    SELECT action, subject_id, after FROM audit_log WHERE action LIKE 'discord.%' ORDER BY id
  `.execute(site.database.sql)
  expect(rows).toEqual([
    { action: 'discord.test', subject_id: null, after: { kind: 'news' } },
    { action: 'discord.test', subject_id: null, after: { kind: 'reports' } },
    { action: 'discord.retry', subject_id: failed.id, after: { kind: 'news' } },
  ])
})

test('[voice.76] a kind without a webhook, an unknown kind, and a message that did not fail are refused', async () => {
  const refused = async (url: string, body?: unknown) => {
    const { status, json } = await admin.post(`${path}${url}`, body)
    return [status, json.error ?? json.fields, Object.keys(json.fields ?? {})]
  }
  expect(await refused('/test', { kind: 'matches' })).toEqual([
    409,
    'There is no webhook for these messages',
    [],
  ])
  expect(await refused('/test', { kind: 'else' })).toEqual([400, expect.anything(), ['kind']])
  const [sent] = (await admin.get(path)).json.messages
  expect((await refused(`/${sent.id}/retry`))[0]).toBe(409)
  expect((await refused('/999999/retry'))[0]).toBe(404)
  expect(discord.posted).toHaveLength(2)
})

test('[powers.129] an admin whom a report is about, or in whose hand they are, reads and counts no message about it, nor sends it again', async () => {
  const [accused, hand] = [await memberWithRank(site, 'Admin'), await memberWithRank(site, 'Admin')]
  await sql`INSERT INTO hands (by_id, member_id, kind) VALUES (${accused.user.id}, ${hand.user.id}, 'rank')`.execute(
    site.database.sql,
  )
  const seenBy = async (reader: TestBrowser) => {
    const { kinds, messages } = (await reader.get(path)).json
    const [, , , reports] = kinds
    return { waiting: reports.waiting, titles: messages.map(({ title }: { title: string }) => title) }
  }
  const [before, beforeAdmin] = [await seenBy(accused), await seenBy(admin)]
  const reported = await (await site.member()).post(`/api/players/${accused.user.id}/reports`, {
    reason: 'Insults everybody',
  })
  expect(reported.status).toBe(201)
  expect([await seenBy(accused), await seenBy(hand)]).toEqual([before, before])
  expect(await seenBy(admin)).toEqual({
    waiting: beforeAdmin.waiting + 1,
    titles: ['New report about a player', ...beforeAdmin.titles],
  })
  discord.next.push([404])
  await postMessages(site.context)
  const [{ id, state }] = (await admin.get(path)).json.messages
  expect(state).toBe('failed')
  for (const reader of [accused, hand])
    expect((await reader.post(`${path}/${id}/retry`)).json.error).toBe('There is no such message')
  expect((await admin.post(`${path}/${id}/retry`)).status).toBe(204)
})
