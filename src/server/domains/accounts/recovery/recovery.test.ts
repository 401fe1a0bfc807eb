import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MailSite, mailSite, secretIn } from '../../../testing/mail-site.ts'
import { password, testApp } from '../../../testing/test-app.ts'
import { sweepRecoveries } from './queries.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM outbox`.execute(site.database.sql))

let made = 0
const verified = () => {
  made += 1
  return site.verifiedMember(`Forgetful ${made}`, `forgetful${made}@player.example`)
}
const ask = (name: string) => site.browser().post('/api/recovery', { name })
const finish = (token: string, newPassword = 'brand new horse') =>
  site.browser().post('/api/recovery/finish', { token, newPassword })
const login = (username: string, word: string) =>
  site.browser().post('/api/login', { username, password: word })
const linkFor = async (name: string) => {
  await ask(name)
  return secretIn((await site.deliver())[0])
}
const tokens = async (id: number) =>
  (await sql`SELECT kind FROM recovery_tokens WHERE user_id = ${id}`.execute(site.database.sql)).rows

describe('what is refused', () => {
  test('without a mail server nothing is promised', async () => {
    const silent = await testApp()
    try {
      const response = await silent.browser().post('/api/recovery', { name: 'Anybody' })
      expect([response.status, response.json.error]).toEqual([
        409,
        'This site cannot send email. Use a code instead.',
      ])
      expect((await sql`SELECT FROM outbox`.execute(silent.database.sql)).rows).toHaveLength(0)
    } finally {
      await silent.close()
    }
  })

  test('an unknown, malformed or expired link sets no password', async () => {
    const member = await verified()
    expect((await finish('short')).json.fields.token).toContain('not complete')
    expect((await finish('x'.repeat(43))).json.fields).toEqual({
      token: 'This link is no longer valid. Ask for a new email.',
    })
    const token = await linkFor(member.user.username)
    expect((await finish(token, 'short')).json.fields).toEqual({
      newPassword: 'Password must be at least 6 characters',
    })
    await sql`UPDATE recovery_tokens SET expires_at = now()`.execute(site.database.sql)
    expect((await finish(token)).status).toBe(400)
    expect((await login(member.user.username, password)).status).toBe(200)
  })

  test('a name is mailed to three times an hour, known or not, and an address may ask twenty times', async () => {
    const strict = await mailSite()
    try {
      await strict.verifiedMember('Bombed', 'bombed@player.example')
      for (const name of ['Bombed', 'nobody here']) {
        const statuses = []
        for (let n = 0; n < 4; n += 1)
          statuses.push((await strict.browser().post('/api/recovery', { name })).status)
        expect(statuses).toEqual([202, 202, 202, 429])
      }
      // Both addresses are the same mailbox, which has reached its limit of three.
      expect(await strict.deliver()).not.toEqual([])
      expect((await strict.browser().post('/api/recovery', { name: 'bombed@player.example' })).status).toBe(
        202,
      )
      expect(await strict.deliver()).toEqual([])

      const flood = []
      for (let n = 0; n < 21; n += 1)
        flood.push(
          (await strict.browser('203.0.113.9').post('/api/recovery', { name: `nobody ${n}` })).status,
        )
      expect(flood.filter((status) => status === 429)).toHaveLength(1)
    } finally {
      await strict.close()
    }
  })
})

/** Background queries of the site: status poll, notifications, health. */
const background = /pg_try_advisory|NOTIFY|^SELECT 1$/

