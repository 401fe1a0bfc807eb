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

test('[apply.01] At 360 pixels /apply fits, keeps its draft over a reload, and shows what is wrong', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await register(page, site.url, 'Draftsman')
  await visit(page, `${site.url}/apply`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please enter your Minecraft name').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Minecraft name').fill('Draftsman')
  await revisit(page)
  await page
    .getByText(/^Welcome back/)
    .last()
    .waitFor()
  await expect.poll(() => page.getByLabel('Minecraft name').inputValue()).toBe('Draftsman')
  expect(complaints).toEqual([])
  await close()
})
