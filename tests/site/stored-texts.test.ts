import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { milestoneDone, milestoneSentence } from '../../src/contract/rankings/milestones.ts'
import { notifyOfFacts } from '../../src/server/domains/cups/notify-of-cup.ts'
import type { CupAtMoment } from '../../src/server/domains/cups/read-cup.ts'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { digestMail } from '../../src/server/domains/notifications/delivery/digest.ts'
import { deliverInGame } from '../../src/server/domains/notifications/delivery/game.ts'
import { mailNotification } from '../../src/server/domains/notifications/delivery/mail.ts'
import { pushPayload } from '../../src/server/domains/notifications/delivery/push.ts'
import { deliverBatch } from '../../src/server/domains/notifications/delivery/worker.ts'
import { fanOut } from '../../src/server/domains/notifications/fanout.ts'
import { findUndelivered } from '../../src/server/domains/notifications/queries/deliveries.ts'
import { insertNotice } from '../../src/server/domains/notifications/queries/notices.ts'
import { notifyOfLostDiscord, queueFanout } from '../../src/server/domains/notifications/queries/notify.ts'
import { insertReratedNotices } from '../../src/server/domains/rankings/ratings/queries/rerated.ts'
import { reratedText } from '../../src/server/domains/rankings/ratings/rerated-text.ts'
import { queueMessage } from '../../src/server/platform/jobs/outbox.ts'
import { event, gameServer, type TestGameServer } from '../../src/server/testing/game-server.ts'
import { receivedMails } from '../../src/server/testing/mail-server.ts'
import { type MailSite, mailSite } from '../../src/server/testing/mail-site.ts'

let site: MailSite
let server: TestGameServer
beforeAll(async () => {
  site = await mailSite({ LANGUAGES: 'en, de, fr', RATE_LIMITS: 'off' })
  server = await gameServer(site)
})
afterAll(() => site.close())

type Member = Awaited<ReturnType<MailSite['verifiedMember']>>

let members = 0

/** Two members with players, who want everything by mail and in game: the first reads German, the second English. */
async function readers(): Promise<[Member, Member]> {
  members += 1
  const pair: Member[] = []
  for (const language of ['de', 'en']) {
    const name = `${language}Reader${members}`
    const member = await site.verifiedMember(name, `${name}@player.example`.toLowerCase())
    await member.put('/api/user/language', { language })
    for (const kind of ['cup', 'account', 'ruling', 'follow'])
      await member.put('/api/notifications/choices', { kind, site: true, mail: true, push: true, game: true })
    await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', ${`88${member.user.id}`}, ${member.user.id})`.execute(
      site.database.sql,
    )
    pair.push(member)
  }
  return pair as [Member, Member]
}

const listOf = async (member: Member, language: string) =>
  (await member.get('/api/notifications', { headers: { 'x-language': language } })).json

const identityOf = async ({ user }: Member) => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM game_identities WHERE user_id = ${user.id}`.execute(site.database.sql)
  return rows[0]!.id
}

/** What a cup says to two players who are called to a match of each other. */
async function call([one, other]: readonly [Member, Member]) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO events (title, description, start_date) VALUES ('Isles Cup', 'Duels', now() + interval '1 day')
    RETURNING id`.execute(site.database.sql)
  const cup = { id: rows[0]!.id, title: 'Isles Cup' }
  const seated = [
    { entrant: 1, identities: [await identityOf(one)] },
    { entrant: 2, identities: [await identityOf(other)] },
  ]
  const moment = { cup, standing: { places: [{ entrant: 1, place: 2 }], seated, playersOut: [] } }
  await site.database.sql.transaction().execute((transaction) =>
    notifyOfFacts(transaction, moment as unknown as CupAtMoment, [
      { kind: 'called', key: 'called:1', at: 0, data: { a: 1, b: 2 } },
      { kind: 'closed', key: 'closed', at: 0 },
    ]),
  )
}

