import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectKeyboardReach, look, openTab, tabTo, visit } from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite()
})

afterAll(() => endSite(site))

const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

test('[settings.26] [settings.53] By keyboard alone, with nothing of a terminal but the printed link: an Owner, an own name and own words, which a visitor sees; then set-up is shut', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await expect.poll(site.output, { timeout: 60_000 }).toContain('/setup#')
  const [link = ''] = /http:\S+\/setup#\S+/.exec(site.output()) ?? []

  await visit(page, `${site.url}/setup`)
  await page.getByText('This link is not complete').waitFor()
  await visit(page, link)
  await page.getByLabel('Username').waitFor()
  expect(page.url()).toBe(`${site.url}/setup`)
  await look(page)
  await type(page, 'Username', 'Bosslady')
  await type(page, 'Password', 'correct horse battery')
  await type(page, 'Confirm Password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/admin`)

  await visit(page, `${site.url}/admin/settings`)
  await look(page)
  await tabTo(page, page.getByRole('link', { name: /^Name and address/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Name and address' }).waitFor()
  await type(page, 'Name', 'Ember Arena')
  await type(page, 'Short name', 'Ember')
  await look(page)
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()

  await visit(page, `${site.url}/admin/settings/words.home`)
  await type(page, 'Hero', 'Come to {short} and fight.')
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  await look(page)

  const visitor = await openTab(browser)
  await visit(visitor.page, site.url)
  await visitor.page.getByText('Come to Ember and fight.').waitFor()
  expect(await visitor.page.title()).toContain('Ember Arena')
  const html = await (await visitor.page.request.get(site.url)).text()
  expect(html).not.toContain('Vulx')
  const shut = await visitor.page.request.get(`${site.url}/setup`)
  expect(shut.status()).toBe(404)
  await visit(visitor.page, `${site.url}/setup`)
  await visitor.page.getByText('404 Page Not Found').waitFor()

  expect([complaints, visitor.complaints.filter((one) => !one.includes('404'))]).toEqual([[], []])
  await close()
  await visitor.close()
})

test('[settings.97] Every page of the settings fits 1280 and 360 px, is accessible and used by keyboard alone; a page of one’s own is written by keyboard, previewed, published and linked, and a visitor finds it', async () => {
  const { page, complaints, close } = await openTab(browser)
  const signedIn = await page.request.post(`${site.url}/api/login`, {
    data: { username: 'Bosslady', password: 'correct horse battery' },
    headers: { origin: site.url },
  })
  expect(signedIn.status()).toBe(200)

  await visit(page, `${site.url}/admin/settings`)
  await type(page, 'Address of a new page', 'about')
  await page.keyboard.press('Enter')
  await page.getByText('New page', { exact: true }).waitFor()
  await type(page, 'Title', 'About {site}')
  await type(page, 'Text', 'We play **every** evening.')
  const picture = page.frameLocator('iframe')
  await picture.getByText('We play every evening.').waitFor()
  expect((await page.request.get(`${site.url}/api/content/pages/about`)).status()).toBe(404)
  await tabTo(page, page.getByLabel('Published', { exact: true }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  await look(page)

  const { scopes } = (await (await page.request.get(`${site.url}/api/admin/settings`)).json()) as {
    scopes: { scope: string }[]
  }
  // The words of all pages have one form.
  const forms = scopes.filter(({ scope }) => !scope.startsWith('words.') || scope === 'words.home')
  expect(forms.length).toBeGreaterThan(8)
  for (const { scope } of forms) {
    await visit(page, `${site.url}/admin/settings/${scope}`)
    await page.getByRole('button', { name: 'Save' }).first().waitFor()
    await look(page)
    await expectKeyboardReach(page)
  }
  for (const other of ['', '/ranks', '/game-servers', '/invites', '/backups']) {
    await visit(page, `${site.url}/admin/settings${other}`)
    await look(page)
    await expectKeyboardReach(page)
  }

  await visit(page, `${site.url}/admin/settings/navigation`)
  await page.getByLabel('Header 9: label', { exact: true }).fill('About')
  await page.getByRole('combobox', { name: 'Header 9: leads to' }).click()
  await page.getByRole('option', { name: /\/p\/about$/ }).click()
  await page.getByLabel('Shop', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()

  const visitor = await openTab(browser)
  await visit(visitor.page, site.url)
  await expect.poll(() => visitor.page.getByRole('link', { name: /shop/i }).count()).toBe(0)
  await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await visitor.page.getByText('We play every evening.').waitFor()
  await look(visitor.page)
  const shop = await visitor.page.request.get(`${site.url}/shop`)
  expect([shop.status(), /<title>([^<]*)/.exec(await shop.text())?.[1]]).toEqual([
    404,
    '404 Page Not Found · Ember Arena',
  ])

  // The browser is driven by scripts, which the picture may not run.
  const real = complaints.filter((one) => !one.includes("the document's frame is sandboxed"))
  expect([real, visitor.complaints]).toEqual([[], []])
  await close()
  await visitor.close()
})
