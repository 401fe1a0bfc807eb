import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, type TestApp, testApp } from '../../testing/test-app.ts'
import { DomainEventBus } from './domain-events.ts'

const event = { userId: 1, anonymousId: 2 }
let site: TestApp

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const hasMember = async (name: string) => {
  const { rows } = await sql`SELECT FROM users WHERE username = ${name}`.execute(site.database.sql)
  return rows.length > 0
}

const publishAfterInsert = (events: DomainEventBus, name: string) =>
  site.database.sql.transaction().execute(async (transaction) => {
    await sql`INSERT INTO users (username, password_hash) VALUES (${name}, 'x')`.execute(transaction)
    await events.publish(transaction, 'accountDeleted', event)
  })

test('handlers run one after the other in the transaction of the publisher', async () => {
  const events = new DomainEventBus()
  const seen: unknown[] = []
  events.subscribe({
    accountDeleted: async (transaction, received) => {
      await sql`UPDATE users SET bio = 'seen' WHERE username = 'Kept'`.execute(transaction)
      seen.push(received)
    },
  })
  events.subscribe({ accountDeleted: () => seen.push('second') })
  events.subscribe({ accountDeletionStarted: () => seen.push('another event') })
  await publishAfterInsert(events, 'Kept')
  expect(seen).toEqual([event, 'second'])
  const { rows } = await sql`SELECT bio FROM users WHERE username = 'Kept'`.execute(site.database.sql)
  expect(rows).toEqual([{ bio: 'seen' }])
})

test('a handler that fails rolls back what the publisher and earlier handlers wrote', async () => {
  const events = new DomainEventBus()
  let later = 0
  events.subscribe({
    accountDeleted: (transaction) =>
      sql`INSERT INTO users (username, password_hash) VALUES ('Handler', 'x')`.execute(transaction),
  })
  events.subscribe({
    accountDeleted: async () => {
      throw new Error('this handler fails')
    },
  })
  events.subscribe({
    accountDeleted: () => {
      later += 1
    },
  })
  await expect(publishAfterInsert(events, 'Publisher')).rejects.toThrow('this handler fails')
  expect(await hasMember('Publisher')).toBe(false)
  expect(await hasMember('Handler')).toBe(false)
  expect(later).toBe(0)
})

test('an account whose deletion fails in another domain stays', async () => {
  const member = await site.member('Staying')
  site.context.events.subscribe({
    accountDeleted: async (_transaction, { userId }) => {
      if (userId === member.user.id) throw new Error('this handler fails')
    },
  })
  const { status } = await member.post('/api/account/delete', { password, now: true })
  expect(status).toBe(500)
  expect(await hasMember('Staying')).toBe(true)
  expect((await member.get('/api/user')).status).toBe(200)
})
