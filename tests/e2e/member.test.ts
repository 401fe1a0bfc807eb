import { describe, expect, test } from 'vitest'
import { eachSize, openTab, register, visit } from './support/browser.ts'
import { sharedBrowser, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

describe.each(eachSize)('a %s window', (size) => {
  test('[frame.09] [frame.10] On small screens the navigation is collapsed behind a toggle, which opens and closes it, and a route change closes it', async () => {
    const { page, close } = await openTab(browser, { size })
    await visit(page, site.url)
    const header = page.getByRole('banner')
    const entry = header.getByRole('link', { name: 'Leaderboards' })
    const toggle = header.getByLabel('Menu', { exact: true })
    if (size === 'wide') {
      expect([await entry.isVisible(), await toggle.isVisible()]).toEqual([true, false])
    } else {
      await expect.poll(() => entry.isVisible()).toBe(false)
      await toggle.click()
      await entry.waitFor()
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
    await expect.poll(() => page.getByText('Multiple practice modes').isVisible()).toBe(size === 'wide')
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
  await footer.locator('summary', { hasText: 'Explore' }).click()
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
