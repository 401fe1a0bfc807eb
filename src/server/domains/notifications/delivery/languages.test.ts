import { afterAll, beforeAll, expect, test } from 'vitest'
import { receivedMails } from '../../../testing/mail-server.ts'
import { type MailSite, mailSite } from '../../../testing/mail-site.ts'
import { findUndelivered } from '../queries/deliveries.ts'
import { insertNotice } from '../queries/notices.ts'
import { digestMail } from './digest.ts'
import { mailNotification } from './mail.ts'
import { pushPayload } from './push.ts'
import { deliverBatch } from './worker.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ LANGUAGES: 'en, de', RATE_LIMITS: 'off' })
})
afterAll(() => site.close())

test('[languages.33] mails, digests and pushes of notifications are in the language of their member', async () => {
  const { context, database } = site
  const german = await site.verifiedMember('Gefolgt', 'gefolgt@player.example')
  await german.put('/api/user/language', { language: 'de' })
  await german.put('/api/notifications/choices', { kind: 'follow', mail: true, push: true })
  const follower = await site.member('Folger')
  await follower.put(`/api/players/${german.user.id}/follow`, {}, { headers: { 'accept-language': 'fr' } })
  let notificationId = 0
  await deliverBatch({ database, log: context.log }, 'mail', (delivery) => {
    notificationId = delivery.notificationId
    return mailNotification(context, site.content, context.gateways.mail, delivery)
  })
  const [mail] = receivedMails(site.server)
  expect(mail?.subject).toBe('[Ember Isles] Folger folgt dir')
  expect(mail?.text).toContain('Hallo Gefolgt,')
  expect(mail?.text).not.toMatch(/\b(?:you|follows|emails|Change|Unsubscribe)\b/)

  const found = (await findUndelivered(database.sql, context.config, notificationId, 'push'))!
  const say = context.languages.sayIn(found.recipient.language)
  expect(pushPayload(context.config, found.notification, say)).toMatchObject({
    title: 'Ember Isles',
    body: 'Folger folgt dir',
  })
  const addressed = { to: 'x@player.example', username: 'Gefolgt', token: 'none', digestId: '1' }
  const digest = digestMail(context.config, [found.notification, found.notification], addressed, say)
  expect(digest.subject).toBe('[Ember Isles] 2 ungelesene Benachrichtigungen')
  expect(digest.text).toContain('- Folger folgt dir\n')
})

test('[languages.49] the mail about a punishment has a reason of the templates in the language of its member', async () => {
  const { context, content, database } = site
  const german = await site.verifiedMember('Gewarnt', 'gewarnt@player.example')
  await german.put('/api/user/language', { language: 'de' })
  await german.put('/api/notifications/choices', { kind: 'account', mail: true })
  const reason = 'You sent the same thing again and again. Chat is for everybody: say it once.'
  for (const one of [reason, `${reason} Twice.`])
    await insertNotice(database.sql, { userId: german.user.id, kind: 'punished', text: '', reason: one })
  await insertNotice(database.sql, { userId: german.user.id, kind: 'restricted', text: reason })
  await deliverBatch({ database, log: context.log }, 'mail', (delivery) =>
    mailNotification(context, content, context.gateways.mail, delivery),
  )
  const said = 'Du hast immer wieder dasselbe geschrieben. Der Chat ist für alle da: Sag es einmal.'
  const lines = receivedMails(site.server).flatMap(({ text }) => text.split('\n'))
  const reasons = lines.filter((line) => line.startsWith('Grund: ') || line === said || line === reason)
  expect(reasons.sort()).toEqual([said, `Grund: ${said}`, `Grund: ${reason} Twice.`])
})
