import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectKeyboardReach, look, openTab, tabTo, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite()
})

afterAll(() => endSite(site))

test('[languages.59] by keyboard, on a phone, an Owner offers two languages; a visitor then has a switch and the other language', async () => {
  const owner = await Person.owner(site, 'Polyglot')
  const visitor = await openTab(browser)
  await visit(visitor.page, site.url)
  await expect.poll(() => visitor.page.getByRole('link', { name: 'Deutsch' }).count()).toBe(0)

  const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/settings/languages`)
  const german = page.getByRole('checkbox', { name: /^Deutsch/ })
  await german.waitFor()
  await look(page)
  await tabTo(page, german)
  await page.keyboard.press('Space')
  await expectKeyboardReach(page)
  await tabTo(page, page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await close()

  await visit(visitor.page, `${site.url}/status`)
  await visitor.page.getByRole('link', { name: 'Deutsch' }).click()
  await visitor.page.getByText('Verfügbarkeit in 90 Tagen').waitFor()
  await visitor.close()
})