async function mailsTo({ user }: Member) {
  site.server.lines.length = 0
  const { context, database } = site
  const at = { database, log: context.log }
  await deliverBatch(at, 'mail', (one) => mailNotification(context, site.content, context.gateways.mail, one))
  return receivedMails(site.server).filter(({ text }) => text.includes(` ${user.username},`))
}

/** What the game server is told for a member. */
async function linesInGame(member: Member): Promise<string[]> {
  await deliverInGame(site.context, 50)
  const { json } = await server.report(event('heartbeat', { playerCount: 0, maxPlayers: 9, version: '1.21' }))
  const items: { type: string; data: { xuid: string; text: string } }[] = json.outbox
  const own = items.filter(({ type, data }) => type === 'message' && data.xuid === `88${member.user.id}`)
  // A game server reads nothing beside the text.
  for (const { data } of own) expect(Object.keys(data).toSorted()).toEqual(['text', 'xuid'])
  return own.map(({ data }) => data.text)
}

test('[languages.60] A text of the program that is stored is said in the language of whoever reads it: a cup, on the page, by mail, push, digest', async () => {
  const [german, english] = await readers()
  await call([german, english])
  const { rows } = await sql`
    SELECT title, text, said FROM notifications WHERE user_id = ${german.user.id} AND event_key LIKE '%called%'`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([
    {
      title: `Your match is called: against ${english.user.username}`,
      text: 'Isles Cup: show up within 5 minutes',
      said: {
        title: {
          id: expect.any(String),
          english: `Your match is called: against ${english.user.username}`,
          values: { opponent: english.user.username },
        },
        text: {
          id: expect.any(String),
          english: 'Isles Cup: show up within 5 minutes',
          values: { title: 'Isles Cup' },
        },
      },
    },
  ])
  expect(await listOf(german, 'de')).toMatchObject([
    { title: 'Du bist 2. geworden: Isles Cup' },
    {
      title: `Dein Match ist aufgerufen: gegen ${english.user.username}`,
      excerpt: 'Isles Cup: Komm innerhalb von 5 Minuten',
    },
  ])
  expect(await listOf(german, 'fr')).toMatchObject([
    { title: 'Tu as terminé 2e\u00a0: Isles Cup' },
    { title: `Ton match est appelé\u00a0: contre ${english.user.username}` },
  ])
  expect(await listOf(german, 'en')).toMatchObject([
    { title: 'You came 2nd in Isles Cup' },
    {
      title: `Your match is called: against ${english.user.username}`,
      excerpt: 'Isles Cup: show up within 5 minutes',
    },
  ])

  const { context, database } = site
  const { rows: sent } = await sql<{ id: number }>`
    SELECT id FROM notifications WHERE user_id = ${german.user.id} ORDER BY id`.execute(database.sql)
  const found = await Promise.all(
    sent.map(({ id }) => findUndelivered(database.sql, context.config, id, 'push')),
  )
  const say = context.languages.sayIn('de')
  expect(pushPayload(context.config, found[0]!.notification, say).body).toBe(
    `Dein Match ist aufgerufen: gegen ${english.user.username}`,
  )
  const addressed = { to: 'x@player.example', username: 'x', token: 'none', digestId: '1' }
  const all = found.map((one) => one!.notification)
  const digest = digestMail(context.config, all, addressed, say)
  expect(digest.text).toContain('- Du bist 2. geworden: Isles Cup\n')
  expect(digest.text).toContain(`- Dein Match ist aufgerufen: gegen ${english.user.username}\n`)

  const mails = await mailsTo(german)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    `[Ember Isles] Dein Match ist aufgerufen: gegen ${english.user.username}`,
    '[Ember Isles] Du bist 2. geworden: Isles Cup',
  ])
  expect(mails.map(({ text }) => text).join()).toContain('Isles Cup: Komm innerhalb von 5 Minuten')
})

