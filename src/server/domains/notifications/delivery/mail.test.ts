import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nextAttempt } from '../../../platform/jobs/queue.ts'
import { type ReceivedMail, receivedMails } from '../../../testing/mail-server.ts'
import { type MailSite, mailSite } from '../../../testing/mail-site.ts'
import { oddNames } from '../../../testing/odd-names.ts'
import { pauseOf } from '../../../testing/pause.ts'
import type { TestBrowser } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/while-open.ts'
import {
  claimDeliveries,
  type Delivery,
  markDelivered,
  postponeDelivery,
  sweepDeliveries,
} from '../queries/deliveries.ts'
import { mailNotification } from './mail.ts'
import { oneLine } from './one-line.ts'
import { deliverBatch } from './worker.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.server.lines.length = 0
  await sql`DELETE FROM notifications`.execute(site.database.sql)
})

let made = 0
const somebody = () => site.verifiedMember(`mailed${++made}`, `mailed${made}@player.example`)

const notice = (userId: number, kind = 'restricted', text = 'Spam', reason: string | null = null) =>
  sql`INSERT INTO notices (user_id, kind, text, reason) VALUES (${userId}, ${kind}, ${text}, ${reason})`.execute(
    site.database.sql,
  )

const limits = { batch: 5, attemptMs: 20_000, leaseSeconds: 120 }

const deliver = (over: Partial<typeof limits> = {}, context: Pick<MailSite, 'context' | 'database'> = site) =>
  deliverBatch(
    { database: context.database, log: site.context.log },
    'mail',
    (delivery) => mailNotification(site.context, site.content, site.context.gateways.mail, delivery),
    { ...limits, ...over },
  )

const mails = async (): Promise<ReceivedMail[]> => {
  await deliver()
  return receivedMails(site.server)
}

/** `seconds`: until it is due. */
const stored = async () => {
  const { rows } = await sql<{ attempts: number; done: boolean; error: string | null; seconds: number }>`
    SELECT attempts, done_at IS NOT NULL AS done, last_error AS error,
      round(extract(epoch FROM due_at - now()))::int AS seconds FROM notification_deliveries ORDER BY id
  `.execute(site.database.sql)
  return rows
}

const makeDue = () => sql`UPDATE notification_deliveries SET due_at = now()`.execute(site.database.sql)