describe('asking for a mail', () => {
  test('takes the same way through the site and says the same, whether the name is unknown, unverified or verified', async () => {
    const unverified = await site.member('Never confirmed')
    await unverified.patch('/api/user', { email: 'never@player.example' })
    const member = await verified()
    const ways: unknown[] = []
    for (const name of [
      'No such name',
      unverified.user.username,
      member.user.username,
      `forgetful${made}@player.example`,
    ]) {
      const requests: string[] = []
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const response = await ask(name)
      for (const [said] of query.mock.calls as unknown[][])
        requests.push(typeof said === 'string' ? said : String((said as { text?: string }).text))
      query.mockRestore()
      const { date, 'x-request-id': _id, ...headers } = response.headers
      ways.push([response.status, response.text, headers, requests.filter((text) => !background.test(text))])
    }
    for (const way of ways.slice(1)) expect(way).toEqual(ways[0])
    expect(ways[0]).toContain(202)
    // The queued requests differ only in the typed name, because no account was looked up.
    const { rows } = await sql`SELECT type, data FROM outbox ORDER BY created_at`.execute(site.database.sql)
    expect(rows.map((row) => Object.keys((row as { data: object }).data))).toEqual(Array(4).fill(['name']))
  })

  test('reaches verified addresses only; an order is done either way, and swept', async () => {
    const unverified = await site.member('Not confirmed')
    await unverified.patch('/api/user', { email: 'not@player.example' })
    for (const name of ['Not confirmed', 'not@player.example', 'Nobody at all']) await ask(name)
    expect(await site.deliver()).toEqual([])
    const { rows } = await sql`SELECT FROM outbox WHERE done_at IS NULL`.execute(site.database.sql)
    expect(rows).toEqual([])
    expect(await tokens(unverified.user.id)).toEqual([])
  })

  test('reaches no address that was confirmed earlier, as a restored backup may hold it', async () => {
    const member = await verified()
    await sql`UPDATE users SET email = 'other@player.example' WHERE id = ${member.user.id}`.execute(
      site.database.sql,
    )
    for (const name of [member.user.username, `forgetful${made}@player.example`, 'other@player.example'])
      await ask(name)
    expect([await site.deliver(), await tokens(member.user.id)]).toEqual([[], []])
  })

  test('sends a link of this site with its secret behind the #, which nothing keeps', async () => {
    const member = await verified()
    await ask(` ${member.user.username.toUpperCase()} `)
    const [mail, ...more] = await site.deliver()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: `forgetful${made}@player.example`,
      subject: '[Ember Isles] Set a new password',
    })
    expect(mail?.text).toContain(`\n${member.user.username}:`)
    const token = secretIn(mail)
    expect(mail?.text.match(/https?:\S+/g)).toEqual([`https://isles.example/recover/finish#${token}`])
    const { rows } = await sql<{ line: string; token_hash?: Buffer }>`
      SELECT outbox::text AS line, NULL AS token_hash FROM outbox
      UNION ALL SELECT recovery_tokens::text, token_hash FROM recovery_tokens WHERE user_id = ${member.user.id}
    `.execute(site.database.sql)
    for (const { line } of rows) expect(line).not.toContain(token)
    expect(rows.at(-1)?.token_hash).toEqual(createHash('sha256').update(token).digest())
  })

  test('by an address that several accounts have is one mail with a link for each', async () => {
    const one = await site.verifiedMember('Sister', 'family@player.example')
    const other = await site.verifiedMember('Brother', 'family@player.example')
    await site.verifiedMember('Stranger', 'Family@player.example')
    await ask('FAMILY@player.example')
    const mails = await site.deliver()
    expect(mails).toHaveLength(1)
    await ask('family@player.example')
    const [mail] = await site.deliver()
    expect(mail?.to).toBe('family@player.example')
    expect(mail?.text).not.toContain('Stranger')
    const links = mail?.text.match(/#[A-Za-z0-9_-]{43}/g) ?? []
    expect(links).toHaveLength(2)
    expect((await finish(links[1]!.slice(1), 'brothers horse')).status).toBe(200)
    expect((await login(other.user.username, 'brothers horse')).status).toBe(200)
    expect((await login(one.user.username, password)).status).toBe(200)
  })

  test('is void after half an hour in the outbox, and after a later one was sent', async () => {
    const member = await verified()
    await ask(member.user.username)
    await sql`UPDATE outbox SET created_at = now() - interval '31 minutes'`.execute(site.database.sql)
    expect(await site.deliver()).toEqual([])
    await ask(member.user.username)
    site.server.refuseNext('451 try again later')
    await site.deliver()
    const newer = await linkFor(member.user.username)
    await sql`UPDATE outbox SET due_at = now() WHERE done_at IS NULL`.execute(site.database.sql)
    expect(await site.deliver()).toEqual([])
    expect((await finish(newer)).status).toBe(200)
  })
})