test('[languages.60] … a lost link to Discord, and what a game server is told for a player', async () => {
  const [german, english] = await readers()
  for (const member of [german, english]) {
    const lost = { userId: member.user.id, name: 'Steve', linkedAt: new Date() }
    await site.database.sql.transaction().execute(async (transaction) => {
      await notifyOfLostDiscord(transaction, lost)
      await queueMessage(transaction, member.user.id, msg`You are now linked to your account on the website.`)
    })
  }
  expect(await listOf(german, 'de')).toMatchObject([
    { title: 'Die Verknüpfung mit deinem Discord-Konto wurde aufgehoben' },
  ])
  expect(await linesInGame(german)).toEqual([
    'Du bist jetzt mit deinem Konto auf der Website verknüpft.',
    'Die Verknüpfung mit deinem Discord-Konto wurde aufgehoben',
  ])
  expect(await linesInGame(english)).toEqual([
    'You are now linked to your account on the website.',
    'Your Discord account was unlinked',
  ])
  expect((await mailsTo(german)).map(({ subject }) => subject)).toEqual([
    '[Ember Isles] Die Verknüpfung mit deinem Discord-Konto wurde aufgehoben',
  ])
})

test("[languages.63] A day in a stored text is written as its reader's language writes days: a rating that was computed again", async () => {
  const [german, english] = await readers()
  const cause = {
    kind: 'void' as const,
    matchId: '00000000-0000-0000-0000-000000000001',
    endedAt: new Date('2026-05-03T22:30:00Z'),
    modeName: 'Boxing',
  }
  const rerated = { ...({} as Parameters<typeof reratedText>[2]), was: 150_000, is: 149_600 }
  await insertReratedNotices(
    site.database.sql,
    [german, english].map(({ user }) => ({ userId: user.id, text: reratedText(cause, 'team', rerated) })),
  )
  const inEnglish = 'Boxing in teams re-rated: a match of 3 May 2026 was voided, −4.'
  const inGerman = 'Boxing in Teams neu gewertet: Ein Match vom 3. Mai 2026 wurde annulliert, −4.'
  const notices = async (member: Member, language: string) =>
    (await member.get('/api/notices', { headers: { 'x-language': language } })).json
  expect(await notices(german, 'de')).toMatchObject([{ kind: 'rerated', text: inGerman }])
  expect(await notices(english, 'en')).toMatchObject([{ kind: 'rerated', text: inEnglish }])
  expect(await listOf(german, 'de')).toMatchObject([{ notice: { kind: 'rerated', text: inGerman } }])
  const [mail] = await mailsTo(german)
  expect(mail?.text).toContain(inGerman)
})

test('[languages.61] Rows of before, and texts of an unknown key, are said in the English that is stored with them', async () => {
  const [german] = await readers()
  const { id } = german.user
  const unknown = {
    title: { id: 'gone00', english: 'Isles Cup \\u0041 was moved', values: { title: 'Isles Cup' } },
  }
  await sql`INSERT INTO notifications (user_id, kind, event_key, title, link, said) VALUES
    (${id}, 'cup', 'old', 'Isles Cup was cancelled', '/cups/1', NULL),
    (${id}, 'cup', 'unknown', 'Isles Cup was moved', '/cups/1', ${JSON.stringify(unknown)})`.execute(
    site.database.sql,
  )
  await sql`INSERT INTO notices (user_id, kind, text) VALUES (${id}, 'rerated', 'Boxing re-rated: +1.')`.execute(
    site.database.sql,
  )
  expect(await listOf(german, 'de')).toMatchObject([
    { notice: { text: 'Boxing re-rated: +1.' } },
    { title: 'Isles Cup \\u0041 was moved' },
    { title: 'Isles Cup was cancelled' },
  ])
})

