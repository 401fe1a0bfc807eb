import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailSite, mailSite, secretIn } from '../../../testing/mail-site.ts'
import { testApp } from '../../../testing/test-app.ts'
import { sweepEmailTokens } from './queries.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM outbox`.execute(site.database.sql))

let made = 0
const newcomer = async (email: string | null = `fox${made}@player.example`) => {
  const member = await site.member(`Mailed ${made++}`)
  await member.patch('/api/user', { email })
  return Object.assign(member, { email })
}
const ask = (member: Awaited<ReturnType<typeof newcomer>>) => member.post('/api/email/verification')
const confirm = (token: string) => site.browser().post('/api/email/confirm', { token })
const tokens = async () =>
  (
    await sql<{ user_id: number; email: string; token_hash: Buffer }>`SELECT * FROM email_tokens`.execute(
      site.database.sql,
    )
  ).rows
const verified = async (id: number) =>
  (await sql`SELECT email FROM verified_emails WHERE user_id = ${id}`.execute(site.database.sql)).rows

describe('what is refused', () => {
  test('a visitor asks for no confirmation mail and sees nobody’s address', async () => {
    expect((await site.browser().post('/api/email/verification')).status).toBe(401)
    expect((await site.browser().get('/api/email')).status).toBe(401)
  })

  test('without an address, with a confirmed one and without a mail server there is no mail, and a sentence says why', async () => {
    const bare = await newcomer(null)
    expect((await ask(bare)).json).toMatchObject({
      code: 'conflict',
      error: 'There is no email address in your profile',
    })
    const done = await site.verifiedMember('Done already', 'done@player.example')
    expect((await done.post('/api/email/verification')).json.error).toBe(
      'Your email address is already confirmed',
    )
    expect(await site.deliver()).toEqual([])

    const silent = await testApp()
    try {
      const member = await silent.member('Unheard')
      await member.patch('/api/user', { email: 'unheard@player.example' })
      const response = await member.post('/api/email/verification')
      expect([response.status, response.json.error]).toEqual([409, 'This site cannot send email yet'])
      expect((await sql`SELECT FROM outbox`.execute(silent.database.sql)).rows).toHaveLength(0)
    } finally {
      await silent.close()
    }
  })

  test.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}!`])('no link carries %j', async (token) => {
    const response = await confirm(token)
    expect(response.status).toBe(400)
    expect(Object.keys(response.json.fields)).toEqual(['token'])
  })

  test('an unknown, used or expired link confirms nothing', async () => {
    const member = await newcomer()
    expect((await confirm('x'.repeat(43))).json.fields).toEqual({
      token: 'This link is no longer valid. Ask for a new one in your profile.',
    })
    await ask(member)
    const [mail] = await site.deliver()
    await sql`UPDATE email_tokens SET expires_at = now()`.execute(site.database.sql)
    expect((await confirm(secretIn(mail))).status).toBe(400)
    expect(await verified(member.user.id)).toEqual([])

    await ask(member)
    const token = secretIn((await site.deliver())[0])
    const responses = await Promise.all([confirm(token), confirm(token)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await confirm(token)).status).toBe(400)
  })

  test('the sixth mail in an hour is refused with 429', async () => {
    const strict = await mailSite()
    try {
      const member = await strict.member('Impatient')
      await member.patch('/api/user', { email: 'impatient@player.example' })
      const requests = []
      for (let n = 0; n < 6; n += 1) requests.push((await member.post('/api/email/verification')).status)
      expect(requests).toEqual([202, 202, 202, 202, 202, 429])
    } finally {
      await strict.close()
    }
  })
})

describe('confirming', () => {
  test('[owner.09] whoever registers with an address is sent the confirmation mail at once, in the language of the page; without a mail server none waits', async () => {
    const browser = site.browser()
    const newMember = {
      username: 'Registered',
      password: 'correct horse',
      email: 'registered@player.example',
    }
    expect((await browser.post('/api/register', newMember)).status).toBe(201)
    const [mail, ...more] = await site.deliver()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: newMember.email,
      subject: '[Ember Isles] Confirm your email address',
    })
    expect((await confirm(secretIn(mail))).status).toBe(200)
    expect((await browser.get('/api/email')).json).toEqual({ email: newMember.email, verified: true })
    await site.browser().post('/api/register', { username: 'Without', password: 'correct horse' })
    expect(await site.deliver()).toEqual([])
    const silent = await testApp()
    await silent.browser().post('/api/register', newMember)
    expect((await sql`SELECT FROM outbox`.execute(silent.database.sql)).rows).toHaveLength(0)
    await silent.close()
  })

  test('the mail carries a link of this site with its secret behind the #, which the database knows only as its hash', async () => {
    const member = await newcomer()
    const response = await ask(member)
    expect([response.status, response.json]).toEqual([
      202,
      { message: `We sent an email to ${member.email}` },
    ])
    expect(response.headers['cache-control']).toBe('no-store')
    const mails = await site.deliver()
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({ to: member.email, subject: '[Ember Isles] Confirm your email address' })
    expect(mail?.text).toContain(`Hello ${member.user.username},`)
    expect(mail?.text.match(/https?:\S+/g)).toEqual([`https://isles.example/confirm-email#${secretIn(mail)}`])

    const token = secretIn(mail)
    const [row] = await tokens()
    expect(row?.token_hash).toEqual(createHash('sha256').update(token).digest())
    const { rows } = await sql<{ line: string }>`
      SELECT outbox::text AS line FROM outbox UNION ALL SELECT email_tokens::text FROM email_tokens
    `.execute(site.database.sql)
    for (const { line } of rows) expect(line).not.toContain(token)

    expect((await member.get('/api/email')).json).toEqual({ email: member.email, verified: false })
    const confirmed = await confirm(token)
    expect([confirmed.status, confirmed.json]).toEqual([200, { message: 'Your email address is confirmed' }])
    expect((await member.get('/api/email')).json).toEqual({ email: member.email, verified: true })
    expect(await verified(member.user.id)).toEqual([{ email: member.email }])
  })

  test('a newer mail voids the link of the older, and a late try of the older does not void the newer', async () => {
    const member = await newcomer()
    await ask(member)
    site.server.refuseNext('451 try again later')
    await site.deliver()
    await ask(member)
    const newer = secretIn((await site.deliver())[0])
    await sql`UPDATE outbox SET due_at = now() WHERE done_at IS NULL`.execute(site.database.sql)
    expect(await site.deliver()).toEqual([])
    await ask(member)
    const newest = secretIn((await site.deliver())[0])
    expect((await confirm(newer)).status).toBe(400)
    expect((await confirm(newest)).status).toBe(200)
  })

  test('an order that waited a whole day, or whose address was changed meanwhile, is not carried out', async () => {
    const member = await newcomer()
    await ask(member)
    await sql`UPDATE outbox SET created_at = now() - interval '25 hours'`.execute(site.database.sql)
    expect(await site.deliver()).toEqual([])
    await ask(member)
    await member.patch('/api/user', { email: 'other@player.example' })
    expect(await site.deliver()).toEqual([])
    const { rows } = await sql`SELECT FROM outbox WHERE done_at IS NULL`.execute(site.database.sql)
    expect(rows).toHaveLength(0)
  })
})

