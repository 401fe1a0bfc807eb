import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShippedRank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { moderationSetup } from './testing/moderation-setup.ts'
import { patternCase } from './testing/pattern-case.ts'

let site: TestApp
let game: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  game = await gameServer(site)
})
afterAll(() => site.close())

const { somebody, claim, openCase } = moderationSetup(() => site)

const decide = (staff: TestBrowser, subjectId: number, decision = 'dismiss') =>
  staff.post('/api/admin/moderation/decisions', { subjectType: 'pattern', subjectId, decision })
const reopen = (staff: TestBrowser, subjectId: number) =>
  staff.post('/api/admin/moderation/reopenings', { subjectType: 'pattern', subjectId, reason: 'A video' })

const peopleOf = async (id: number) => {
  const { rows } = await sql<{ subject_user_id: number; other_user_id: number | null }>`
    SELECT subject_user_id, other_user_id FROM moderation_reports WHERE id = ${id}
  `.execute(site.database.sql)
  return rows[0] && [rows[0].subject_user_id, rows[0].other_user_id]
}

let made = 0
/** A player whom only the game knows, and what links them. */
async function unlinked() {
  made += 1
  const [xuid, rival] = [`pattern-${made}`, `rival-${made}`]
  await game.report(event('match', match([player(xuid), player(rival, { result: 'loss' })])))
  return {
    id: await accountOf(site, xuid),
    rival: await accountOf(site, rival),
    async linkTo(member: TestBrowser) {
      const said = await game.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
      expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
    },
  }
}

test('[fair.70] a case of the detector names both people, with their ranks', async () => {
  const [one, other] = [await site.member(), await somebody('Gold')]
  const id = await patternCase(site, one.user.id, other.user.id)
  expect(await openCase(await somebody('Helper'), id)).toMatchObject({
    subjectType: 'pattern',
    pattern: 'one_sided',
    subject: { id: one.user.id, rank: 'Member' },
    other: { id: other.user.id, rank: 'Gold', isMember: true },
    reports: [{ reporter: null, class: 'boosting', reason: '9 matches in 24 hours' }],
  })
})

test('[fair.70] only who outranks both people claims, decides and reopens: every rank beside every rank', async () => {
  const staff = shippedRanks.slice(shippedRanks.indexOf('Helper'))
  const plain = (await site.member()).user.id
  const others = new Map<ShippedRank, number>()
  for (const rank of ['Member', ...staff] as const) others.set(rank, (await somebody(rank)).user.id)
  for (const rank of staff) {
    const viewer = await somebody(rank)
    for (const [target, other] of others) {
      const expected = shippedRanks.indexOf(rank) > shippedRanks.indexOf(target) ? 200 : 403
      for (const pair of [
        [plain, other],
        [other, plain],
      ] as const) {
        const id = await patternCase(site, ...pair)
        const statuses = [(await claim(viewer, id, 'pattern')).status, (await decide(viewer, id)).status]
        expect([rank, target, ...statuses]).toEqual([rank, target, expected, expected])
        if (expected === 200) expect((await reopen(viewer, id)).status).toBe(200)
        await sql`DELETE FROM moderation_reports WHERE id = ${id}`.execute(site.database.sql)
      }
    }
  }
})

test('[fair.70] nobody decides a case that they are the second person of', async () => {
  const [one, owner] = [await site.member(), await somebody('Owner')]
  const id = await patternCase(site, one.user.id, owner.user.id)
  const refused = await decide(owner, id)
  expect([refused.status, refused.json.message]).toEqual([
    403,
    'This is about you. Another staff member has to decide it.',
  ])
  expect((await decide(await somebody('Owner'), id, 'remove')).json.fields).toHaveProperty('decision')
})

test('[fair.70] the audit log names the person whom a decided case is about', async () => {
  const one = await site.member()
  const id = await patternCase(site, one.user.id)
  expect((await decide(await somebody('Helper'), id)).status).toBe(200)
  const { json } = await (await somebody('Admin')).get('/api/admin/audit?limit=1')
  expect(json).toMatchObject([
    { action: 'moderation.decide', subjectType: 'pattern', subjectId: id, subjectName: one.user.username },
  ])
})

test('[fair.71] a pattern has one open case per pair in either order, or per player; decided ones do not count', async () => {
  const [one, other] = [(await site.member()).user.id, (await site.member()).user.id]
  const first = await patternCase(site, one, other)
  await expect(patternCase(site, other, one)).rejects.toThrow(/moderation_reports_one_open_pair/)
  await patternCase(site, one, other, 'feeding')
  await patternCase(site, one, other, 'throwing')
  await expect(patternCase(site, one, null, 'throwing')).rejects.toThrow(
    /moderation_reports_one_open_pattern/,
  )
  const staff = await somebody('Moderator')
  expect((await decide(staff, first)).status).toBe(200)
  await patternCase(site, other, one)
  const refused = await reopen(staff, first)
  expect([refused.status, refused.json.message]).toEqual([409, 'There is a newer open case about this'])
})

test('[fair.72] cases of a player go to the member who links it, and leave with the player again', async () => {
  const found = await unlinked()
  const member = await site.member()
  const subject = await patternCase(site, found.id, found.rival)
  const second = await patternCase(site, found.rival, found.id, 'feeding')
  await found.linkTo(member)
  expect(await peopleOf(subject)).toEqual([member.user.id, found.rival])
  expect(await peopleOf(second)).toEqual([found.rival, member.user.id])
  expect((await member.delete('/api/link')).status).toBe(204)
  const playerId = (await peopleOf(subject))?.[0]
  expect(playerId).not.toBe(member.user.id)
  expect(await peopleOf(second)).toEqual([found.rival, playerId])
})

test('[fair.72] of two open cases that become the same by linking, one remains', async () => {
  const found = await unlinked()
  const member = await site.member()
  const moving = [
    await patternCase(site, found.rival, found.id),
    await patternCase(site, found.id, null, 'throwing'),
  ]
  const staying = [
    await patternCase(site, member.user.id, found.rival),
    await patternCase(site, member.user.id, found.rival, 'throwing'),
  ]
  await found.linkTo(member)
  expect(await Promise.all(moving.map(peopleOf))).toEqual([undefined, undefined])
  expect(await Promise.all(staying.map(peopleOf))).toEqual(Array(2).fill([member.user.id, found.rival]))
})

test('[fair.72] the case goes with the account of either person', async () => {
  for (const place of [0, 1]) {
    const [one, other] = [await site.member(), await site.member()]
    const id = await patternCase(site, one.user.id, other.user.id)
    const leaving = [one, other][place]
    expect((await leaving?.post('/api/account/delete', { password, now: true }))?.status).toBe(204)
    expect(await peopleOf(id)).toBeUndefined()
  }
})
