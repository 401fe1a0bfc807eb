import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rank } from '../../src/contract/accounts/ranks.ts'
import { issueCodeOnConsole } from '../../src/server/domains/accounts/recovery/issue.ts'
import {
  clearLastStep,
  codeOf,
  enrol,
} from '../../src/server/domains/accounts/second-factor/testing/authenticator.ts'
import { auditEntriesOf, memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { applyRulings } from '../../src/server/domains/matches/rulings/apply.ts'
import { accuse, canariesOf, leaksIn } from '../../src/server/domains/moderation/testing/accuse.ts'
import {
  link,
  linkedMember,
  type Person,
  playMatches,
  somebody,
  unlink,
} from '../../src/server/domains/moderation/testing/people.ts'
import { gameServer, type TestGameServer } from '../../src/server/testing/game-server.ts'
import { type MailSite, mailSite, secretIn } from '../../src/server/testing/mail-site.ts'
import { password, type TestBrowser } from '../../src/server/testing/test-app.ts'

let site: MailSite
let server: TestGameServer
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
  server = await gameServer(site)
})
afterAll(() => site.close())

const reason = 'Boosted, see case 7'
const staff = (rank: Rank) => memberWithRank(site, rank)
const confirm = (by: TestBrowser, id: number) => by.post(`/api/admin/rulings/${id}/confirm`, {})
const confirmMember = (by: TestBrowser, id: number) => by.post(`/api/admin/members/${id}/confirmation`)

/** A ruling on too many matches for one person. */
async function waiting(maker: Pick<Person, 'post'>) {
  const ids = await playMatches(server, somebody(), somebody(), 21)
  const made = await maker.post('/api/admin/rulings', { action: 'exclude', matchIds: ids, reason })
  expect(made.json.state, made.text).toBe('waiting')
  return { id: made.json.id as number, ids }
}

async function excludedOf(ids: readonly string[]): Promise<number> {
  await applyRulings(site.context)
  const { rows } = await sql`
    SELECT FROM excluded_matches WHERE match_id = ANY(${ids}::uuid[])
  `.execute(site.database.sql)
  return rows.length
}

const give = async (by: TestBrowser, to: Person): Promise<string> => {
  const said = await by.post(`/api/admin/members/${to.user.id}/recovery-code`)
  expect(said.status, said.text).toBe(201)
  return said.json.code
}

const recover = async ({ user }: Person, code: string) => {
  const body = { username: user.username, code, newPassword: 'another horse' }
  expect((await site.browser().post('/api/recovery/by-code', body)).status).toBe(200)
}

const signIn = async ({ user }: Person, said: object = { password: 'another horse' }) => {
  const browser = site.browser()
  const signedIn = await browser.post('/api/login', { username: user.username, ...said })
  expect(signedIn.status, signedIn.text).toBe(200)
  return browser
}

/** Gives somebody a code, uses it and signs in as them. */
const takeOver = async (by: TestBrowser, victim: Person): Promise<TestBrowser> => {
  await recover(victim, await give(by, victim))
  return signIn(victim)
}

const promote = async (by: TestBrowser, target: Person, rank: Rank) => {
  const said = await by.patch(`/api/admin/members/${target.user.id}/rank`, { rank })
  expect(said.status, said.text).toBe(200)
}

/** An account that came with an invitation, or a member who accepted one. */
const invite = async (owner: TestBrowser, rank: Rank, by = site.browser()) => {
  const made = await owner.post('/api/admin/invites', { rank, note: '' })
  expect(made.status, made.text).toBe(201)
  const token = made.json.link.split('#')[1]
  const account = by.cookie === undefined ? { username: `Invited ${somebody()}`, password } : {}
  const accepted = await by.post('/api/invites/accept', { token, ...account })
  expect(accepted.status, accepted.text).toBe(200)
  return Object.assign(by, { user: accepted.json }) as Person
}

