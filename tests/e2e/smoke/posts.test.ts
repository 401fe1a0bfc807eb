import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openTab,
  register,
  revisit,
  visit,
} from '../support/browser.ts'
import { sharedBrowser, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const png = async () => ({
  name: 'arena-final-map-two-last-second-clutch-2026.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 180, channels: 3, background: '#ff7d33' } })
    .png()
    .toBuffer(),
})

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('[social.04] [social.12] [social.20] [social.32] [social.47] A member posts a picture, likes, reloads and deletes', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await register(page, site.url, 'poster')
  await visit(page, `${site.url}/social`)
  const toggle = page.getByRole('button', { name: 'Create New Post' })
  if (await toggle.isVisible()) await toggle.click()
  await page.getByRole('textbox', { name: /on your mind/ }).fill('Arena at night\nsecond line')
  await page.locator('input[type=file]').setInputFiles(await png())
  await page.getByRole('img', { name: /^Preview of arena/ }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const mine = card(page, 'Arena at night')
  await mine.waitFor()
  const picture = mine.locator('img[src^="/media/"]')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth]))
    .toEqual([true, 320])
  await expect.poll(() => page.getByRole('textbox', { name: /on your mind/ }).inputValue()).toBe('')

  await mine.getByRole('button', { name: 'Like, 0 likes' }).click()
  await mine.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor()
  await revisit(page)
  await mine.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await mine.getByRole('button', { name: /^Options for/ }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('Are you sure you want to delete this post? This action cannot be undone.').waitFor()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Post deleted successfully', { exact: true }).first().waitFor()
  await mine.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})
