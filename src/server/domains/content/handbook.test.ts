import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { rootDir } from '../../store.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { contentProblems, readContent } from './content.ts'

let site: TestApp
let directory: string
beforeAll(async () => {
  site = await testApp()
  directory = await mkdtemp(join(tmpdir(), 'handbook-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
})
afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const path = '/api/admin/handbook'
const own = () => readConfig({ CONTENT_DIR: directory }, rootDir)

test('[fair.88] Visitors and members do not get the handbook; staff get it as HTML', async () => {
  expect((await site.browser().get(path)).status).toBe(401)
  const [member, helper] = [await site.member(), await site.member()]
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${helper.user.id}`.execute(site.database.sql)
  expect((await member.get(path)).status).toBe(403)
  const { status, json } = await helper.get(path)
  expect(status).toBe(200)
  expect(json.html).toContain('<h2>Before you begin</h2>')
  expect(json.html).not.toMatch(/<h1>|\|---/)
})

test('[fair.88] A folder without a handbook has the shipped one, and an operator’s own is shown', async () => {
  await writeFile(join(directory, 'handbook.md'), '## Ours\n\n<b>Be fair</b> at {site}.\n')
  const { siteName } = own()
  expect((await readContent(own())).markdown.handbook.html).toBe(
    `<h2>Ours</h2>\n<p>&lt;b&gt;Be fair&lt;/b&gt; at ${siteName}.</p>\n`,
  )
  await rm(join(directory, 'handbook.md'))
  const shipped = (await readContent(readConfig({}, rootDir))).markdown.handbook
  expect((await readContent(own())).markdown.handbook).toEqual(shipped)
})

test('[fair.88] A title in it is refused with the line, since the page has its own', async () => {
  await writeFile(join(directory, 'handbook.md'), '# Handbook\n\n## Ours\n')
  const problems = await contentProblems(own())
  expect(problems).toEqual([
    expect.stringMatching(/handbook\.md:1: The page has a title already: begin headings with ##\.$/),
  ])
})

test('[powers.86] A handbook in a file that takes too long to render refuses no start: it is shown as it is written, and named', async () => {
  await writeFile(join(directory, 'handbook.md'), `- ${'*a_ '.repeat(4_000)}`)
  const { html } = (await readContent(own())).markdown.handbook
  expect(html).toBe(`<p>- ${'*a_ '.repeat(4_000).trim()}</p>\n`)
  expect(await contentProblems(own())).toEqual([
    expect.stringMatching(/handbook\.md: At most .*\(the text is shown as it is written, not as Markdown\)$/),
  ])
  await rm(join(directory, 'handbook.md'))
})
