import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { rootDir } from '../../store.ts'
import { readContent } from './content.ts'
import { siteSettings } from './site-settings.ts'
import { type ContentStore, openContent } from './store.ts'

let directory: string
let store: ContentStore | undefined
const said = { info: [] as unknown[], error: [] as unknown[] }
const log = {
  info: (line: unknown) => void said.info.push(line),
  error: (line: unknown) => void said.error.push(line),
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
  said.info.length = 0
  said.error.length = 0
})

afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(directory, { recursive: true })
})

const config = () => readConfig({ CONTENT_DIR: directory, SITE_NAME: 'Ember Arena' }, rootDir)
/** In one step: on a busy machine two looks of 10 ms would see the same half of a file. */
const write = async (name: string, text: string) => {
  await writeFile(join(directory, 'new'), text)
  await rename(join(directory, 'new'), join(directory, name))
}
const open = async () => {
  store = await openContent(config(), log as never, { everyMs: 10 })
  return store
}
const soon = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 10 })

test.each([
  ['is missing', () => rm(join(directory, 'faq.yaml')), /faq\.yaml: The file is missing/],
  ['is not YAML', () => write('rules.yaml', 'sections: ['), /rules\.yaml:1: /],
  ['lacks a key', () => write('guidelines.yaml', 'other: 1'), /guidelines\.yaml:1: other is not a key here/],
  [
    'has a bad link',
    () => write('announcement.yaml', 'text: Hi\nlink: javascript:alert(1)'),
    /announcement\.yaml:2: link must be a path/,
  ],
  [
    'has a link to another host in a path',
    () => write('announcement.yaml', 'text: Hi\nlink: //evil.example'),
    /announcement\.yaml:2: link/,
  ],
  ['is huge', () => write('faq.yaml', 'x'.repeat(300_000)), /faq\.yaml: The file is larger than 256 KB/],
])('[frame.35] Content refuses to start when a file %s', async (_what, damage, message) => {
  await damage()
  await expect(open()).rejects.toThrow(message)
})

test('[frame.35] All problems of all files are reported at once', async () => {
  await write('rules.yaml', 'sections: [')
  await write('links.yaml', 'youtube: ftp://a')
  await expect(readContent(config())).rejects.toThrow(/links\.yaml:1: youtube[\s\S]*rules\.yaml:1: /)
})

test('[frame.34] The announcement line and outside links follow their files while the site runs', async () => {
  const content = await open()
  const settings = () => siteSettings(config(), content.current())
  expect(settings().announcement).toBeUndefined()
  await write('announcement.yaml', 'text: Double XP on {site} tonight\nlink: /events\n')
  await soon(() =>
    expect(settings().announcement).toEqual({ text: 'Double XP on Ember Arena tonight', link: '/events' }),
  )
  expect(said.info).toHaveLength(1)
  expect(said.error).toEqual([])
})

test('[frame.35] A file made invalid while the site runs keeps the last good version, is named once in the log, and may be mended', async () => {
  const content = await open()
  const before = content.current()
  await write('rules.yaml', 'intro: Half a f')
  await soon(() => expect(said.error).not.toHaveLength(0))
  expect(String(said.error[0])).toMatch(
    /rules\.yaml:1: sections is missing: it must be a list.*last good version/,
  )
  const errorCount = said.error.length
  // The store looks at its files every 10 ms: one that read a bad file at each look would have named it again by then.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(said.error).toHaveLength(errorCount)
  expect(content.current()).toBe(before)

  await cp(join(rootDir, 'content/rules.yaml'), join(directory, 'rules.yaml'))
  await soon(() => expect(content.current()).not.toBe(before))
  expect(content.current().rules).toEqual(before.rules)
})

test('[frame.35] A file taken away while the site runs keeps the last good version', async () => {
  const content = await open()
  const before = content.current()
  await rm(join(directory, 'shop.yaml'))
  await soon(() => expect(said.error).not.toHaveLength(0))
  expect(String(said.error[0])).toMatch(/shop\.yaml: The file is missing/)
  expect(content.current()).toBe(before)
})
