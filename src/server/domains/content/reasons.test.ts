import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ReasonsContent } from '../../../contract/content/reasons-schemas.ts'
import { PunishmentReason } from '../../../contract/moderation/punishments-schemas.ts'
import { rootDir } from '../../store.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { defaultReasons } from './default-words.ts'
import { checkYaml } from './yaml-file.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const check = (text: string) =>
  checkYaml({
    file: 'reasons.yaml',
    text,
    schema: ReasonsContent,
    placeholders: { site: 'Isles' },
    defaults: defaultReasons,
  })

test('[guards.21] staff get the templates of reasons, nobody else does', async () => {
  const path = '/api/admin/reasons'
  expect((await site.browser().get(path)).status).toBe(401)
  const [member, helper] = [await site.member(), await site.member()]
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${helper.user.id}`.execute(site.database.sql)
  expect((await member.get(path)).status).toBe(403)
  expect((await helper.get(path)).json).toEqual(defaultReasons)
})

test('[guards.21] the shipped templates are those of a site without the file, and each is a reason that the server takes', async () => {
  const text = await readFile(join(rootDir, 'content/reasons.yaml'), 'utf8')
  expect(parse(text)).toEqual(defaultReasons)
  expect(check('')).toEqual({ value: defaultReasons })
  for (const { text } of defaultReasons.reasons)
    expect(PunishmentReason.parse({ reason: text }).reason).toBe(text)
})

test('[guards.21] an operator’s own list takes the place of the shipped one, or empties it', () => {
  expect(
    check(
      'reasons:\n  - { title: Ours, text: Be kind at {site}. }'.replace(
        'Be kind at {site}.',
        '"Be kind at {site}."',
      ),
    ),
  ).toEqual({
    value: { reasons: [{ title: 'Ours', text: 'Be kind at Isles.' }] },
  })
  expect(check('reasons: []')).toEqual({ value: { reasons: [] } })
})

test.each([
  ['reasons: [{ title: Spam }]', 'text is missing: it must be text'],
  [`reasons: [{ title: Spam, text: ${'a'.repeat(501)} }]`, 'must be 500 characters or less'],
  [
    'reasons: [{ title: Spam, text: a }, { title: Spam, text: b }]',
    'must not have two entries with the same title',
  ],
])('[guards.21] a broken list is refused with the field: %#', (text, reason) => {
  expect(check(text)).toMatchObject({ problems: [{ reason: expect.stringContaining(reason) }] })
})
