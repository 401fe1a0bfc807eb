import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '../../../contract/moderation/cases-schemas.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { moderationSetup } from './testing/moderation-setup.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const { somebody, openCase, write, report, decide } = moderationSetup(() => site)

const timelineOf = (staff: TestBrowser, id: number) => staff.get(`/api/admin/cases/${id}/timeline`)
const short = ({ what, by, status, text, punishment }: TimelineEntry) =>
  [what, by, status, text, punishment?.state].filter((one) => one != null).join(' · ')

test('[guards.79] the timeline of a case is for staff whom it is not about; an unknown case is a 404', async () => {
  const accused = await somebody('Moderator')
  await (await site.member()).post(`/api/players/${accused.user.id}/reports`, { reason: 'reach' })
  const owner = await somebody('Owner')
  const { id } = await openCase(owner, accused.user.id)
  expect((await timelineOf(site.browser(), id)).status).toBe(401)
  expect((await timelineOf(await site.member(), id)).status).toBe(403)
  const refused = await timelineOf(accused, id)
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain('reach')
  expect((await timelineOf(owner, 2_000_000)).status).toBe(404)
  expect((await timelineOf(owner, id)).json.map(short)).toEqual([expect.stringContaining('reach')])
})

test('[guards.79] a case that was reopened twice tells every report, decision and note, the oldest first', async () => {
  const staff = await somebody('Moderator')
  const above = await somebody('Admin')
  const reporter = await site.member()
  const author = await site.member()
  const post = await write(author, 'A nasty thing')
  const reopen = (reason: string) =>
    above.post('/api/admin/moderation/reopenings', { subjectType: 'post', subjectId: post, reason })
  await report(reporter, post, 'first')
  const { id } = await openCase(staff, post)
  await decide(staff, post, 'dismiss', { note: 'harmless' })
  expect((await reopen('look again')).status).toBe(200)
  await decide(staff, post, 'insufficient', { note: 'no proof' })
  await reopen('there is proof')
  await report(above, post, 'second')
  const named = (member: { user: { username: string } }) => member.user.username
  expect((await timelineOf(staff, id)).json.map(short)).toEqual([
    `reported · ${named(reporter)} · first`,
    `decided · ${named(staff)} · dismissed · harmless`,
    `reopened · ${named(above)} · look again`,
    `decided · ${named(staff)} · insufficient · no proof`,
    `reopened · ${named(above)} · there is proof`,
    // Who reports with a higher rank is not named to lower ones.
    'reported · second',
  ])
})

test('[guards.17] who took a case over from a colleague, and why, is in its timeline; the claim says of which rank it is', async () => {
  const helper = await somebody('Helper')
  const above = await somebody('Admin')
  const post = await write(await site.member(), 'Another nasty thing')
  await report(await site.member(), post, 'nasty')
  const { id } = await openCase(helper, post)
  await helper.post(`/api/admin/cases/${id}/claim`)
  expect((await openCase(above, post)).claim).toMatchObject({ id: helper.user.id, rank: 'Helper' })
  await above.post(`/api/admin/cases/${id}/claim`, { reason: 'On holiday' })
  const timeline = (await timelineOf(helper, id)).json as TimelineEntry[]
  expect(timeline.map(short).slice(1)).toEqual([`takenOver · ${above.user.username} · On holiday`])
})

test('[guards.79] what colleagues did to the person meanwhile is told, and what ended before the first report is not', async () => {
  const staff = await somebody('Moderator')
  await server.report(event('match', match([player('timeline-xuid')])))
  const target = await accountOf(site, 'timeline-xuid')
  const punish = async (kind: string, reason: string) =>
    (await staff.post('/api/admin/punishments', { userId: target, kind, reason, until: null })).json.id
  const lift = async (id: string) =>
    expect((await staff.post(`/api/admin/punishments/${id}/lift`, { reason: 'was wrong' })).status).toBe(200)
  await lift(await punish('ban', 'lifted before'))
  await punish('mute', 'muted before')
  await (await site.member()).post(`/api/players/${target}/reports`, { reason: 'reach' })
  const { id } = await openCase(staff, target)
  await lift(await punish('ban', 'lifted since'))
  await punish('warn', 'warned since')
  const timeline = (await timelineOf(await somebody('Helper'), id)).json as TimelineEntry[]
  expect(timeline.map(({ what, text, punishment }) => [what, text, punishment?.state])).toEqual([
    ['mute', 'muted before', 'active'],
    ['reported', 'reach', undefined],
    ['ban', 'lifted since', 'lifted'],
    ['warn', 'warned since', 'given'],
  ])
})

test('[guards.67] nothing is done to a person from a case that a colleague has claimed; the accused does not learn who has', async () => {
  const helper = await somebody('Moderator')
  const above = await somebody('Admin')
  const xuid = 'taken-over-xuid'
  await server.report(event('match', match([player(xuid)])))
  await server.report(event('link.code', { xuid, gamertag: xuid, code: 'TAKE2345' }))
  const target = await site.member()
  expect((await target.post('/api/link', { code: 'TAKE2345' })).status).toBe(200)
  const { id: userId } = target.user
  await (await site.member()).post(`/api/players/${userId}/reports`, { reason: 'reach' })
  const { id: caseId } = await openCase(helper, userId)
  await helper.post(`/api/admin/cases/${caseId}/claim`)
  await above.post(`/api/admin/cases/${caseId}/claim`, { reason: 'On holiday' })
  const calls = (staff: TestBrowser, from: object) => [
    staff.post('/api/admin/punishments', { userId, kind: 'warn', reason: 'reach', ...from }),
    staff.post(`/api/admin/members/${userId}/restriction`, { reason: 'reach', days: 3, ...from }),
    staff.post(`/api/admin/members/${userId}/profile-clearing`, { parts: ['bio'], reason: 'reach', ...from }),
  ]
  const stored = async () => (await target.get('/api/notices')).json.length
  await target.patch('/api/user', { bio: 'A nasty thing' })
  for (const refused of await Promise.all(calls(helper, { caseId }))) {
    expect([refused.status, refused.json.error]).toEqual([
      409,
      `${above.user.username} is working on this case`,
    ])
    expect(refused.json.current.claim.id).toBe(above.user.id)
  }
  expect(await stored()).toBe(0)
  const accused = await somebody('Moderator')
  await (await site.member()).post(`/api/players/${accused.user.id}/reports`, { reason: 'reach' })
  const own = await openCase(above, accused.user.id)
  await above.post(`/api/admin/cases/${own.id}/claim`)
  for (const refused of await Promise.all(calls(accused, { caseId: own.id }))) {
    expect(refused.status).toBe(403)
    expect(refused.text).not.toContain(above.user.username)
  }
  for (const unknown of await Promise.all(calls(above, { caseId: 2_000_000 })))
    expect(unknown.status).toBe(404)
  expect(await stored()).toBe(0)
  for (const done of await Promise.all(calls(above, { caseId }))) expect(done.status).toBeLessThan(300)
  expect(await stored()).toBe(3)
})
