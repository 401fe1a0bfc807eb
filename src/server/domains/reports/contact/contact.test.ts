import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

const contactTo = 'The team <team@isles.example>'
let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { CONTACT_TO: contactTo } })
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM contact_messages`.execute(site.database.sql)
  await sql`DELETE FROM outbox`.execute(site.database.sql)
})

const message = {
  name: 'Alexandra',
  email: 'alex@player.example',
  subject: 'Lost my rank',
  message: 'It was there yesterday.\nNow it is gone.',
}

const send = (body: unknown, browser = site.browser()) => browser.post('/api/contact', body)

const stored = async (of = site) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT id, user_id, name, email, subject, message, flagged FROM contact_messages ORDER BY id
  `.execute(of.database.sql)
  return rows
}

const waitingMails = async () => {
  const { rows } = await sql<{
    data: { to: string }
  }>`SELECT data FROM outbox WHERE channel = 'mail'`.execute(site.database.sql)
  return rows.map(({ data }) => data)
}

describe('what is refused', () => {
  const fields = ['name', 'email', 'subject', 'message'] as const

  test.each(fields)(
    '[contact.13] POST /api/contact without %s answers 400 with that field, and stores nothing',
    async (field) => {
      for (const value of [undefined, null, '', 7, ['text']]) {
        const response = await send({ ...message, [field]: value })
        expect(response.status).toBe(400)
        expect(response.json.code).toBe('validation')
        expect(Object.keys(response.json.fields)).toEqual([field])
        expect(response.json.fields[field]).toMatch(/required|Invalid email address/)
      }
      expect(await stored()).toEqual([])
      expect(await waitingMails()).toEqual([])
    },
  )

  test('[contact.13] every missing field is named at once, and spaces are no text', async () => {
    const blank = await send({ name: ' ', email: ' ', subject: '\n', message: '\t' })
    expect(blank.status).toBe(400)
    expect(Object.keys(blank.json.fields).sort()).toEqual([...fields].sort())
    expect(Object.keys((await send({})).json.fields).sort()).toEqual([...fields].sort())
    expect(await stored()).toEqual([])
  })

  test.each(['alex', 'alex@player', '@player.example', 'a b@player.example', 'alex@player.example\nBcc: x'])(
    '[contact.13] the bad email %j answers 400 with the field email, and stores nothing',
    async (email) => {
      const response = await send({ ...message, email })
      expect(response.status).toBe(400)
      expect(response.json.fields).toEqual({ email: 'Invalid email address' })
      expect(await stored()).toEqual([])
    },
  )

  test.each([
    ['name', 100, 'Name must be 100 characters or less'],
    ['subject', 150, 'Subject must be 150 characters or less'],
    ['message', 5_000, 'Message must be 5000 characters or less'],
  ] as const)('[contact.13] %s holds %d code points and not one more', async (field, max, sentence) => {
    // Each fox is two UTF-16 units and four bytes, so only code points give the right length.
    const full = '🦊'.repeat(max)
    const refused = await send({ ...message, [field]: `${full}!` })
    expect(refused.status).toBe(400)
    expect(refused.json.fields).toEqual({ [field]: sentence })
    expect(await stored()).toEqual([])
    expect((await send({ ...message, [field]: full })).status).toBe(201)
    expect((await stored()).map((row) => row[field])).toEqual([full])
  })

  test('[api.32] The sixth contact message in an hour from one address answers 429 and is not stored; another address passes', async () => {
    const address = '192.0.2.77'
    for (let n = 0; n < 5; n += 1) expect((await send(message, site.browser(address))).status).toBe(201)
    const sixth = await send(message, site.browser(address))
    expect(sixth.status).toBe(429)
    expect(sixth.json.code).toBe('too_many_requests')
    const wait = Number(sixth.headers['retry-after'])
    expect(wait).toBeGreaterThan(3_500)
    expect(wait).toBeLessThanOrEqual(3_600)
    expect(await stored()).toHaveLength(5)
    // Signing in does not change the address of the count.
    const member = await site.member()
    expect((await member.post('/api/contact', message, { address })).status).toBe(429)
    expect((await send(message, site.browser('192.0.2.78'))).status).toBe(201)
    expect(await stored()).toHaveLength(6)
  })
})

describe('what is taken', () => {
  test('[contact.12] POST /api/contact answers 201 {id} and stores the message, also when mail is not configured', async () => {
    const bare = await testApp()
    try {
      const response = await bare.browser().post('/api/contact', message)
      expect(response.status).toBe(201)
      expect(await stored(bare)).toEqual([
        { ...message, id: response.json.id, user_id: null, flagged: false },
      ])
      expect(Object.keys(response.json)).toEqual(['id'])
      const { rows } = await sql`SELECT FROM outbox`.execute(bare.database.sql)
      expect(rows).toHaveLength(0)
    } finally {
      await bare.close()
    }
  })

  test('a signed-in member is remembered, and no body says otherwise', async () => {
    const member = await site.member('Writer')
    const response = await send({ ...message, id: 1, user_id: 999, userId: 999, flagged: true }, member)
    expect(response.status).toBe(201)
    expect(await stored()).toEqual([
      { ...message, id: response.json.id, user_id: member.user.id, flagged: false },
    ])
  })

  test('[contact.14] A message with a filled honeypot is answered like any other, stored and flagged, and not mailed', async () => {
    const plain = await send({ ...message, website: '' })
    expect(await waitingMails()).toHaveLength(1)
    for (const website of ['https://spam.example', 'x'.repeat(5_000), ['x'], { x: 1 }, 7]) {
      const response = await send({ ...message, website })
      expect(response.status).toBe(plain.status)
      expect(Object.keys(response.json)).toEqual(Object.keys(plain.json))
    }
    expect((await stored()).map(({ flagged }) => flagged)).toEqual([false, true, true, true, true, true])
    expect((await stored()).at(-1)).toMatchObject(message)
    expect(await waitingMails()).toHaveLength(1)
  })

  test('the message and its mail are stored together', async () => {
    const { id } = (await send(message)).json
    expect(await waitingMails()).toEqual([
      {
        to: contactTo,
        replyTo: message.email,
        subject: `[${site.context.config.siteName}] Lost my rank`,
        text: expect.stringContaining(`Message ${id} from the contact form`),
      },
    ])
  })
})
