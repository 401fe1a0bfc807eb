import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  feedMessagesOf,
  listenToStaffFeed,
  type StaffFeedListener,
} from '../../../testing/staff-feed-listener.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { withSuperuser } from '../../../testing/test-server.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

/** Signs the same member in with another browser. */
async function alsoSignedIn(username: string, userAgent?: string): Promise<TestBrowser> {
  const browser = site.browser()
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent }
  const { status } = await browser.post('/api/login', { username, password }, { headers })
  expect(status).toBe(200)
  return browser
}

const idsOf = async (browser: TestBrowser): Promise<number[]> =>
  (await browser.get('/api/sessions')).json.map(({ id }: { id: number }) => id)

const currentIdOf = async (browser: TestBrowser): Promise<number> =>
  (await browser.get('/api/sessions')).json.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id

describe('refused', () => {
  test('a visitor sees and ends no session', async () => {
    const visitor = site.browser()
    for (const response of [
      await visitor.get('/api/sessions'),
      await visitor.delete('/api/sessions'),
      await visitor.delete('/api/sessions/1'),
    ]) {
      expect(response.status).toBe(401)
    }
  })

  test('somebody else’s session is not there: 404, and it goes on', async () => {
    const owner = await site.member()
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${owner.user.id}`.execute(site.database.sql)
    const member = await site.member()
    const id = await currentIdOf(member)
    const response = await owner.delete(`/api/sessions/${id}`)
    expect([response.status, response.json.code]).toEqual([404, 'not_found'])
    expect((await owner.delete('/api/sessions')).status).toBe(204)
    expect((await member.get('/api/user')).status).toBe(200)
    expect(await idsOf(owner)).not.toContain(id)
  })

  test('from another site nothing is ended', async () => {
    const member = await site.member()
    const other = await alsoSignedIn(member.user.username)
    const response = await member.delete('/api/sessions', { headers: { origin: 'https://evil.example' } })
    expect([response.status, response.json.code]).toEqual([403, 'foreign_origin'])
    expect((await other.get('/api/user')).status).toBe(200)
  })

  test.each(['0', '-1', 'abc', '2147483648'])('%s is no number of a session: 400', async (id) => {
    expect((await (await site.member()).delete(`/api/sessions/${id}`)).status).toBe(400)
  })
})

describe('the list', () => {
  test('is newest first, says which session asks, and nothing that opens one', async () => {
    const member = await site.member()
    const other = await alsoSignedIn(member.user.username, 'Mozilla/5.0 (Windows NT 10.0) Firefox/141.0')
    const { json, text } = await member.get('/api/sessions')
    expect(json).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        address: expect.stringMatching(/^10\.0\./),
        userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/141.0',
        isCurrent: false,
      },
      expect.objectContaining({ isCurrent: true }),
    ])
    expect(json[0].id).toBeGreaterThan(json[1].id)
    for (const { cookie } of [member, other]) expect(text).not.toContain(cookie?.split('=')[1])
    const { rows } = await sql<{ hash: string }>`
      SELECT encode(token_hash, 'hex') AS hash FROM sessions WHERE user_id = ${member.user.id}
    `.execute(site.database.sql)
    expect(rows).toHaveLength(2)
    for (const { hash } of rows) expect(text).not.toContain(hash)
  })

  test('leaves out what is over, and holds a hundred at most', async () => {
    const member = await site.member()
    await sql`
      INSERT INTO sessions (token_hash, user_id, last_used_at)
      SELECT sha256(n::text::bytea), ${member.user.id}, now() - CASE WHEN n <= 3 THEN interval '15 days' ELSE interval '1 hour' END
      FROM generate_series(1, 120) AS n
    `.execute(site.database.sql)
    expect(await idsOf(member)).toHaveLength(100)
    await sql`DELETE FROM sessions WHERE user_id = ${member.user.id} AND token_hash IN
      (SELECT sha256(n::text::bytea) FROM generate_series(5, 120) AS n)`.execute(site.database.sql)
    expect(await idsOf(member)).toHaveLength(2)
  })
})

describe('ending', () => {
  test('one session: it opens nothing any more, the others go on, and the same number again is a 404', async () => {
    const member = await site.member()
    const [lost, kept] = [await alsoSignedIn(member.user.username), await alsoSignedIn(member.user.username)]
    const id = await currentIdOf(lost)
    expect((await member.delete(`/api/sessions/${id}`)).status).toBe(204)
    expect((await lost.get('/api/user')).status).toBe(401)
    expect((await kept.get('/api/user')).status).toBe(200)
    expect((await member.delete(`/api/sessions/${id}`)).status).toBe(404)
  })

  test('the own session by its number signs out', async () => {
    const member = await site.member()
    expect((await member.delete(`/api/sessions/${await currentIdOf(member)}`)).status).toBe(204)
    expect(member.cookie).toBeUndefined()
  })

  test('all others: this one alone is left', async () => {
    const member = await site.member()
    const others = [await alsoSignedIn(member.user.username), await alsoSignedIn(member.user.username)]
    expect((await member.delete('/api/sessions')).status).toBe(204)
    for (const other of others) expect((await other.get('/api/user')).status).toBe(401)
    expect(await idsOf(member)).toEqual([await currentIdOf(member)])
  })

  test('a session: its open socket hears nothing more of the staff feed', async () => {
    const staff = await site.member()
    await sql`UPDATE users SET rank = 'Moderator' WHERE id = ${staff.user.id}`.execute(site.database.sql)
    const laptop = await alsoSignedIn(staff.user.username)
    const witness = await listenToStaffFeed(site, staff)
    const lost: StaffFeedListener = await listenToStaffFeed(site, laptop)
    await feedMessagesOf(site, witness, lost)
    expect(lost.count()).toBe(1)
    await staff.delete(`/api/sessions/${await currentIdOf(laptop)}`)
    await feedMessagesOf(site, witness, lost)
    expect([witness.count(), lost.count()]).toEqual([2, 1])
    witness.close()
    lost.close()
  })
})

test('[powers.90] A member has 100 sessions: a further sign-in ends the oldest, and nobody else’s', async () => {
  const [member, other] = [await site.member(), await site.member()]
  await sql`
    INSERT INTO sessions (user_id, token_hash)
    SELECT ${member.user.id}, sha256(('another ' || n)::bytea) FROM generate_series(1, 99) AS n
  `.execute(site.database.sql)
  expect(await idsOf(member)).toHaveLength(100)
  const oldest = await currentIdOf(member)
  const newest = await alsoSignedIn(member.user.username)
  const ids = await idsOf(newest)
  expect([ids.length, ids.includes(oldest)]).toEqual([100, false])
  expect((await member.get('/api/user')).status).toBe(401)
  expect((await other.get('/api/user')).status).toBe(200)
})

describe('[fast.02] that a session was used is recorded without delaying or failing the read', () => {
  const makeOld = (id: number) =>
    sql`UPDATE sessions SET last_used_at = now() - interval '1 hour' WHERE user_id = ${id}`.execute(
      site.database.sql,
    )
  const minutesIdle = async (id: number) => {
    const { rows } = await sql<{ minutes: number }>`
      SELECT extract(epoch FROM now() - last_used_at)::int / 60 AS minutes FROM sessions WHERE user_id = ${id}
    `.execute(site.database.sql)
    return rows[0]?.minutes
  }

  test('while another transaction holds the rows', async () => {
    const member = await site.member()
    const { id } = member.user
    await makeOld(id)
    await site.database.sql.transaction().execute(async (transaction) => {
      await sql`SELECT FROM sessions WHERE user_id = ${id} FOR UPDATE`.execute(transaction)
      await sql`SELECT FROM users WHERE id = ${id} FOR UPDATE`.execute(transaction)
      expect((await member.get('/api/user')).status).toBe(200)
    })
    expect(await minutesIdle(id)).toBe(60)
    expect((await member.get('/api/user')).status).toBe(200)
    expect(await minutesIdle(id)).toBe(0)
  })

  test('while no write succeeds', async () => {
    const member = await site.member()
    const { id } = member.user
    await makeOld(id)
    await withSuperuser(site.store.ownerUrl, async (owner) => {
      await owner.query(
        'ALTER TABLE sessions ADD CONSTRAINT unused CHECK (last_used_at < created_at) NOT VALID',
      )
      expect((await member.get('/api/user')).status).toBe(200)
      await owner.query('ALTER TABLE sessions DROP CONSTRAINT unused')
    })
    expect(await minutesIdle(id)).toBe(60)
  })
})
