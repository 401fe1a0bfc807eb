import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'

/** Helpers that create members, posts, reports and decisions. */
export function moderationSetup(site: () => TestApp) {
  const setRank = (id: number, rank: Rank) =>
    sql`UPDATE users SET rank = ${rank} WHERE id = ${id}`.execute(site().database.sql)
  return {
    setRank,
    async somebody(rank: Rank) {
      const member = await site().member()
      await setRank(member.user.id, rank)
      return member
    },
    write: async (author: TestBrowser, content: string) =>
      (await author.post('/api/posts', { content })).json.id as number,
    report: (reporter: TestBrowser, id: number, reason = 'spam') =>
      reporter.post(`/api/posts/${id}/reports`, { reason }),
    claim: (staff: TestBrowser, subjectId: number, subjectType = 'post') =>
      staff.post('/api/admin/moderation/claims', { subjectType, subjectId }),
    decide: (staff: TestBrowser, subjectId: number, decision: string, more = {}) =>
      staff.post('/api/admin/moderation/decisions', {
        subjectType: 'post',
        subjectId,
        decision,
        ...(['action', 'remove'].includes(decision) && { note: 'Seen in the replay' }),
        ...more,
      }),
    remove: (staff: TestBrowser, id: number, reason: unknown = 'Insults somebody') =>
      staff.post(`/api/admin/posts/${id}/removal`, { reason }),
    clear: (staff: TestBrowser, id: number, parts: unknown, reason: unknown = 'Insults somebody') =>
      staff.post(`/api/admin/members/${id}/profile-clearing`, { parts, reason }),
    restrict: (staff: TestBrowser, id: number, body: object = { reason: 'spam', days: 3 }) =>
      staff.post(`/api/admin/members/${id}/restriction`, body),
    async openCase(staff: TestBrowser, subjectId: number) {
      const { json } = await staff.get('/api/admin/moderation?limit=100')
      return json.find((one: { subjectId: number }) => one.subjectId === subjectId)
    },
    /** Stored reports about a subject, oldest first. */
    async storedReports(subjectId: number) {
      const { rows } = await sql<{ status: string; decided_by: number | null; note: string | null }>`
        SELECT status, decided_by, note FROM moderation_reports WHERE subject_id = ${subjectId} ORDER BY id
      `.execute(site().database.sql)
      return rows
    },
    async auditEntries(action: string, subjectId: number) {
      const { rows } = await sql<{ actor_id: number; after: unknown }>`
        SELECT actor_id, after FROM audit_log WHERE action = ${action} AND subject_id = ${subjectId} ORDER BY id
      `.execute(site().database.sql)
      return rows
    },
  }
}