test('[languages.62] A stored sentence about a player has the name that they have when it is read', async () => {
  const [german, player] = await readers()
  await german.put(`/api/players/${player.user.id}/follow`, {})
  await queueFanout(site.database.sql, {
    kind: 'follow',
    eventKey: `milestone:${player.user.id}:points:1000`,
    audience: { followersOf: player.user.id },
    title: milestoneDone('points', 1_000),
    sentence: milestoneSentence('points', 1_000, ''),
    link: '/match/1',
  })
  await fanOut(site.database)
  await sql`UPDATE users SET username = ${`Now${members}`} WHERE id = ${player.user.id}`.execute(
    site.database.sql,
  )
  const [inGerman] = await listOf(german, 'de')
  expect(inGerman).toMatchObject({ title: 'reached 1,000 points', by: { id: player.user.id } })
  expect(inGerman.sentence).toBe(`${inGerman.by.username} hat 1.000 Punkte erreicht`)
  expect(inGerman.by.username).toBe(`Now${members}`)
  const [inEnglish] = await listOf(german, 'en')
  expect(inEnglish.sentence).toBe(`Now${members} reached 1,000 points`)
  expect(await linesInGame(german)).toEqual([`Now${members} hat 1.000 Punkte erreicht`])
})

test('[languages.08] What a restricted member cannot do is said in their language, with the end, and the reason as staff wrote it', async () => {
  const [german, english] = await readers()
  await sql`INSERT INTO restrictions (user_id, reason, until) VALUES
    (${german.user.id}, 'Spam {what}', '2099-01-02T03:04:05Z'), (${english.user.id}, 'Spam', NULL)`.execute(
    site.database.sql,
  )
  const post = async (member: Member, language: string) =>
    (await member.post('/api/posts', { content: 'Hello' }, { headers: { 'x-language': language } })).json
      .error
  expect(await post(german, 'de')).toBe('Du kannst nichts posten (bis 2099-01-02 03:04 UTC): Spam {what}')
  expect(await post(german, 'en')).toBe('You cannot post until 2099-01-02 03:04 UTC: Spam {what}')
  expect(await post(english, 'de')).toBe('Du kannst nichts posten: Spam')
})

test('[languages.72] What a restricted member cannot do has the reason in their language that staff chose from the templates', async () => {
  const [german] = await readers()
  await sql`INSERT INTO restrictions (user_id, reason) VALUES
    (${german.user.id}, 'You threatened somebody. Threats are never a joke here.')`.execute(site.database.sql)
  const post = async (language: string) =>
    (await german.post('/api/posts', { content: 'Hello' }, { headers: { 'x-language': language } })).json
  const inGerman = 'Du kannst nichts posten: Du hast jemanden bedroht. Drohungen sind hier nie ein Scherz.'
  expect(await post('de')).toMatchObject({ error: inGerman, message: inGerman, code: 'forbidden' })
  expect((await post('en')).error).toBe(
    'You cannot post: You threatened somebody. Threats are never a joke here.',
  )
})

test('[languages.32] The mail with the answer to a message is in the language of the member who wrote it', async () => {
  const [german] = await readers()
  const staff = await memberWithRank(site, 'Moderator')
  const message = { name: 'Steve', email: 'steve@player.example', subject: 'Lag', message: 'It lags.' }
  expect((await german.post('/api/contact', message)).status).toBe(201)
  const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM contact_messages`.execute(
    site.database.sql,
  )
  const answered = await staff.post(`/api/admin/messages/${rows[0]!.id}/answer`, { text: 'Repaired.' })
  expect(answered.status).toBeLessThan(300)
  const mail = (await site.deliver()).find(({ subject }) => subject === 'Re: Lag')
  expect(mail?.text.trim()).toBe('Repaired.\n\nDas Team von Ember Isles\n\nDu hast geschrieben:\n\nIt lags.')
})

test('[languages.64] What people wrote in a stored text is said as they wrote it', async () => {
  const [german] = await readers()
  const written = "It{} # {who} \\u0041's <0>gone</0>"
  await insertNotice(site.database.sql, {
    userId: german.user.id,
    kind: 'bug_report_changed',
    text: [msg`It is resolved.`, written, msg`You reported: ${{ reason: written }}`],
  })
  const [notice] = (await german.get('/api/notices', { headers: { 'x-language': 'de' } })).json
  expect(notice.text).toBe(`Der Fehler ist behoben.\n${written}\nDu hast gemeldet: ${written}`)
  const { rows } = await sql`SELECT text FROM notices WHERE user_id = ${german.user.id}`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([{ text: `It is resolved.\n${written}\nYou reported: ${written}` }])
})
