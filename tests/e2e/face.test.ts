import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicPaths } from '../../src/contract/content/public-paths.ts'
import { type MailServer, mailServer } from '../../src/server/testing/mail-server.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openTab,
  quiet,
  register,
  sizes,
  visit,
} from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

/** With a page of the network's own and a cup, which are made before. */
const pages = [
  ...publicPaths,
  '/p/team',
  '/cups/1',
  '/report',
  '/apply',
  '/forums',
  '/auth',
  '/button-demo',
  '/experience-demo',
]

const browser = await sharedBrowser()
let site: Site
let contentDir: string
let mail: MailServer

/** Another network runs the same software: whatever still says the shipped name is caught here. */
beforeAll(async () => {
  contentDir = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), contentDir, { recursive: true })
  for (const found of await readdir(contentDir, { recursive: true, withFileTypes: true })) {
    if (!found.isFile()) continue
    const file = join(found.parentPath, found.name)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('vulx.example', 'ember.example'))
  }
  mail = await mailServer()
  site = await startSite({
    SITE_NAME: 'Ember Arena',
    SITE_SHORT_NAME: 'Ember',
    GAME_HOST: 'play.example.net',
    GAME_PORT: '19132',
    CONTENT_DIR: contentDir,
    SMTP_URL: mail.url,
    MAIL_FROM: 'site@ember.example',
    CONTACT_TO: 'team@ember.example',
  })
  const owner = await Person.owner(site, 'Face Owner')
  await owner.do('PUT', '/api/admin/settings/page.team', {
    value: {
      title: 'Team',
      description: null,
      text: '## Who we are\n\nA **small** team.',
      isPublished: true,
    },
    base: null,
  })
  const event = { title: 'Friday Eight', startDate: new Date(Date.now() + 86_400_000).toISOString() }
  const { id } = await owner.do('POST', '/api/events', event)
  expect(id).toBe(1)
  await owner.do('PUT', `/api/admin/events/${id}/cup`, {
    format: 'single',
    mode: 'sumo',
    seats: 8,
    minimum: 4,
  })
})
afterAll(async () => {
  await endSite(site)
  await mail?.close()
  await rm(contentDir, { recursive: true, force: true })
})

/** Goes down the page as a reader does, so that what loads only when it is near has loaded. */
async function readThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))
    }
    scrollTo(0, 0)
  })
  await quiet(page)
}

test('axe finds no violation on any public page, nothing scrolls sideways, and no request leaves the site, signed out and in', async () => {
  const { page, complaints, close } = await openTab(browser)
  const outside: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== site.url) outside.push(url.href)
  })
  for (const who of ['visitor', 'member'] as const) {
    if (who === 'member') await register(page, site.url, 'Face')
    for (const path of who === 'visitor' ? pages : ['/', '/community', '/contact', '/report', '/apply']) {
      for (const size of Object.values(sizes)) {
        await page.setViewportSize(size)
        if (size === sizes.wide) await visit(page, site.url + path)
        await readThrough(page)
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
    }
  }
  expect(outside).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

test('with motion, at 320 px and at 200 % of a 1280 px window no public page scrolls sideways', async () => {
  const { page, close } = await openTab(browser, { reducedMotion: 'no-preference' })
  for (const path of pages) {
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page, site.url + path)
    await expectNoSidewaysScroll(page)
    // What 200 % leaves of 1280 by 800.
    await page.setViewportSize({ width: 640, height: 400 })
    await expectNoSidewaysScroll(page)
  }
  await close()
})

test('[frame.33] With another name, host and content no page, tag, file, mail or image text says the shipped name', async () => {
  const texts = new Map<string, string>()
  const read = async (path: string) => {
    const response = await fetch(site.url + path)
    texts.set(path, await response.text())
  }
  for (const path of [
    ...pages,
    '/auth',
    '/forums',
    '/staff-applications',
    '/nowhere',
    '/player/999',
    '/manifest.webmanifest',
    '/robots.txt',
    '/sitemap.xml',
    '/sw.js',
    '/offline',
    '/api/docs',
    '/api/openapi.json',
    '/api/content/rules',
    '/api/content/faq',
    '/api/content/shop',
    '/api/content/guidelines',
  ])
    await read(path)
  const scripts = [...texts.values()].flatMap((text) => text.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])
  for (const path of new Set(scripts)) await read(path)
  expect(texts.size).toBeGreaterThan(60)
  for (const [path, text] of texts)
    expect([path, text.match(/.{30}vulx.{30}/i)?.[0]]).toEqual([path, undefined])
  expect(texts.get('/')?.match(/<title>[^<]*/)?.[0]).toBe('<title>Ember Arena')
  expect(texts.get('/')?.match(/minecraft:[^"]+/)?.[0]).toBe(
    'minecraft://?addExternalServer=Ember%20Arena|play.example.net:19132',
  )

  const sent = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({
      name: 'Asker',
      email: 'asker@mail.example',
      subject: 'Hello',
      message: 'A question',
    }),
  })
  expect(sent.status).toBe(201)
  await expect.poll(() => mail.lines.some((line) => line.startsWith('Subject:'))).toBe(true)
  expect(mail.lines.filter((line) => /vulx/i.test(line))).toEqual([])
  expect(mail.lines).toContain('Subject: [Ember Arena] Hello')
})