const rankOf = async (browser: TestBrowser) => (await browser.get('/api/admin/members?limit=1')).status
const handsOf = async ({ user }: Person) => {
  const { rows } = await sql<{ by_id: number; kind: string }>`
    SELECT by_id, kind FROM hands WHERE member_id = ${user.id} ORDER BY id
  `.execute(site.database.sql)
  return rows
}
describe('Two persons of one hand', () => {
  test('[powers.01] a Manager who signs in as an Admin with a code of their own confirms nothing there, nor does the Admin who is confirmed later', async () => {
    const [manager, admin, other] = [await staff('Manager'), await staff('Admin'), await staff('Admin')]
    const { id, ids } = await waiting(manager)
    const asAdmin = await takeOver(manager, admin)
    expect((await confirm(asAdmin, id)).status).toBe(403)
    expect((await confirmMember(await staff('Helper'), admin.user.id)).status).toBe(200)
    const said = await confirm(asAdmin, id)
    expect([said.status, said.json.error]).toEqual([403, expect.stringContaining('In the last 7 days')])
    expect(await excludedOf(ids)).toBe(0)
    expect((await confirm(other, id)).status).toBe(200)
    expect(await excludedOf(ids)).toBe(21)
  })

  test('[powers.01] nor what was made in the name of another: rank, invitation and code count from both sides', async () => {
    const owner = await staff('Owner')
    const made = [
      await invite(owner, 'Manager'),
      await invite(owner, 'Manager', await staff('Member')),
      await staff('Member'),
      await staff('Admin'),
    ] as const
    await promote(owner, made[2], 'Admin')
    await give(owner, made[3])
    for (const one of made) {
      const [theirs, owners] = [await waiting(one), await waiting(owner)]
      expect((await confirm(owner, theirs.id)).status).toBe(403)
      expect((await confirm(one, owners.id)).status).toBe(403)
      // Nor two whom one person made.
      for (const other of made) expect((await confirm(other, theirs.id)).status).toBe(403)
      expect(await excludedOf([...theirs.ids, ...owners.ids])).toBe(0)
    }
  })

  test('[powers.02] the accused reads nothing of the accuser by an account in their hand, and decides nothing about themselves', async () => {
    const accused = await linkedMember(site, server, 'Admin')
    const canaries = canariesOf('hand')
    const { caseId, target } = await accuse(site, server, accused, canaries)
    await sql`UPDATE restrictions SET lifted_at = now() WHERE user_id = ${accused.user.id}`.execute(
      site.database.sql,
    )
    const moderator = await staff('Moderator')
    const promoted = await staff('Member')
    await promote(accused, promoted, 'Moderator')
    const recovered = await takeOver(accused, moderator)
    expect((await recovered.get(`/api/admin/cases/${caseId}`)).status).toBe(403)
    expect((await confirmMember(await staff('Helper'), moderator.user.id)).status).toBe(200)
    const paths = [
      `/api/admin/cases/${caseId}`,
      `/api/admin/punishments?userId=${target}`,
      '/api/admin/moderation',
      '/api/admin/moderation?status=decided',
      '/api/admin/cases',
      `/api/admin/cases?q=${canaries.reason}`,
      '/api/admin/appeals',
      '/api/admin/punishments/in-force',
      '/api/admin/rulings',
      '/api/admin/audit',
      '/api/admin/audit.csv',
    ]
    for (const reader of [recovered, promoted])
      for (const path of paths) {
        const said = await reader.get(path)
        expect([path, leaksIn(canaries, said.text)]).toEqual([path, []])
      }
    expect((await promoted.post(`/api/admin/cases/${caseId}/claim`)).status).toBe(403)
    // Who is in nobody's hand reads it.
    expect(leaksIn(canaries, (await (await staff('Owner')).get('/api/admin/cases')).text)).not.toEqual([])
  })

  test('[powers.03] a new account from the Owner’s own invitation confirms nothing that the Owner ruled', async () => {
    const owner = await staff('Owner')
    const { id, ids } = await waiting(owner)
    const invited = await invite(owner, 'Manager')
    expect((await confirm(invited, id)).status).toBe(403)
    const second = await waiting(owner)
    expect((await confirm(invited, second.id)).status).toBe(403)
    expect(await excludedOf([...ids, ...second.ids])).toBe(0)
  })

  test('[powers.04] hands of hands count, through second accounts and deleted ones too, and none is older than seven days', async () => {
    const owner = await staff('Owner')
    const [first, last] = [await linkedMember(site, server, 'Member'), await staff('Member')]
    await promote(owner, first, 'Manager')
    await unlink(first)
    const second = await link(server, await staff('Manager'), first.xuid)
    await promote(second, last, 'Admin')
    const old = await staff('Admin')
    const { id, ids } = await waiting(owner)
    expect((await confirm(last, id)).status).toBe(403)
    expect((await second.post('/api/account/delete', { password, now: true })).status).toBe(204)
    expect((await confirm(last, id)).status).toBe(403)
    expect(await excludedOf(ids)).toBe(0)
    await sql`INSERT INTO hands (by_id, member_id, kind, at)
      VALUES (${owner.user.id}, ${old.user.id}, 'recovery_code', now() - interval '8 days')`.execute(
      site.database.sql,
    )
    expect((await confirm(old, id)).status).toBe(200)
    expect(await excludedOf(ids)).toBe(21)
  })

  test('[powers.05] what one hand rules without a second person is added up', async () => {
    const [manager, puppet, free] = [await staff('Manager'), await staff('Member'), await staff('Moderator')]
    await promote(manager, puppet, 'Moderator')
    const ids = await playMatches(server, somebody(), somebody(), 45)
    const rule = (by: Person, from: number, to: number) =>
      by.post('/api/admin/rulings', { action: 'exclude', matchIds: ids.slice(from, to), reason })
    expect((await rule(puppet, 0, 15)).json.state).toBe('applied')
    expect((await rule(manager, 15, 30)).json.state).toBe('waiting')
    expect((await rule(free, 30, 45)).json.state).toBe('applied')
  })

  test('[powers.06] each hand is recorded once with the change, is never changed, and the member reads whose it was', async () => {
    const owner = await staff('Owner')
    const invited = await invite(owner, 'Helper')
    const raised = await invite(owner, 'Helper', await staff('Member'))
    const member = await staff('Member')
    await promote(owner, member, 'Helper')
    // Nothing changes, so nothing is recorded.
    await promote(owner, member, 'Helper')
    await recover(member, await give(owner, member))
    const by_id = owner.user.id
    expect(await handsOf(invited)).toEqual([{ by_id, kind: 'invitation' }])
    expect(await handsOf(raised)).toEqual([{ by_id, kind: 'invitation' }])
    const kinds = ['rank', 'recovery_code', 'recovery']
    expect(await handsOf(member)).toEqual(kinds.map((kind) => ({ by_id, kind })))
    const name = owner.user.username
    const notices = (await (await signIn(member)).get('/api/notices')).json
    expect(notices.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
      [
        'account_changed',
        `Your password was set with a recovery code of ${name}. If that was not you, tell another staff member.`,
      ],
      [
        'account_changed',
        `${name} made a recovery code for your account. If you did not ask for one, tell another staff member.`,
      ],
      ['account_changed', `${name} changed your rank to Helper.`],
    ])
    expect((await invited.get('/api/notices')).json).toMatchObject([
      { text: `Your rank comes from an invitation of ${name}.` },
    ])
    for (const change of [sql`DELETE FROM hands`, sql`UPDATE hands SET by_id = 1`])
      await expect(change.execute(site.database.sql)).rejects.toThrow('permission denied')
  })
})

