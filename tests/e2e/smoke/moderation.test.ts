import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus, openTab, visit } from '../support/browser.ts'
import { Person } from '../support/people.ts'
import { sharedBrowser, sharedOwner, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const owner = await sharedOwner()

/** Enter opens the row that has the focus, and once more goes to where the work in its detail begins. */
const enterDetail = (page: Page) =>
  expect
    .poll(async () => {
      const tag = () => page.evaluate(() => document.activeElement?.tagName)
      if ((await tag()) === 'ARTICLE') await page.keyboard.press('Enter')
      return tag()
    })
    .toBe('TEXTAREA')

test('By keyboard alone staff remove a reported post, and go on with the next case', async () => {
  const [author, reporter] = await Promise.all(
    ['keyboard author', 'keyboard reporter'].map((name) => Person.register(site, name)),
  )
  for (const content of ['The case after it', 'The case to remove']) {
    const { id } = await author!.do('POST', '/api/posts', { content })
    await reporter!.do('POST', `/api/posts/${id}/reports`, { reason: 'spam' })
  }
  const { page, context, complaints, close } = await openTab(browser)
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/moderation`)
  const card = (text: string) => page.getByRole('article').filter({ hasText: text })
  const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
  const pressUntilFocused = async (key: string, locator: Locator) => {
    for (let steps = 0; steps < 100 && !(await hasFocus(locator)); steps += 1) await page.keyboard.press(key)
    expect(await hasFocus(locator)).toBe(true)
  }
  await card('The case to remove').waitFor()
  await pressUntilFocused('j', card('The case to remove'))
  await enterDetail(page)
  await pressUntilFocused('Tab', page.locator('[data-detail]').getByRole('button', { name: /^Remove post/ }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove this post?' })
  const reason = dialog.getByLabel('Reason')
  await expectFocus(reason)
  await page.keyboard.type('Advertising')
  await pressUntilFocused('Tab', dialog.getByRole('button', { name: /^Remove/ }))
  await page.keyboard.press('Enter')
  await page.getByText('Post Removed', { exact: true }).first().waitFor()
  await card('The case to remove').waitFor({ state: 'detached' })
  await expectFocus(card('The case after it'))
  await visit(page, `${site.url}/social`)
  await page.getByText('The case after it').waitFor()
  await expect.poll(() => page.getByText('The case to remove').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})