test('[frame.34] [frame.35] The announcement line and outside links follow their files without a restart; a broken file changes nothing and is named in the log', async () => {
  const { page, close } = await openTab(browser)
  const announcement = join(contentDir, 'announcement.yaml')
  const lineOf = async () => {
    await visit(page, site.url)
    return page.getByRole('complementary', { name: 'Announcement' }).allInnerTexts()
  }
  expect(await lineOf()).toEqual([])
  await writeFile(announcement, 'text: Tournament on {site} tonight\nlink: /events\n')
  await expect.poll(lineOf).toEqual(['Tournament on Ember Arena tonight'])
  await page.getByRole('link', { name: 'Tournament on Ember Arena tonight' }).click()
  await page.waitForURL(`${site.url}/events`)

  await writeFile(announcement, 'text: [')
  await expect.poll(() => site.output()).toMatch(/announcement\.yaml:\d+: .*last good version/)
  expect(await lineOf()).toEqual(['Tournament on Ember Arena tonight'])

  const links = join(contentDir, 'links.yaml')
  await writeFile(announcement, 'text: null\nlink: null\n')
  await writeFile(
    links,
    (await readFile(links, 'utf8')).replace('https://www.youtube.com', 'https://youtube.example/ember'),
  )
  await expect.poll(lineOf).toEqual([])
  await expect
    .poll(() => page.getByRole('link', { name: 'YouTube' }).getAttribute('href'))
    .toBe('https://youtube.example/ember')
  await close()
})

test('who asked for less motion sees no endless animation, and no video plays by itself', async () => {
  const { page, close } = await openTab(browser)
  for (const path of ['/', '/experience-demo']) {
    await visit(page, site.url + path)
    await readThrough(page)
    const running = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            (animation) =>
              animation.playState === 'running' &&
              animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
          ).length,
    )
    const playing = await page
      .locator('video')
      .evaluateAll((videos) => videos.filter((video) => !(video as HTMLVideoElement).paused).length)
    expect([path, running, playing]).toEqual([path, 0, 0])
  }
  await close()
})

test('who asked for less motion sees what a smaller window changes at once, nothing on its way there', async () => {
  const { page, close } = await openTab(browser)
  await visit(page, site.url)
  await page.setViewportSize(sizes.narrow)
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map(({ transitionProperty }) => transitionProperty),
  )
  expect(moving).toEqual([])
  await close()
})

test('a visitor gets from the top of Home to the shop by keyboard alone', async () => {
  const { page, close } = await openTab(browser)
  await visit(page, site.url)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  const isAt = (name: string) =>
    page.evaluate((wanted) => document.activeElement?.textContent?.trim() === wanted, name)
  let steps = 0
  while (!(await isAt('Shop')) && steps < 40) {
    await page.keyboard.press('Tab')
    steps += 1
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/shop`)
  await close()
})

test('on paper a page stands alone, dark on white, and what is folded on the screen is open', async () => {
  const { page, close } = await openTab(browser)
  await visit(page, `${site.url}/rules`)
  const folded = page.getByRole('region', { name: 'Account Security' })
  const around = [page.getByRole('banner'), page.getByRole('contentinfo')]
  await expect.poll(() => folded.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => folded.isVisible()).toBe(true)
  for (const part of around) expect(await part.isVisible()).toBe(false)
  const looks = await page.evaluate(() =>
    [document.documentElement, document.querySelector('h1')!].map((element) => {
      const { backgroundColor, color } = getComputedStyle(element)
      return { backgroundColor, color }
    }),
  )
  const paper = { backgroundColor: 'rgba(0, 0, 0, 0)', color: 'rgb(0, 0, 0)' }
  expect(looks).toEqual([paper, paper])
  await close()
})
