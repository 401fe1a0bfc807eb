import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openTab, sizes, visit } from './support/browser.ts'
import { sharedBrowser, sharedOwner, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const owner = await sharedOwner()

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
  await expect.poll(() => meta.getAttribute('content')).toBe(`${site.url}/share/news/a-bridge.png`)
  expect((await fetch(`${site.url}/share/news/a-bridge.png`)).headers.get('content-type')).toBe('image/png')
  expect([...complaints, ...reader.complaints]).toEqual([])
  await reader.close()
  await close()
})
