import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  launch,
  openTab,
  revisit,
  sizes,
  visit,
} from './support/browser.ts'
import { Person } from './support/people.ts'
import { endSite, type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser
let owner: Person
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  owner = await Person.owner(site, 'Editor')
})
afterAll(async () => {
  await browser?.close()
  await endSite(site)
})

const markdown = [
  'The spring season begins on **Monday**.',
  '## What is new',
  '- three maps\n- a `duel` queue',
  '> Play fair.',
  `~~~\n/queue ${'duel '.repeat(60)}\n~~~`,
  'Read the [rules](/rules).',
].join('\n\n')

/** A visitor and a member get a 404, and no list, feed or sitemap names the item. */
async function expectHidden(slug: string) {
  const member = await Person.register(site, `Early ${slug}`.slice(0, 12))
  for (const headers of [{}, { cookie: member.cookie }]) {
    for (const path of [`/news/${slug}`, `/api/news/${slug}`])
      expect((await fetch(site.url + path, { headers })).status, path).toBe(404)
    for (const path of ['/news', '/api/news', '/news/feed.xml', '/sitemap.xml']) {
      const text = await (await fetch(site.url + path, { headers })).text()
      expect(text.includes(slug), `${path} names ${slug}`).toBe(false)
    }
  }
}

test('[voice.37] [voice.38] [voice.50] [voice.51] an admin writes, previews and publishes in the browser; visitors read it and its comments, members are notified', async () => {
  const member = await Person.register(site, 'Reader')
  const { page, context, complaints, close } = await openTab(browser)
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/news`)
  await page.getByText('No news yet').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New item' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Spring season')
  await dialog.getByLabel('Summary').fill('It begins on Monday, with three maps.')
  await dialog.getByLabel('Text', { exact: true }).fill(markdown)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog
    .getByRole('region', { name: 'Preview' })
    .getByRole('heading', { name: 'What is new' })
    .waitFor()
  for (const size of [sizes.narrow, sizes.wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  // What was typed is still there after a reload.
  await revisit(page)
  await page.getByRole('button', { name: 'New item' }).click()
  await dialog.getByText('Your draft is back').waitFor()
  expect(await dialog.getByLabel('Address').inputValue()).toBe('spring-season')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectHidden('spring-season')

  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('PUBLISHED', { exact: true }).waitFor()
  await expectAccessible(page)
  await expect
    .poll(async () => JSON.stringify(await member.do('GET', '/api/notifications')))
    .toContain('/news/spring-season')

  const reader = await openTab(browser, { size: 'narrow' })
  await visit(reader.page, `${site.url}/news`)
  await reader.page.getByRole('link', { name: 'Spring season' }).click()
  await reader.page.waitForURL(`${site.url}/news/spring-season`)
  await reader.page.getByRole('heading', { level: 1, name: 'Spring season' }).waitFor()
  for (const size of [sizes.narrow, sizes.wide]) {
    await reader.page.setViewportSize(size)
    await expectNoSidewaysScroll(reader.page)
    await expectAccessible(reader.page)
  }
  await visit(page, `${site.url}/news/spring-season`)
  await page.getByRole('textbox', { name: /Your comment/ }).fill('See you <b>on Monday</b>')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('See you <b>on Monday</b>', { exact: true }).and(page.locator('p')).waitFor()
  await reader.page.getByText('See you <b>on Monday</b>').waitFor()
  await expectAccessible(reader.page)
  const html = await (await fetch(`${site.url}/news/spring-season`)).text()
  expect(html).toContain('See you &lt;b&gt;on Monday&lt;/b&gt;')
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await reader.page.getByText('No comments yet').waitFor()

  const feed = await fetch(`${site.url}/news/feed.xml`)
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const entries = await reader.page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      if (parsed.querySelector('parsererror')) throw new Error('the feed is no XML')
      return [...parsed.querySelectorAll('entry > link')].map((link) => link.getAttribute('href'))
    },
    await feed.text(),
  )
  expect(entries).toEqual([`${site.url}/news/spring-season`])
  expect([...complaints, ...reader.complaints]).toEqual([])
  await reader.close()
  await close()
})

/** How far a page jumps while it and its picture of this name load. */
async function loaded(page: Page, path: string, name: string) {
  await visit(page, site.url + path)
  const picture = page.getByRole('img', { name })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are handed over in tasks of their own, before the page has nothing to do.
        requestAnimationFrame(() => requestIdleCallback(() => resolve(sum)))
      }),
  )
}

test('[voice.39] an admin adds a cover in the browser; visitors see it on home, in the list and on the item, where nothing moves', async () => {
  const text = {
    title: 'A bridge',
    slug: 'a-bridge',
    summary: 'A new map',
    markdown: 'It is open.\n\n'.repeat(20),
  }
  const { id } = await owner.do('POST', '/api/admin/news', text)
  const { page, context, complaints, close } = await openTab(browser)
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/news`)
  const row = page.getByRole('listitem').filter({ hasText: 'A bridge' })
  await row.getByRole('button', { name: 'Picture' }).click()
  const dialog = page.getByRole('dialog')
  const buffer = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#f76b15' } })
    .png()
    .toBuffer()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'bridge.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('img', { name: 'Preview' }).waitFor()
  await dialog.getByLabel('Alternative text').fill('Two players on a bridge')
  for (const size of [sizes.narrow, sizes.wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Picture' }).click()
  // Admins see it while it is a draft.
  const shown = dialog.getByRole('img', { name: 'Two players on a bridge' })
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280)
  await page.keyboard.press('Escape')
  await owner.do('POST', `/api/admin/news/${id}/publication`, {})

  const reader = await openTab(browser, { size: 'narrow' })
  // The browser keeps the fonts: where these come late, letters move as well.
  await visit(reader.page, `${site.url}/`)
  await reader.page.evaluate(() => document.fonts.ready)
  for (const size of [sizes.narrow, sizes.wide]) {
    await reader.page.setViewportSize(size)
    for (const path of ['/', '/news', '/news/a-bridge']) {
      expect(await loaded(reader.page, path, 'Two players on a bridge'), path).toBeLessThan(0.02)
      await expectNoSidewaysScroll(reader.page)
      await expectAccessible(reader.page)
    }
  }
  const meta = reader.page.locator('meta[property="og:image"]')
  expect(await meta.getAttribute('content')).toBe(`${site.url}/share/news/a-bridge.png`)
  expect((await fetch(`${site.url}/share/news/a-bridge.png`)).headers.get('content-type')).toBe('image/png')
  expect([...complaints, ...reader.complaints]).toEqual([])
  await reader.close()
  await close()
})

test('[voice.41] [voice.42] a scheduled item is hidden, and appears at its time while the site runs', async () => {
  const text = { title: 'Later', slug: 'winter-season', summary: 'Soon', markdown: 'Soon' }
  const { id } = await owner.do('POST', '/api/admin/news', text)
  await owner.do('POST', `/api/admin/news/${id}/publication`, {
    at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await expectHidden('winter-season')
  await owner.do('POST', `/api/admin/news/${id}/publication`, {
    at: new Date(Date.now() + 1_000).toISOString(),
  })
  await expect.poll(async () => (await fetch(`${site.url}/news/winter-season`)).status).toBe(200)
})