describe('changing the address', () => {
  test('unverifies it, voids the link and tells the old one, in one transaction with the change', async () => {
    const member = await site.verifiedMember('Mover', 'old@player.example')
    const response = await member.patch('/api/user', { email: 'new@player.example' })
    expect(response.json.email).toBe('new@player.example')
    expect((await member.get('/api/email')).json).toEqual({ email: 'new@player.example', verified: false })
    const [mail, ...more] = await site.deliver()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: 'old@player.example',
      subject: '[Ember Isles] Your email address was changed',
    })
    expect(mail?.text).not.toContain('new@player.example')
    expect(mail?.text.match(/https?:\S+/g)).toEqual([
      'https://isles.example/profile',
      'https://isles.example/contact',
    ])
    // Setting the earlier address again counts as a change.
    await member.patch('/api/user', { email: 'old@player.example' })
    expect((await member.get('/api/email')).json.verified).toBe(false)
    expect(await site.deliver()).toEqual([])
  })

  test('to none unverifies as well; another field, or the same address again, does not', async () => {
    const member = await site.verifiedMember('Stayer', 'stay@player.example')
    await member.patch('/api/user', { email: 'stay@player.example', bio: 'I stay.' })
    await member.patch('/api/user', { bio: 'I still do.' })
    expect((await member.get('/api/email')).json.verified).toBe(true)
    expect(await site.deliver()).toEqual([])
    await member.patch('/api/user', { email: null })
    expect((await member.get('/api/email')).json).toEqual({ email: null, verified: false })
    expect(await site.deliver()).toHaveLength(1)
  })

  test('an unverified address gets no mail, and a link that is on its way confirms nothing any more', async () => {
    const member = await newcomer()
    await ask(member)
    const token = secretIn((await site.deliver())[0])
    await member.patch('/api/user', { email: 'elsewhere@player.example' })
    expect(await site.deliver()).toEqual([])
    expect((await confirm(token)).status).toBe(400)
    expect(await tokens()).not.toContainEqual(expect.objectContaining({ user_id: member.user.id }))
  })

  test('a change of the password voids the link', async () => {
    const member = await newcomer()
    await ask(member)
    const token = secretIn((await site.deliver())[0])
    await member.post('/api/change-password', {
      currentPassword: 'correct horse',
      newPassword: 'better horse',
    })
    expect((await confirm(token)).status).toBe(400)
  })
})

test('links that are over are swept', async () => {
  const member = await newcomer()
  await ask(member)
  await site.deliver()
  await sweepEmailTokens(site.database.sql)
  expect((await tokens()).map(({ user_id }) => user_id)).toContain(member.user.id)
  await sql`UPDATE email_tokens SET expires_at = now() - interval '1 second'`.execute(site.database.sql)
  await sweepEmailTokens(site.database.sql)
  expect(await tokens()).toEqual([])
})
