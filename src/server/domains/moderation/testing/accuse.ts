import { sql } from 'kysely'
import { expect } from 'vitest'
import { accountOf, event, type TestGameServer } from '../../../testing/game-server.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import { type Person, playMatches, somebody } from './people.ts'

/** What the accused must never read: words of the reporter, chat, names of who reported, judged and reviewed. */
export const canariesOf = (n: string) => ({
  reason: `canary-reason-${n}`,
  gameReason: `canary-game-${n}`,
  chat: `canary-chat-${n}`,
  note: `canary-note-${n}`,
  reporter: `Canary Reporter ${n}`,
  judge: `Canary Judge ${n}`,
  issuer: `Canary Issuer ${n}`,
})

export type Canaries = ReturnType<typeof canariesOf>

export const must = async (response: ReturnType<Person['post']>) => {
  const said = await response
  expect(said.status, said.text).toBeLessThan(300)
  return said.json
}

/** Everything that staff may hold against somebody: reports, a decided case, a punishment, an appeal, a ruling. */
export async function accuse(
  site: TestApp,
  server: TestGameServer,
  accused: Person & { xuid: string },
  canaries: Canaries,
) {
  const judge = await memberWithRank(site, 'Owner', canaries.judge)
  const issuer = await memberWithRank(site, 'Manager', canaries.issuer)
  const reporter = await memberWithRank(site, 'Manager', canaries.reporter)
  const target = await accountOf(site, accused.xuid)
  const own = accused.user.id
  const post = await must(accused.post('/api/posts', { content: 'A post of the accused' }))
  const reason = canaries.reason
  await must(reporter.post(`/api/posts/${post.id}/reports`, { reason }))
  await must(
    judge.post('/api/admin/moderation/decisions', {
      subjectType: 'post',
      subjectId: post.id,
      decision: 'dismiss',
      note: canaries.note,
    }),
  )
  const report = await must(reporter.post(`/api/players/${target}/reports`, { reason }))
  const chat = [{ xuid: accused.xuid, gamertag: 'Tag', text: canaries.chat, at: new Date().toISOString() }]
  const reporterXuid = somebody()
  await server.lists(reporterXuid, accused.xuid)
  await server.report(
    event('report', {
      reporter: { xuid: reporterXuid },
      subject: { xuid: accused.xuid },
      class: 'abuse',
      reason: canaries.gameReason,
      chat,
    }),
  )
  const punishment = await must(
    issuer.post('/api/admin/punishments', { userId: target, kind: 'mute', reason: 'Read by the player' }),
  )
  await must(issuer.post(`/api/admin/members/${own}/restriction`, { reason: 'Read by the player', days: 1 }))
  // While it lasts, staff read nothing of staff at all.
  await sql`UPDATE restrictions SET until = now() WHERE user_id = ${own}`.execute(site.database.sql)
  const text = 'I never did that, please look at it once more, with care. '
  const appeal =
    target === own
      ? await must(accused.post('/api/appeals', { punishmentId: punishment.id, text }))
      : undefined
  if (appeal) {
    await must(judge.post(`/api/admin/appeals/${appeal.id}/claim`))
    await must(judge.post(`/api/admin/appeals/${appeal.id}/messages`, { text: 'Why should we?' }))
  }
  const [match] = await playMatches(server, accused.xuid, somebody())
  await must(
    judge.post('/api/admin/rulings', { action: 'exclude', matchIds: [match], reason: 'Read by players' }),
  )
  return { judge, caseId: report.id as number, appealId: appeal?.id as number | undefined, target }
}

export const leaksIn = (canaries: Canaries, text: string) =>
  Object.values(canaries).filter((canary) => text.includes(canary))
