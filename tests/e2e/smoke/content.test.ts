import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, load, openTab, visit } from '../support/browser.ts'
import { sharedBrowser, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

/** A page that the worker has in its hands. */
async function withWorker(page: Page, url: string): Promise<void> {
  await visit(page, url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    }
  })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('A page that is asked for without network is the offline page, and comes by itself when there is one', async () => {
  const { page, context, close } = await openTab(browser, { size: 'narrow' })
  await withWorker(page, site.url)
  await context.setOffline(true)
  const response = await load(page, `${site.url}/social`)
  expect([response?.status(), response?.fromServiceWorker()]).toEqual([503, true])
  await heading(page, 'You are offline').waitFor()
  expect(page.url()).toBe(`${site.url}/social`)
  expect(await page.title()).toBe('Offline · Vulx Network')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const loadedAgain = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Retry' }).click()
  await loadedAgain
  await heading(page, 'You are offline').waitFor()
  await context.setOffline(false)
  await heading(page, 'Social Feed').waitFor()
  await close()
})
