import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { canIssueRecovery } from '../../../../contract/accounts/members.ts'
import { type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { linkCodeAlphabet } from '../../../../contract/matches/link.ts'
import { storeRankRequirement } from '../../../platform/granted-rank.ts'
import { event, gameServer } from '../../../testing/game-server.ts'
import { type MailSite, mailSite } from '../../../testing/mail-site.ts'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'
import { issueCodeOnConsole } from './issue.ts'

let site: MailSite
let server: Awaited<ReturnType<typeof gameServer>>
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
  server = await gameServer(site)
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM outbox`.execute(site.database.sql))

const rank = (id: number, to: Rank) =>
  sql`UPDATE users SET rank = ${to} WHERE id = ${id}`.execute(site.database.sql)

let made = 0
const someone = async (to: Rank = 'Member') => {
  made += 1
  const member = await site.member(`Coded ${made}`)
  await rank(member.user.id, to)
  return member
}
type Person = Awaited<ReturnType<typeof someone>>

const issue = (staff: Pick<Person, 'post'>, id: number) =>
  staff.post(`/api/admin/members/${id}/recovery-code`)
const use = (username: string, code: string, newPassword = 'brand new horse', of: TestApp = site) =>
  of.browser().post('/api/recovery/by-code', { username, code, newPassword })
const login = (username: string, word: string) =>
  site.browser().post('/api/login', { username, password: word })

const refusal = {
  code: 'validation',
  fields: { code: 'The username and code do not match, or the code is no longer valid.' },
}

let mails = 0
const newLinkCode = () => {
  mails += 1
  return `RC${String(mails).padStart(6, '2')}`
}
/** Types /link in game as the member's linked player. */
const slashLink = async (member: Person) => {
  const code = newLinkCode()
  await server.report(event('link.code', { xuid: `r${member.user.id}`, gamertag: 'Tag', code }))
  return code
}
const linked = async (to: Rank = 'Member') => {
  const member = await someone()
  expect((await member.post('/api/link', { code: await slashLink(member) })).status).toBe(200)
  await rank(member.user.id, to)
  return member
}

describe('a code of staff', () => {
  test('is given by admins to ranks below their own, and to nobody else', async () => {
    for (const actorRank of shippedRanks) {
      const actor = await someone(actorRank)
      for (const targetRank of ['Member', 'Helper', 'Admin', 'Owner'] as const) {
        const target = await someone(targetRank)
        const allowed = canIssueRecovery({ rank: actorRank }, { rank: targetRank })
        expect([actorRank, targetRank, (await issue(actor, target.user.id)).status]).toEqual([
          actorRank,
          targetRank,
          allowed ? 201 : 403,
        ])
      }
      expect((await issue(actor, actor.user.id)).status).toBe(403)
    }
    expect((await issue(site.browser(), 1)).status).toBe(401)
    expect(canIssueRecovery({ rank: 'Owner' }, { rank: 'Owner' })).toBe(false)
  })

  test('is for members only: a player without an account has no password', async () => {
    const admin = await someone('Admin')
    await server.report(event('link.code', { xuid: 'nobody', gamertag: 'Ghost', code: newLinkCode() }))
    const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username IS NULL`.execute(
      site.database.sql,
    )
    expect((await issue(admin, rows.at(-1)!.id)).status).toBe(404)
    expect((await issue(admin, 2_000_000_000)).status).toBe(404)
  })

  test('is shown once, kept as a hash, written down without its letters, and sets a password once', async () => {
    const admin = await someone('Admin')
    const member = await site.verifiedMember('Helped', 'helped@player.example')
    const response = await issue(admin, member.user.id)
    expect(response.headers['cache-control']).toBe('no-store')
    const { code, expiresAt } = response.json as { code: string; expiresAt: string }
    expect(code).toMatch(new RegExp(`^(?:[${linkCodeAlphabet}]{4}-){2}[${linkCodeAlphabet}]{4}$`))
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(28)
    expect(minutes).toBeLessThanOrEqual(30.1)

    const { rows } = await sql<{ line: string }>`
      SELECT recovery_tokens::text AS line FROM recovery_tokens WHERE user_id = ${member.user.id}
      UNION ALL SELECT audit_log::text FROM audit_log WHERE action = 'member.recovery_code'
    `.execute(site.database.sql)
    expect(rows.length).toBeGreaterThan(1)
    for (const { line } of rows) expect(line).not.toContain(code.replaceAll('-', ''))
    const { rows: entries } = await sql`
      SELECT actor_id, actor_rank, subject_type, before FROM audit_log
      WHERE action = 'member.recovery_code' AND subject_id = ${member.user.id}
    `.execute(site.database.sql)
    expect(entries).toEqual([
      { actor_id: admin.user.id, actor_rank: 'Admin', subject_type: 'member', before: null },
    ])

    const used = await use('HELPED', code.toLowerCase().replaceAll('-', ' '))
    expect([used.status, used.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await member.get('/api/user')).status).toBe(401)
    expect((await login('Helped', password)).status).toBe(401)
    expect((await login('Helped', 'brand new horse')).status).toBe(200)
    expect((await use('Helped', code)).json).toMatchObject(refusal)
    expect((await site.deliver()).map(({ to, subject }) => [to, subject])).toEqual([
      ['helped@player.example', '[Ember Isles] Your password was changed'],
    ])
  })

  test('an unverified address is not told', async () => {
    const admin = await someone('Admin')
    const member = await someone()
    await member.patch('/api/user', { email: 'maybe@player.example' })
    expect((await use(member.user.username, (await issue(admin, member.user.id)).json.code)).status).toBe(200)
    expect(await site.deliver()).toEqual([])
  })

  test('is void when a newer one is given, half an hour later, for another name, and when its account rose to the giver’s rank', async () => {
    const admin = await someone('Admin')
    const member = await someone()
    const { username, id } = member.user
    const older = (await issue(admin, id)).json.code
    const newer = (await issue(admin, id)).json.code
    expect((await use(username, older)).json).toMatchObject(refusal)
    expect((await use((await someone()).user.username, newer)).json).toMatchObject(refusal)
    await rank(id, 'Admin')
    expect((await use(username, newer)).json).toMatchObject(refusal)
    await rank(id, 'Member')
    await sql`UPDATE recovery_tokens SET expires_at = now() WHERE user_id = ${id}`.execute(site.database.sql)
    expect((await use(username, newer)).json).toMatchObject(refusal)
    expect((await login(username, password)).status).toBe(200)
  })

  describe('is void', () => {
    const given = async () => {
      const admin = await someone('Admin')
      const member = await someone()
      const { code } = (await issue(admin, member.user.id)).json
      return { admin, member, code: code as string, username: member.user.username }
    }
    const endings: [string, (admin: Person) => Promise<unknown>][] = [
      ['was demoted to staff', ({ user }) => rank(user.id, 'Moderator')],
      [
        'was demoted by an Owner',
        async ({ user }) => {
          const owner = await someone('Owner')
          const response = await owner.patch(`/api/admin/members/${user.id}/rank`, { rank: 'Member' })
          expect(response.status, response.text).toBe(200)
        },
      ],
      ['signed out', (admin) => admin.post('/api/logout')],
      [
        'changed the password',
        (admin) =>
          admin.post('/api/change-password', { currentPassword: password, newPassword: 'another horse' }),
      ],
      [
        'was signed out by another browser of theirs',
        async ({ user }) => {
          const other = site.browser()
          await other.post('/api/login', { username: user.username, password })
          expect((await other.delete('/api/sessions')).status).toBe(204)
        },
      ],
      [
        'was idle too long',
        ({ user }) =>
          sql`UPDATE sessions SET last_used_at = now() - interval '15 days' WHERE user_id = ${user.id}`.execute(
            site.database.sql,
          ),
      ],
      [
        'deleted the account',
        async (admin) =>
          expect((await admin.post('/api/account/delete', { password, now: true })).status).toBe(204),
      ],
    ]
    test.each(endings)('when the issuer %s', async (_, end) => {
      const { admin, username, code } = await given()
      await end(admin)
      expect((await use(username, code)).json).toMatchObject(refusal)
      expect((await login(username, password)).status).toBe(200)
    })

    test('when the issuer no longer outranks the account', async () => {
      const { admin, member, username, code } = await given()
      await rank(admin.user.id, 'Owner')
      await rank(member.user.id, 'Admin')
      expect((await use(username, (await issue(admin, member.user.id)).json.code)).status).toBe(200)
      const again = (await issue(admin, member.user.id)).json.code
      await rank(admin.user.id, 'Admin')
      expect((await use(username, again)).json).toMatchObject(refusal)
      expect((await use(username, code)).json).toMatchObject(refusal)
    })

    test('while the issuer has no use of their rank, where the site wants a second factor of staff', async () => {
      const { admin, username, code } = await given()
      const strict = await testApp({ store: site.store, environment: { REQUIRE_STAFF_2FA: 'true' } })
      expect((await admin.get('/api/user')).json.rank).toBe('Admin')
      expect((await use(username, code, undefined, strict)).json).toMatchObject(refusal)
      await strict.close()
      await storeRankRequirement(site.database.sql, false)
      expect((await use(username, code)).status).toBe(200)
    })

    test('when the release before gave it out, which noted no session', async () => {
      const { username, code } = await given()
      await sql`UPDATE recovery_tokens SET issuer_session_id = NULL`.execute(site.database.sql)
      expect((await use(username, code)).json).toMatchObject(refusal)
    })
  })

  test('of the command line outlives what admins do', async () => {
    const member = await someone()
    const issued = await issueCodeOnConsole(site.database, member.user.username)
    const admin = await someone('Admin')
    await rank(admin.user.id, 'Member')
    expect((await use(member.user.username, issued!.code)).status).toBe(200)
  })

  test('of two uses at once one wins', async () => {
    const admin = await someone('Admin')
    const { username, id } = (await someone()).user
    const { code } = (await issue(admin, id)).json
    const responses = await Promise.all([
      use(username, code, 'first horse'),
      use(username, code, 'second horse'),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('of the command line is for every rank', async () => {
    const owner = await someone('Owner')
    const issued = await issueCodeOnConsole(site.database, owner.user.username.toUpperCase())
    expect(await issueCodeOnConsole(site.database, 'nobody here')).toBeUndefined()
    const { rows } = await sql`
      SELECT actor_id, actor_name FROM audit_log
      WHERE action = 'member.recovery_code' AND subject_id = ${owner.user.id}
    `.execute(site.database.sql)
    expect(rows).toEqual([{ actor_id: null, actor_name: 'command line' }])
    expect((await use(owner.user.username, issued!.code)).status).toBe(200)
  })
})

describe('a code of /link in game', () => {
  test('sets the password of the member who is linked to that player, once', async () => {
    const member = await linked()
    const { username } = member.user
    const code = await slashLink(member)
    const responses = await Promise.all([
      use(username, code, 'first horse'),
      use(username, code, 'second horse'),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await member.get('/api/user')).status).toBe(401)
    expect((await use(username, code, 'third horse')).json).toMatchObject(refusal)
    const winner = responses[0]?.status === 200 ? 'first horse' : 'second horse'
    expect((await login(username, winner)).status).toBe(200)
  })

  test('of an unlinked player, of another member’s player, expired or spent is refused, and links nobody', async () => {
    const member = await someone()
    const other = await linked()
    const stranger = await slashLink(await someone())
    expect((await use(member.user.username, stranger)).json).toMatchObject(refusal)
    const others = await slashLink(other)
    expect((await use(member.user.username, others)).json).toMatchObject(refusal)
    await sql`UPDATE link_codes SET at = at - interval '11 minutes', created_at = created_at - interval '11 minutes'`.execute(
      site.database.sql,
    )
    expect((await use(other.user.username, others)).json).toMatchObject(refusal)
    expect((await member.get('/api/user')).json.gamertag).toBeNull()
    expect((await login(other.user.username, password)).status).toBe(200)
  })

  test.each(['Helper', 'Admin', 'Owner'] as const)('never opens the account of a %s', async (staffRank) => {
    const member = await linked(staffRank)
    const code = await slashLink(member)
    expect((await use(member.user.username, code)).json).toMatchObject(refusal)
    expect((await login(member.user.username, password)).status).toBe(200)
    expect((await member.get('/api/user')).status).toBe(200)
  })

  test('[powers.119] opens the account of who was staff, and a staff rank grants nothing there until the member is confirmed', async () => {
    const [owner, confirmer] = [await someone('Owner'), await someone('Helper')]
    const [member, never] = [await linked('Admin'), await linked()]
    const path = (of: Person) => `/api/admin/members/${of.user.id}`
    const give = async (of: Person, to: Rank) =>
      expect((await owner.patch(`${path(of)}/rank`, { rank: to })).status).toBe(200)
    await give(member, 'Member')
    for (const one of [member, never]) {
      expect((await use(one.user.username, await slashLink(one))).status).toBe(200)
      await give(one, 'Admin')
      one.cookie = undefined
      expect(
        (await one.post('/api/login', { username: one.user.username, password: 'brand new horse' })).status,
      ).toBe(200)
    }
    const reads = async (one: Person) => (await one.get('/api/admin/members')).status
    expect([await reads(member), await reads(never)]).toEqual([403, 200])
    expect((await confirmer.post(`${path(member)}/confirmation`)).status).toBe(200)
    expect(await reads(member)).toBe(200)
  })

  test('anyone who becomes staff while the new password is hashed keeps the old one', async () => {
    const member = await linked()
    const code = await slashLink(member)
    const run = vi.spyOn(site.context.hashLimiter, 'run').mockImplementationOnce(async (work) => {
      await rank(member.user.id, 'Helper')
      return work()
    })
    expect((await use(member.user.username, code)).json).toMatchObject(refusal)
    run.mockRestore()
    expect((await login(member.user.username, password)).status).toBe(200)
    // The rejected code was not consumed.
    await rank(member.user.id, 'Member')
    expect((await use(member.user.username, code)).status).toBe(200)
  })
})

test('an unknown name and a wrong code are answered alike, and no password is hashed for either', async () => {
  const member = await someone()
  const run = vi.spyOn(site.context.hashLimiter, 'run')
  const responses = [await use('Nobody here', 'ABCD2345'), await use(member.user.username, 'ABCD2345')]
  responses.push(await use('Nobody here', 'ABCDABCDABCD'), await use(member.user.username, 'ABCD-ABCD-ABCD'))
  for (const response of responses)
    expect([response.status, response.text]).toEqual([400, responses[0]?.text])
  expect(run).not.toHaveBeenCalled()
  run.mockRestore()
  expect((await use(member.user.username, 'ABC')).json.fields.code).toContain('Enter the code')
})

test('the sixth try for a name from one network within ten minutes is refused, right or wrong, known or not', async () => {
  const strict = await testApp()
  try {
    const member = await strict.member('Guessed')
    const issued = await issueCodeOnConsole(strict.database, 'Guessed')
    for (const name of ['Guessed', 'nobody here']) {
      const statuses = []
      for (let n = 0; n < 6; n += 1) {
        const body = { username: name, code: 'ABCDABCDABCD', newPassword: 'brand new horse' }
        statuses.push((await strict.browser('203.0.113.5').post('/api/recovery/by-code', body)).status)
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    }
    // Another network is not limited by that.
    expect((await use('Guessed', issued!.code, 'brand new horse', strict)).status).toBe(200)
    expect((await member.get('/api/user')).status).toBe(401)
  } finally {
    await strict.close()
  }
})

test('[guards.09] an admin gives ten recovery codes a day', async () => {
  const limited = await testApp()
  try {
    const [admin, member] = [await limited.member(), await limited.member()]
    await sql`UPDATE users SET rank = 'Admin' WHERE id = ${admin.user.id}`.execute(limited.database.sql)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await issue(admin, member.user.id)).status)
    expect(statuses).toEqual([...Array(10).fill(201), 429])
  } finally {
    await limited.close()
  }
})
