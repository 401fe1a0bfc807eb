import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditActions, auditFields, auditSubjects, auditValueLabels } from '../../contract/admin/audit.ts'
import type { Text } from '../../contract/languages.ts'
import { sayInEnglish } from '../platform/languages/say.ts'
import { wordlessInAudit } from '../testing/audit-words.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

test('[guards.23] no label is a key of the program', () => {
  const tables = [auditActions, auditSubjects, auditFields, ...Object.values(auditValueLabels)]
  const labels = tables.flatMap((table) => Object.values<Text>(table)).map(sayInEnglish)
  expect(labels.length).toBeGreaterThan(150)
  expect(labels.filter((label) => label.trim() === '' || /[_.]|[a-z][A-Z]/.test(label))).toEqual([])
})

test('[guards.23] closing a site fails for each action, subject, field and value of its log without words', async () => {
  const undone = new Error('undone')
  let found: string[] = []
  const planted = site.database.sql.transaction().execute(async (transaction) => {
    await sql`
      INSERT INTO audit_log (actor_name, action, subject_type, before, after) VALUES
        ('x', 'shop.open', 'shop', NULL, '{"rankKey": 1}'),
        ('x', 'report.status', 'report', '{"status": "pending"}', '{"status": "parked", "note": "in_review"}'),
        ('x', 'member.clear', 'member', NULL, '{"parts": ["bio", "shoes"]}'),
        ('x', 'practice.update', 'practice', '{"position": 1}', '{"position": 2}')
    `.execute(transaction)
    found = await wordlessInAudit(transaction)
    throw undone
  })
  await expect(planted).rejects.toBe(undone)
  expect(found).toEqual([
    'the action shop.open',
    'the subject shop',
    'the field rankKey of shop.open',
    'the value parked of status',
    'the value shoes of parts',
  ])
  expect(await wordlessInAudit(site.database.sql)).toEqual([])
})
