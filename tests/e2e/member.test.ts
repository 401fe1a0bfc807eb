import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  launch,
  openTab,
  register,
  revisit,
  sizes,
  visit,
} from './support/browser.ts'
import { endSite, type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await endSite(site)
})

const toastText = (page: Page) => page.getByRole('region', { name: /notifications/i }).locator('li')

async function expectToast(page: Page, ...texts: string[]) {
  for (const text of texts) await toastText(page).getByText(text, { exact: true }).first().waitFor()
}

async function screenshot(page: Page, path?: string) {
  if (path !== undefined) await visit(page, site.url + path)
  // With its fonts: axe measures what a person reads.
  await page.evaluate(async () => void (await document.fonts.ready))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('a %s window', (size) => {
  test('register, post with a PNG, like, reload, delete, edit profile, change password (both sessions end), sign in again; no console error, no policy report', async () => {
    const { page, complaints, close } = await openTab(browser, { size })
    const name = `Journey-${size}`
    await register(page, site.url, name)
    await expectToast(page, 'Registration successful', `Welcome to the community, ${name}!`)

    await visit(page, `${site.url}/social`)
    if (size === 'narrow') await page.getByRole('button', { name: 'Create New Post' }).first().click()
    await page.getByRole('textbox').first().fill('My first <b>post</b> 🦊')
    const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ff7d33' } })
      .png()
      .toBuffer()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: png })
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    const card = page.getByRole('article').filter({ hasText: 'My first <b>post</b> 🦊' })
    await card.waitFor()
    const image = card.locator('img[src^="/media/"]')
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(90)

    const like = card.getByRole('button', { name: /like/i })
    await like.click()
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')
    await revisit(page)
    expect(await like.getAttribute('aria-pressed')).toBe('true')
    await screenshot(page)
    await card
      .getByRole('button', { name: /delete/i })
      .first()
      .click()
    const dialog = page.getByRole('alertdialog')
    await dialog
      .getByText('Are you sure you want to delete this post? This action cannot be undone.')
      .waitFor()
    await screenshot(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', 'Post deleted successfully')
    await expect.poll(() => card.count()).toBe(0)

    await screenshot(page, '/profile')
    await page.getByLabel('Bio').fill('I fight at night.')
    await page.getByLabel(/Discord/).fill('@night_fox')
    await page.getByRole('button', { name: /save/i }).click()
    await expectToast(page, 'Profile updated', 'Your profile has been updated successfully')
    await page.getByText('I fight at night.', { exact: true }).first().waitFor()
    await revisit(page)
    expect(await page.getByLabel('Bio').inputValue()).toBe('I fight at night.')

    const other = await openTab(browser, { size })
    await visit(other.page, `${site.url}/auth`)
    await other.page.getByLabel('Username').fill(name)
    await other.page.getByLabel('Password').fill('correct horse')
    await other.page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
    await other.page.waitForURL(`${site.url}/`)

    await page.getByRole('tab', { name: 'Change Password' }).click()
    await page.getByLabel('Current Password').fill('correct horse')
    await page.getByLabel('New Password', { exact: true }).fill('better horse')
    await page.getByLabel(/Confirm/).fill('better horse')
    await screenshot(page)
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /change|update/i })
      .click()
    await page.waitForURL(`${site.url}/auth`)
    await expectToast(page, 'Password changed', 'Your password has been updated successfully')
    await visit(other.page, `${site.url}/profile`)
    expect(new URL(other.page.url()).pathname).toBe('/auth')

    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password').fill('better horse')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`${site.url}/`)
    await expectToast(page, 'Login successful', `Welcome back, ${name}!`)
    expect(complaints).toEqual([])
    expect(other.complaints).toEqual([])
    await other.close()
    await close()
  })

  test.each(['/', '/auth', '/social', '/nowhere'])(
    'axe finds no violation (WCAG 2.2 AA tags) on %s for a visitor',
    async (path) => {
      const { page, close } = await openTab(browser, { size })
      await screenshot(page, path)
      await close()
    },
  )

  test('[frame.09] [frame.10] On small screens the navigation is collapsed behind a toggle, which opens and closes it, and a route change closes it', async () => {
    const { page, close } = await openTab(browser, { size })
    await visit(page, site.url)
    const header = page.getByRole('banner')
    const entry = header.getByRole('link', { name: 'Leaderboards' })
    const toggle = header.getByLabel('Menu', { exact: true })
    if (size === 'wide') {
      expect([await entry.isVisible(), await toggle.isVisible()]).toEqual([true, false])
    } else {
      expect(await entry.isVisible()).toBe(false)
      await toggle.click()
      await entry.waitFor()
      await screenshot(page)
      await toggle.click()
      await expect.poll(() => entry.isVisible()).toBe(false)
      await toggle.click()
      await header.getByRole('link', { name: 'LOGIN' }).click()
      await page.waitForURL(`${site.url}/auth`)
      await expect.poll(() => entry.isVisible()).toBe(false)
    }
    await close()
  })

  test('[auth.03] On wide screens /auth has a marketing panel, not on small ones', async () => {
    const { page, close } = await openTab(browser, { size })
    await visit(page, `${site.url}/auth`)
    await page.getByRole('tab', { name: 'Login' }).waitFor()
    expect(await page.getByText('Multiple practice modes').isVisible()).toBe(size === 'wide')
    await close()
  })
})

test('[frame.02] [frame.18] Every route change and every footer link scrolls the page to the top, also when it names the current page', async () => {
  const { page, close } = await openTab(browser, { size: 'narrow' })
  await visit(page, site.url)
  const bottom = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const height = () => page.evaluate(() => Math.round(scrollY))
  const footer = page.getByRole('contentinfo')
  await bottom()
  expect(await height()).toBeGreaterThan(200)
  await footer.getByRole('link', { name: 'Home', exact: true }).click()
  await expect.poll(height).toBe(0)
  await bottom()
  await footer.getByRole('link', { name: 'Report a Bug' }).click()
  await page.waitForURL(`${site.url}/report`)
  await expect.poll(height).toBe(0)
  await close()
})

test('[frame.41] Dates are UTC in the server’s HTML and in the visitor’s zone after mounting, without a hydration warning in the console', async () => {
  const html = await (await fetch(`${site.url}/social`)).text()
  expect(html).toContain('Social Feed')
  const { page, complaints, close } = await openTab(browser, { timezoneId: 'Pacific/Kiritimati' })
  await register(page, site.url, 'Far-away')
  const response = await visit(page, `${site.url}/profile`)
  const inUtc = /datetime="([^"]+)"[^>]*>([^<]+)</i.exec((await response?.text()) ?? '')
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }).format(new Date(inUtc?.[1] ?? ''))
  expect(inUtc?.[2]?.replace(/\s/g, ' ')).toContain(format('UTC').replace(/\s/g, ' '))
  const shown = await page.locator('time').first().textContent()
  expect(shown?.replace(/\s/g, ' ')).toContain(format('Pacific/Kiritimati').replace(/\s/g, ' '))
  expect(complaints).toEqual([])
  await close()
})
