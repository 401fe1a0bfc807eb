import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openTab, sizes, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
beforeAll(async () => {
  site = await startSite({ LANGUAGES: 'en,de' })
})
afterAll(() => endSite(site))

test('[owner.159] an Owner translates news in the browser; a German reader has the German title, and is told that the text is English', async () => {
  const owner = await Person.owner(site, 'Translator')
  const english = { title: 'A bridge', summary: 'A new map', markdown: 'It is open, and it is long.' }
  const { id } = await owner.do('POST', '/api/admin/news', { ...english, slug: 'a-bridge' })
  const { page, context, complaints, close } = await openTab(browser)
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/news`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Deutsch' }).click()
  await dialog.getByLabel('Title').fill('Eine Brücke')
  for (const size of [sizes.narrow, sizes.wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await owner.do('POST', `/api/admin/news/${id}/publication`, {})

  await visit(page, `${site.url}/news/a-bridge?lang=de`)
  await page.getByRole('heading', { name: 'Eine Brücke' }).waitFor()
  await page.getByText('Diesen Text gibt es nur auf Englisch.').waitFor()
  await expect.poll(() => page.getByText(english.summary).getAttribute('lang')).toBe('en')
  for (const size of [sizes.narrow, sizes.wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  expect(complaints).toEqual([])
  await close()
})