describe('A staff account that was recovered with a code', () => {
  const recovered = async (rank: Rank = 'Admin') => {
    const [giver, member] = [await staff('Owner'), await staff(rank)]
    return { giver, member, browser: await takeOver(giver, member) }
  }

  test('[powers.07] has the powers of a Member, and its member is told so', async () => {
    const { member, browser } = await recovered()
    for (const path of ['/api/admin/members', '/api/admin/cases', '/api/admin/audit'])
      expect((await browser.get(path)).status).toBe(403)
    expect((await browser.patch(`/api/admin/members/${member.user.id}/rank`, { rank: 'Gold' })).status).toBe(
      403,
    )
    expect((await browser.get('/api/user')).json).toMatchObject({
      rank: 'Admin',
      rankWithheldBy: 'recovery',
    })
    const listed = (await (await staff('Helper')).get(`/api/admin/members?search=${member.user.username}`))
      .json
    expect(listed).toMatchObject([{ id: member.user.id, awaitsConfirmation: true }])
  })

  test('[powers.08] is confirmed neither by its giver, nor by whom the giver’s hand made, nor by itself; by another staff member at once', async () => {
    const { giver, member, browser } = await recovered('Manager')
    const [before, since, plain] = [await staff('Member'), await staff('Helper'), await staff('Member')]
    await promote(giver, before, 'Admin')
    await give(giver, since)
    for (const by of [giver, before, since, plain, browser])
      expect((await confirmMember(by, member.user.id)).status).toBe(403)
    expect((await confirmMember(site.browser(), member.user.id)).status).toBe(401)
    // A code of long ago is still the giver's hand.
    await sql`UPDATE users SET recovered_at = now() - interval '20 days' WHERE id = ${member.user.id}`.execute(
      site.database.sql,
    )
    expect((await confirmMember(giver, member.user.id)).status).toBe(403)
    expect(await rankOf(browser)).toBe(403)
    const helper = await staff('Helper')
    const said = await confirmMember(helper, member.user.id)
    expect([said.status, said.json.awaitsConfirmation]).toEqual([200, undefined])
    expect(await rankOf(browser)).toBe(200)
    expect((await confirmMember(helper, member.user.id)).status).toBe(409)
    const entries = await auditEntriesOf(site, 'member')
    expect(entries.filter(({ action }) => action === 'member.confirm').at(-1)).toMatchObject({
      actor_name: helper.user.username,
      subject_id: member.user.id,
    })
  })

  test('[powers.09] is confirmed by a link to the address that was confirmed before, and by no other address', async () => {
    const [giver, other] = [await staff('Owner'), await staff('Admin')]
    const member = await site.verifiedMember('Mailed Admin', 'mailed.admin@player.example')
    await sql`UPDATE users SET rank = 'Admin' WHERE id = ${member.user.id}`.execute(site.database.sql)
    for (const one of [member, other]) {
      const browser = await takeOver(giver, one)
      if (one === other) await browser.patch('/api/user', { email: 'thief@player.example' })
      expect((await browser.get('/api/email')).json.verified).toBe(false)
      expect((await browser.post('/api/email/verification')).status).toBe(202)
      const token = secretIn((await site.deliver()).at(-1))
      expect((await site.browser().post('/api/email/confirm', { token })).status).toBe(200)
      expect((await browser.get('/api/email')).json.verified).toBe(true)
      expect(await rankOf(browser)).toBe(one === member ? 200 : 403)
      // By the link to a new password neither.
      expect((await site.browser().post('/api/recovery', { name: one.user.username })).status).toBe(202)
      const link = secretIn((await site.deliver()).at(-1))
      const set = { token: link, newPassword: 'a third horse' }
      expect((await site.browser().post('/api/recovery/finish', set)).status).toBe(200)
      expect(await rankOf(await signIn(one, { password: 'a third horse' }))).toBe(one === member ? 200 : 403)
    }
  })

  test('[powers.09] is confirmed by the mail of a forgotten password to that address', async () => {
    const member = await site.verifiedMember('Mailed Helper', 'mailed.helper@player.example')
    await sql`UPDATE users SET rank = 'Helper' WHERE id = ${member.user.id}`.execute(site.database.sql)
    await takeOver(await staff('Owner'), member)
    await site.browser().post('/api/recovery', { name: member.user.username })
    const set = { token: secretIn((await site.deliver()).at(-1)), newPassword: 'a third horse' }
    expect((await site.browser().post('/api/recovery/finish', set)).status).toBe(200)
    expect(await rankOf(await signIn(member, { password: 'a third horse' }))).toBe(200)
  })

  test('[powers.10] is confirmed by the second factor from before, and by none that was set up since, a second code included', async () => {
    const [giver, member, thief] = [await staff('Owner'), await staff('Admin'), await staff('Admin')]
    const { secret } = await enrol(member)
    await recover(member, await give(giver, member))
    await clearLastStep(site, member)
    expect(await rankOf(await signIn(member, { password: 'another horse', code: codeOf(secret) }))).toBe(200)

    const asThief = await takeOver(giver, thief)
    const begun = await asThief.post('/api/second-factor/setup', { password: 'another horse' })
    expect((await asThief.post('/api/second-factor', { code: codeOf(begun.json.secret) })).status).toBe(200)
    for (const _ of ['the first code', 'another']) {
      await clearLastStep(site, thief)
      const code = codeOf(begun.json.secret)
      expect(await rankOf(await signIn(thief, { password: 'another horse', code }))).toBe(403)
      await recover(thief, await give(giver, thief))
    }
  })

  test('[powers.10] is confirmed by a code of the command line, which is nobody’s hand', async () => {
    const { member } = await recovered()
    const issued = await issueCodeOnConsole(site.database, member.user.username)
    await recover(member, issued!.code)
    expect(await rankOf(await signIn(member))).toBe(200)
  })

  test('[powers.10] stays so through a demotion and a promotion by the giver', async () => {
    const [giver, member] = [await staff('Owner'), await staff('Admin')]
    await promote(giver, member, 'Member')
    const browser = await takeOver(giver, member)
    await promote(giver, member, 'Admin')
    expect(await rankOf(browser)).toBe(403)
  })
})