describe('a notification by mail', () => {
  test('[voice.22] goes to the confirmed address, with its words, a link and a way to end such mails', async () => {
    const member = await somebody()
    await notice(member.user.id, 'post_removed', 'Rude', 'Be kind')
    const [mail] = await mails()
    expect(mail).toMatchObject({
      to: `mailed${made}@player.example`,
      subject: '[Ember Isles] A moderator removed your post',
      messageId: expect.stringMatching(/^<notification-\d+@isles\.example>$/),
      unsubscribe: expect.stringMatching(/^<https:\/\/isles\.example\/unsubscribe\/[0-9a-f-]{36}>$/),
      unsubscribePost: 'List-Unsubscribe=One-Click',
    })
    for (const part of [
      `Hello mailed${made},`,
      'Rude',
      'Reason: Be kind',
      'https://isles.example/profile',
      'https://isles.example/notifications',
    ])
      expect(mail?.text).toContain(part)
    expect(await stored()).toMatchObject([{ attempts: 1, done: true }])
  })

  test('[voice.22] is not queued for an unconfirmed address, or for kinds that are not wanted by mail', async () => {
    const [unconfirmed, other] = [await site.member(), await somebody()]
    await unconfirmed.patch('/api/user', { email: 'unconfirmed@player.example' })
    await notice(unconfirmed.user.id)
    await notice(other.user.id, 'rerated')
    expect(await mails()).toEqual([])
    expect(await stored()).toEqual([])
  })

  test('[voice.22] is not sent once it was read, is not wanted any more, or the address was removed', async () => {
    const [reader, changed, without] = [await somebody(), await somebody(), await somebody()]
    for (const member of [reader, changed, without]) await notice(member.user.id)
    const [{ id }] = (await reader.get('/api/notifications')).json
    await reader.post('/api/notifications/read', { id })
    await changed.put('/api/notifications/choices', { kind: 'account', mail: false })
    await without.patch('/api/user', { email: null })
    expect(await mails()).toEqual([])
    expect((await stored()).every(({ done }) => done)).toBe(true)
  })

  test('[inputs.96] goes to no address that was confirmed earlier, once the member gave another that is not confirmed', async () => {
    const [changed, restored] = [await somebody(), await somebody()]
    for (const member of [changed, restored]) await notice(member.user.id)
    expect((await changed.patch('/api/user', { email: 'next@player.example' })).status).toBe(200)
    // As a restored backup may hold it: the confirmation of an address that the account has no more.
    await sql`UPDATE users SET email = 'other@player.example' WHERE id = ${restored.user.id}`.execute(
      site.database.sql,
    )
    expect(await mails()).toEqual([])
    expect(await stored()).toMatchObject([{ done: true }, { done: true }])
    for (const member of [changed, restored]) await notice(member.user.id)
    expect(await mails()).toEqual([])
    expect(await stored()).toHaveLength(2)
  })

  test('[voice.22] that was rolled back is never sent; a deleted comment takes its mail along', async () => {
    const [author, reader] = [await somebody(), await site.member()]
    await author.put('/api/notifications/choices', { kind: 'reply', mail: true })
    const postId = (await author.post('/api/posts', { content: 'A post' })).json.id
    const comment = (await reader.post(`/api/posts/${postId}/comments`, { content: 'Well played' })).json
    expect(await stored()).toHaveLength(1)
    await reader.delete(`/api/comments/${comment.id}`)
    expect(await stored()).toEqual([])
  })

  test('[voice.22] about likes is sent again only when it is told again', async () => {
    const author = await somebody()
    await author.put('/api/notifications/choices', { kind: 'like', mail: true })
    const postId = (await author.post('/api/posts', { content: 'Liked' })).json.id
    const like = async () => (await site.member()).post(`/api/posts/${postId}/reactions`, { type: 'like' })
    await like()
    await like()
    expect(await mails()).toMatchObject([{ subject: expect.stringContaining('and 1 other like your post') }])
    await like()
    expect(await mails()).toHaveLength(1)
    const [{ id }] = (await author.get('/api/notifications')).json
    await author.post('/api/notifications/read', { id })
    await like()
    const sent = await mails()
    expect(sent).toHaveLength(2)
    expect(sent[0]?.messageId).not.toBe(sent[1]?.messageId)
  })

  test('[voice.22] holds what members wrote as text: no header, recipient or line of its own', async () => {
    const member = await somebody()
    const title = '<script>alert(1)</script>\r\nBcc: all@isles.example\r\n\r\n.\r\nQUIT'
    await member.put('/api/notifications/choices', { kind: 'news', mail: true })
    await sql`INSERT INTO notifications (user_id, kind, event_key, title, text, link)
      VALUES (${member.user.id}, 'news', 'news:1', ${title}, ${title}, '/rules')`.execute(site.database.sql)
    const sent = await mails()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toBe('[Ember Isles] <script>alert(1)</script> Bcc: all@isles.example . QUIT')
    expect(site.server.lines.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
    const headers = site.server.lines.slice(0, site.server.lines.indexOf(''))
    expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([])
  })
})

test.each(oddNames)(
  '[voice.22] a mail about somebody named %j holds the name as one line of text',
  async (name) => {
    const member = await somebody()
    await member.put('/api/notifications/choices', { kind: 'follow', mail: true })
    const follower = await site.member()
    await sql`UPDATE users SET gamertag = ${name}, linked_at = now() WHERE id = ${follower.user.id}`.execute(
      site.database.sql,
    )
    expect((await follower.put(`/api/players/${member.user.id}/follow`)).status).toBeLessThan(300)
    const sent = await mails()
    const said = `${oneLine(name)} follows you`
    expect(sent.map(({ subject }) => subject)).toEqual([`[Ember Isles] ${said}`])
    expect(sent[0]?.text).toContain(said)
    const { lines } = site.server
    expect(lines.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
    const headers = lines.slice(0, lines.indexOf(''))
    expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(headers.filter((line) => /^content-type/i.test(line))).toEqual([
      expect.stringMatching(/^content-type: text\/plain/i),
    ])
  },
)

describe('a mail server that fails', () => {
  test('[voice.22] is asked again later, by a mail with the same Message-ID', async () => {
    await notice((await somebody()).user.id)
    site.server.refuseNext('451 try again later')
    expect(await mails()).toEqual([])
    expect(await stored()).toEqual([
      { attempts: 1, done: false, error: expect.stringContaining('451'), seconds: pauseOf(10) },
    ])
    expect(await deliver()).toBe(0)
    await makeDue()
    site.server.refuseNext('451 try again later')
    await deliver()
    expect(await stored()).toMatchObject([{ attempts: 2, seconds: pauseOf(20) }])
    await makeDue()
    const [mail] = await mails()
    const { rows } = await sql<{ id: string }>`SELECT id FROM notification_deliveries`.execute(
      site.database.sql,
    )
    expect(mail?.messageId).toBe(`<notification-${rows[0]?.id}@isles.example>`)
  })

  test('[inputs.06] for good is not asked again: the notification stays on the site', async () => {
    const member = await somebody()
    await notice(member.user.id)
    site.server.refuseNext('550 5.1.1 no such user')
    expect(await mails()).toEqual([])
    expect(await stored()).toMatchObject([
      { attempts: 1, done: true, error: expect.stringContaining('550 5.1.1 no such user') },
    ])
    await makeDue()
    expect(await deliver()).toBe(0)
    expect((await member.get('/api/notifications')).json).toHaveLength(1)
  })

  test('[voice.22] or hangs holds nothing up: the others are sent', async () => {
    for (let n = 0; n < 3; n += 1) await notice((await somebody()).user.id)
    site.server.hangNext()
    expect(await deliver({ attemptMs: 3_000 })).toBe(3)
    expect(receivedMails(site.server)).toHaveLength(2)
    expect((await stored()).filter(({ done }) => !done)).toMatchObject([{ error: 'not done in time' }])
  })

  test('[voice.22] for three days gets no old news later', async () => {
    await notice((await somebody()).user.id)
    await sql`UPDATE notification_deliveries SET created_at = now() - interval '73 hours'`.execute(
      site.database.sql,
    )
    expect(await mails()).toEqual([])
    await sweepDeliveries(site.database.sql)
    expect(await stored()).toEqual([])
  })

  test('[voice.22] is tried for three days, and what became of a mail is stored for 30', async () => {
    const ages = [
      { hours: 71, doneDays: null },
      { hours: 73, doneDays: null },
      { hours: 29 * 24, doneDays: 29 },
      { hours: 31 * 24, doneDays: 31 },
    ]
    const member = await somebody()
    for (const [n, { hours, doneDays }] of ages.entries()) {
      await notice(member.user.id)
      await sql`UPDATE notification_deliveries SET attempts = ${n}, created_at = now() - make_interval(hours => ${hours}),
        done_at = now() - make_interval(days => ${doneDays}) WHERE id = (SELECT max(id) FROM notification_deliveries)
      `.execute(site.database.sql)
    }
    await sweepDeliveries(site.database.sql)
    expect((await stored()).map(({ attempts }) => attempts)).toEqual([0, 2])
    expect(await mails()).toHaveLength(1)
  })

  test.each([
    { attempts: 1, minSeconds: 0, pause: 10 },
    { attempts: 2, minSeconds: 0, pause: 20 },
    { attempts: 9, minSeconds: 0, pause: 2_560 },
    { attempts: 10, minSeconds: 0, pause: 3_600 },
    { attempts: 1_000, minSeconds: 0, pause: 3_600 },
    // As a push service asked.
    { attempts: 1, minSeconds: 7_200, pause: 7_200 },
    { attempts: 3, minSeconds: 39, pause: 40 },
  ])('[voice.22] pauses an hour at most, unless asked for longer: %j', async (one) => {
    const { rows } = await sql<{ pause: number }>`
      SELECT extract(epoch FROM ${nextAttempt(one.attempts, one.minSeconds)} - now())::int AS pause
    `.execute(site.database.sql)
    expect(rows).toEqual([{ pause: one.minSeconds === one.pause ? one.pause : pauseOf(one.pause) }])
  })
})

describe('several processes', () => {
  test('[voice.22] send each mail once', async () => {
    for (let n = 0; n < 12; n += 1) await notice((await somebody()).user.id)
    const counts = await Promise.all([1, 2, 3, 4].map(() => deliver({ batch: 3 })))
    expect(counts).toEqual([3, 3, 3, 3])
    const ids = receivedMails(site.server).map(({ messageId }) => messageId)
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
  })

  test('[voice.22] take none that another one takes at this moment', async () => {
    for (let n = 0; n < 2; n += 1) await notice((await somebody()).user.id)
    const claim = { limit: 1, leaseSeconds: 120 }
    const late = await whileOpen(
      site.database,
      (transaction) => claimDeliveries(transaction, 'mail', claim),
      () => claimDeliveries(site.database.sql, 'mail', { ...claim, limit: 2 }),
    )
    expect(late).toMatchObject({ waited: false, result: { due: 1 } })
    expect(await stored()).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  })

  test('[voice.22] postpone none that another one has taken or ended since', async () => {
    await notice((await somebody()).user.id)
    const attempt = async (leaseSeconds: number): Promise<Delivery> =>
      (await claimDeliveries(site.database.sql, 'mail', { limit: 1, leaseSeconds })).items[0]!
    const [late, present] = [await attempt(0), await attempt(120)]
    const fail = (one: Delivery, reason: string) => postponeDelivery(site.database.sql, one, reason, 0)
    await fail(late, 'too late')
    expect(await stored()).toEqual([{ attempts: 2, done: false, error: null, seconds: pauseOf(120) }])
    await fail(present, 'refused')
    expect(await stored()).toEqual([{ attempts: 2, done: false, error: 'refused', seconds: pauseOf(20) }])
    await markDelivered(site.database.sql, present)
    await fail(present, 'sent already')
    expect(await stored()).toMatchObject([{ done: true, error: null, seconds: pauseOf(20) }])
  })

  test('[voice.22] make the attempt of one that was killed before it was recorded, under the same Message-ID', async () => {
    await notice((await somebody()).user.id)
    let end = () => {}
    const killed = deliverBatch(
      { database: site.database, log: site.context.log },
      'mail',
      async (delivery) => {
        await mailNotification(site.context, site.content, site.context.gateways.mail, delivery)
        await new Promise<void>((resolve) => {
          end = resolve
        })
      },
      { ...limits, attemptMs: 600_000, leaseSeconds: 1 },
    )
    await expect.poll(() => receivedMails(site.server).length).toBe(1)
    await expect.poll(() => deliver()).toBe(1)
    const ids = receivedMails(site.server).map(({ messageId }) => messageId)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    expect(await stored()).toMatchObject([{ attempts: 2, done: true }])
    // Nothing of it goes on in the tests after it.
    end()
    await killed
  })
})

describe('the link in a mail', () => {
  const one = async () => {
    const member = await somebody()
    await notice(member.user.id)
    const [mail] = await mails()
    return { member, path: new URL(mail!.unsubscribe.slice(1, -1)).pathname }
  }
  const form = {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const mailChoice = async (member: TestBrowser) =>
    (await member.get('/api/notifications/choices')).json.at(-1).mail

  test('[voice.23] ends mails of its kind by one form from any origin, without a session, and twice is once', async () => {
    const { member, path } = await one()
    for (const origin of ['https://mail.example', 'null']) {
      const headers = { ...form.headers, origin, 'sec-fetch-site': 'cross-site' }
      expect((await site.browser().post(path, undefined, { raw: form.raw, headers })).status).toBe(200)
    }
    expect(await mailChoice(member)).toBe(false)
    site.server.lines.length = 0
    await notice(member.user.id)
    expect(await mails()).toEqual([])
    expect((await member.get('/api/notifications')).json).toHaveLength(2)
  })

  test('[voice.23] is answered the same whatever token it has, and by no other method', async () => {
    const { path } = await one()
    const visitor = site.browser()
    const known = await visitor.post(path, undefined, form)
    for (const token of ['00000000-0000-4000-8000-000000000000', 'x', "'"]) {
      const unknown = await visitor.post(`/unsubscribe/${token}`, undefined, form)
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    }
    expect(known.text).not.toMatch(/@|mailed/)
    expect((await visitor.put(path, {})).status).toBe(405)
  })

  test('[voice.23] takes a multipart body or none, and no large one', async () => {
    const { member, path } = await one()
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    const body =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await site.browser().post(path, undefined, { raw: body, headers: multipart })).status).toBe(200)
    expect(await mailChoice(member)).toBe(false)
    expect((await site.browser().post(path)).status).toBe(200)
    const large = await site.browser().post(path, undefined, { ...form, raw: 'a'.repeat(1_025) })
    expect(large.status).toBe(413)
  })

  test('[voice.23] is the same in all mails of its kind, and another for other kinds', async () => {
    const { member, path } = await one()
    await notice(member.user.id)
    await notice(member.user.id, 'appeal_decided')
    const paths = (await mails()).map(({ unsubscribe }) => new URL(unsubscribe.slice(1, -1)).pathname)
    expect(paths.filter((one) => one === path)).toHaveLength(2)
    expect(new Set(paths).size).toBe(2)
  })
})
