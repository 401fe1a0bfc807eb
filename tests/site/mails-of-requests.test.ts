import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { type MailSite, mailSite, secretIn } from '../../src/server/testing/mail-site.ts'
import { password } from '../../src/server/testing/test-app.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ LANGUAGES: 'en, de', RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(() => {
  site.server.lines.length = 0
})

/** As from a page in a language. */
const on = (language: string) => ({ headers: { 'x-language': language } })

type Member = Awaited<ReturnType<MailSite['verifiedMember']>>
type Reading = ReturnType<typeof on>

let made = 0
async function member(): Promise<Member & { readonly email: string }> {
  made += 1
  const email = `reads${made}@player.example`
  const browser = await site.verifiedMember(`Reads${made}`, email)
  await sql`UPDATE users SET language = NULL WHERE id = ${browser.user.id}`.execute(site.database.sql)
  site.server.lines.length = 0
  return Object.assign(browser, { email })
}

interface Cause {
  /** Sends the request on a page in this language; undefined where the mail is about another address. */
  readonly act: (member: Member & { readonly email: string }, reading: Reading) => Promise<unknown>
  readonly subjects: { readonly en: RegExp; readonly de: RegExp }
}

const recover = async (one: Member & { readonly email: string }, reading: Reading) =>
  expect((await site.browser().post('/api/recovery', { name: one.email }, reading)).status).toBeLessThan(300)

/** Each request by which a member causes a mail to themselves. */
const causes: Readonly<Record<string, Cause>> = {
  'a recovery': { act: recover, subjects: { en: /password/i, de: /Passwort/ } },
  'a password set by the link of a mail': {
    async act(one, reading) {
      await recover(one, reading)
      const [mail] = await site.deliver()
      site.server.lines.length = 0
      const finished = await site
        .browser()
        .post('/api/recovery/finish', { token: secretIn(mail), newPassword: `${password} new` }, reading)
      expect(finished.status).toBeLessThan(300)
    },
    subjects: { en: /password/i, de: /Passwort/ },
  },
  'a confirmation': {
    async act(one, reading) {
      await sql`DELETE FROM verified_emails WHERE user_id = ${one.user.id}`.execute(site.database.sql)
      expect((await one.post('/api/email/verification', {}, reading)).status).toBeLessThan(300)
    },
    subjects: { en: /confirm/i, de: /bestätig/i },
  },
  'another address': {
    async act(one, reading) {
      const changed = await one.patch('/api/user', { email: `new-${one.email}` }, reading)
      expect(changed.status).toBeLessThan(300)
    },
    subjects: { en: /email/i, de: /E-Mail/ },
  },
  'a message that staff answer': {
    async act(one, reading) {
      const message = { name: 'Reader', email: one.email, subject: 'Lag', message: 'There is lag in Bridge.' }
      const { json } = await one.post('/api/contact', message, reading)
      const staff = await site.member()
      await sql`UPDATE users SET rank = 'Owner' WHERE id = ${staff.user.id}`.execute(site.database.sql)
      // Staff read English, whatever the sender reads.
      const answered = await staff.post(`/api/admin/messages/${json.id}/answer`, { text: 'Gone.' }, on('en'))
      expect(answered.status).toBeLessThan(300)
    },
    subjects: { en: /./, de: /./ },
  },
}

test.each(Object.entries(causes))(
  '[field.40] The mail that %s causes is in the language of the page, where the member chose none, and else in theirs',
  async (_, { act, subjects }) => {
    const texts: string[] = []
    for (const [reading, chosen, expected] of [
      ['de', null, 'de'],
      ['en', null, 'en'],
      ['en', 'de', 'de'],
    ] as const) {
      const one = await member()
      await sql`UPDATE users SET language = ${chosen} WHERE id = ${one.user.id}`.execute(site.database.sql)
      await act(one, on(reading))
      const mails = await site.deliver()
      expect(mails).toHaveLength(1)
      expect(mails[0]!.subject).toMatch(subjects[expected])
      texts.push(mails[0]!.text)
    }
    const isGerman = (text: string) => /\b(?:du|dein|deine|dir|und|nicht)\b/i.test(text)
    expect(texts.map(isGerman)).toEqual([true, false, true])
  },
)

type Answer = (
  one: Member & { readonly email: string },
  reading: Reading,
) => Promise<{ readonly json: unknown }>

const askToConfirm: Answer = async (one, reading) => {
  await sql`DELETE FROM verified_emails WHERE user_id = ${one.user.id}`.execute(site.database.sql)
  return one.post('/api/email/verification', {}, reading)
}

const newest = async () => secretIn((await site.deliver())[0])

const newPassword = `${password} new`

/** By endpoint that answers with a sentence: a call that does. */
const answers: Readonly<Record<string, Answer>> = {
  'POST /api/newsletter': (one, reading) => one.post('/api/newsletter', { email: one.email }, reading),
  async 'POST /api/newsletter/confirmation'(one, reading) {
    await one.post('/api/newsletter', { email: one.email }, reading)
    return one.post('/api/newsletter/confirmation', { token: await newest() }, reading)
  },
  'POST /api/email/verification': askToConfirm,
  async 'POST /api/email/confirm'(one, reading) {
    await askToConfirm(one, reading)
    return one.post('/api/email/confirm', { token: await newest() }, reading)
  },
  'POST /api/recovery': (one, reading) => one.post('/api/recovery', { name: one.email }, reading),
  async 'POST /api/recovery/finish'(one, reading) {
    await recover(one, reading)
    return one.post('/api/recovery/finish', { token: await newest(), newPassword }, reading)
  },
  async 'POST /api/recovery/by-code'(one, reading) {
    const owner = await site.member()
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${owner.user.id}`.execute(site.database.sql)
    const { code } = (await owner.post(`/api/admin/members/${one.user.id}/recovery-code`, {})).json
    return one.post('/api/recovery/by-code', { username: one.user.username, code, newPassword }, reading)
  },
  'POST /api/change-password': (one, reading) =>
    one.post('/api/change-password', { currentPassword: password, newPassword }, reading),
}

test('[field.45] Each endpoint that answers with a sentence says it in the language of the request', async () => {
  const saying = Object.values(endpoints)
    .flatMap((table) => Object.values<AnyEndpoint>(table))
    .filter(
      ({ response }) => response instanceof z.ZodMiniObject && `${Object.keys(response.shape)}` === 'message',
    )
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(answers).sort()).toEqual(saying.sort())
  const said: Record<string, unknown> = {}
  for (const [endpoint, answer] of Object.entries(answers)) {
    const messages = new Set<unknown>()
    for (const language of ['de', 'en']) {
      const one = await member()
      const { json } = await answer(one, on(language))
      messages.add((json as { message: string }).message?.replace(one.email, ''))
    }
    said[endpoint] = [...messages]
  }
  for (const [endpoint, texts] of Object.entries(said))
    expect([endpoint, texts]).toEqual([endpoint, [expect.any(String), expect.any(String)]])
})