describe('setting a password by mail', () => {
  test('works once, ends every session, consumes everything and is reported by mail', async () => {
    const member = await verified()
    const { id, username } = member.user
    const code = (await ownerCode(id)).replaceAll('-', '')
    const token = await linkFor(username)
    expect(await tokens(id)).toHaveLength(2)
    const response = await finish(token)
    expect([response.status, response.json]).toEqual([
      200,
      { message: 'Your password is set. You can sign in with it now.' },
    ])
    expect(response.headers['set-cookie']).toBeUndefined()
    expect((await member.get('/api/user')).status).toBe(401)
    expect((await login(username, password)).status).toBe(401)
    expect((await login(username, 'brand new horse')).status).toBe(200)
    expect(await tokens(id)).toEqual([])
    expect((await finish(token, 'once more horse')).status).toBe(400)
    expect((await byCode(username, code)).status).toBe(400)
    const [mail, ...more] = await site.deliver()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: `forgetful${made}@player.example`,
      subject: '[Ember Isles] Your password was changed',
    })
    expect(mail?.text.match(/https?:\S+/g)).toEqual([
      'https://isles.example/recover',
      'https://isles.example/contact',
    ])
  })

  test('of two at once with one link one wins', async () => {
    const member = await verified()
    const token = await linkFor(member.user.username)
    const responses = await Promise.all([finish(token, 'first horse'), finish(token, 'second horse')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = responses[0]?.status === 200 ? 'first horse' : 'second horse'
    expect((await login(member.user.username, winner)).status).toBe(200)
  })

  test('a secret is good for its own way alone: no code of staff is a link, and no link a code', async () => {
    const member = await verified()
    const { id, username } = member.user
    const swap = (kind: string) =>
      sql`UPDATE recovery_tokens SET kind = ${kind} WHERE user_id = ${id}`.execute(site.database.sql)
    const link = await linkFor(username)
    await swap('staff')
    expect((await finish(link)).status).toBe(400)
    await sql`DELETE FROM recovery_tokens WHERE user_id = ${id}`.execute(site.database.sql)
    const code = await ownerCode(id)
    await swap('mail')
    expect((await byCode(username, code)).status).toBe(400)
    await swap('staff')
    expect((await byCode(username, code)).status).toBe(200)
  })

  test('a newer mail voids the older link', async () => {
    const member = await verified()
    const older = await linkFor(member.user.username)
    const newer = await linkFor(member.user.username)
    expect((await finish(older)).status).toBe(400)
    expect((await finish(newer)).status).toBe(200)
  })

  test('a change of the address, or of the password in the profile, voids the link', async () => {
    const mover = await verified()
    const first = await linkFor(mover.user.username)
    const staff = await ownerCode(mover.user.id)
    await mover.patch('/api/user', { email: 'moved@player.example' })
    expect((await finish(first)).status).toBe(400)
    // Staff gave the code to a person, not to an address.
    expect((await byCode(mover.user.username, staff)).status).toBe(200)

    const changer = await verified()
    const second = await linkFor(changer.user.username)
    const code = await ownerCode(changer.user.id)
    await changer.post('/api/change-password', { currentPassword: password, newPassword: 'better horse' })
    expect((await finish(second)).status).toBe(400)
    expect((await byCode(changer.user.username, code)).status).toBe(400)
    expect((await login(changer.user.username, 'better horse')).status).toBe(200)
  })

  test('staff may be recovered by mail, and password tries that were used up do not stand in the way', async () => {
    const member = await verified()
    await rank(member.user.id, 'Owner')
    const browser = site.browser()
    const tries = { username: member.user.username, password: 'wrong horse' }
    for (let n = 0; n < 6; n += 1) await browser.post('/api/login', tries)
    expect((await browser.post('/api/login', tries)).status).toBe(429)
    const token = await linkFor(member.user.username)
    expect((await browser.post('/api/recovery/finish', { token, newPassword: 'owners horse' })).status).toBe(
      200,
    )
    expect((await browser.post('/api/login', { ...tries, password: 'owners horse' })).status).toBe(200)
  })
})

test('links and codes that are over are swept', async () => {
  const member = await verified()
  await ownerCode(member.user.id)
  await linkFor(member.user.username)
  await sql`UPDATE recovery_tokens SET expires_at = now() WHERE user_id = ${member.user.id} AND kind = 'mail'`.execute(
    site.database.sql,
  )
  await sweepRecoveries(site.database.sql)
  expect(await tokens(member.user.id)).toEqual([{ kind: 'staff' }])
})

const rank = (id: number, to: string) =>
  sql`UPDATE users SET rank = ${to} WHERE id = ${id}`.execute(site.database.sql)

const byCode = (username: string, code: string) =>
  site.browser().post('/api/recovery/by-code', { username, code, newPassword: 'brand new horse' })

let owner: Awaited<ReturnType<MailSite['member']>> | undefined
async function ownerCode(id: number): Promise<string> {
  if (owner === undefined) {
    owner = await site.member('The Owner')
    await rank(owner.user.id, 'Owner')
  }
  return (await owner.post(`/api/admin/members/${id}/recovery-code`)).json.code
}
