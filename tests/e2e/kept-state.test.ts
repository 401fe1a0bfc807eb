import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { eachSize, hydrated, load, openTab, revisit, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

let writer: Person

beforeAll(async () => {
  writer = await Person.register(site, 'Prolific Pen')
  for (let at = 1; at <= 70; at += 1)
    await writer.do('POST', '/api/posts', {
      content: `Post ${at}\n${'as long as it is\n'.repeat(at % 9)}end`,
    })
})

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Position of a post in the window. */
const topOf = async (page: Page, text: string) =>
  Math.round((await page.getByText(text, { exact: false }).first().boundingBox())?.y ?? Number.NaN)

/** The same once it has come to rest: posts that come near the window are laid out some frames later. */
async function restingTop(page: Page, text: string): Promise<number> {
  let last = Number.NaN
  await expect
    .poll(async () => {
      const before = last
      last = await topOf(page, text)
      return last === before
    })
    .toBe(true)
  return last
}

/** The page's own script does not arrive before it is let go. */
async function holdScripts(page: Page) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('A tap on either menu of the header counts before the scripts are there, and both stay open when they come', async () => {
  const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
  await writer.sitDownAt(context)
  const release = await holdScripts(page)
  await load(page, `${site.url}/rules`, { waitUntil: 'commit' })
  const [menu, account] = [page.getByLabel('Menu', { exact: true }), page.getByLabel(/^Account menu of/)]
  const [shop, profile] = [
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }),
    page.getByRole('banner').getByRole('link', { name: 'Settings' }),
  ]
  await menu.click()
  await shop.waitFor()
  await menu.click()
  await shop.waitFor({ state: 'hidden' })
  await account.click()
  await profile.waitFor()
  release()
  await hydrated(page)
  await expect.poll(() => profile.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await profile.waitFor({ state: 'hidden' })
  await menu.click()
  await shop.click()
  await page.waitForURL(`${site.url}/shop`)
  await shop.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await close()
})

test('Without JavaScript the menu opens, boards are links, and a player can be searched for, from the 404 page too', async () => {
  const { page, close } = await openTab(browser, { size: 'narrow', javaScriptEnabled: false })
  await load(page, site.url)
  await page.getByLabel('Menu', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboards' }).click()
  await page.waitForURL(`${site.url}/leaderboards`)
  await page.getByRole('link', { name: 'Sumo', exact: true }).click()
  await page.getByRole('link', { name: 'This week', exact: true }).click()
  await page.waitForURL(`${site.url}/leaderboards?gameType=sumo&period=week`)
  await page.getByRole('heading', { name: 'Sumo · This week' }).waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Sumo', exact: true }).getAttribute('aria-current'))
    .toBe('page')
  // Few have played: nothing to leaf through.
  await expect.poll(() => page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)

  await load(page, `${site.url}/nowhere`)
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await page.getByLabel('Player name').fill('prolific')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(`${site.url}/community?player=prolific`)
  await page.getByRole('link', { name: /Prolific Pen/ }).waitFor()
  await close()
})

test('A search and the tab of a player page survive Back and a reload', async () => {
  const { page, complaints, close } = await openTab(browser)
  await visit(page, `${site.url}/community`)
  await page.getByLabel('Player name').fill('prolific')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Prolific Pen/ }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.waitForURL(`${site.url}/player/${writer.id}?tab=details`)
  await revisit(page)
  await page.getByRole('tab', { name: 'Details', selected: true }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /Prolific Pen/ }).waitFor()
  await expect.poll(() => page.getByLabel('Player name').inputValue()).toBe('prolific')
  expect(complaints).toEqual([])
  await close()
})

test.each(eachSize)(
  '[frame.02] Back returns to the post that was read, after Load more too; every other way leads to the top (%s)',
  async (size) => {
    const { page, complaints, close } = await openTab(browser, { size })
    await visit(page, `${site.url}/social`)
    // Twenty posts a page: this one is on the third.
    const read = 'Post 25'
    for (const shown of [40, 60]) {
      // Near its end the feed loads more by itself.
      await page.getByRole('article').last().scrollIntoViewIfNeeded()
      await page.waitForFunction((count) => document.querySelectorAll('article').length >= count, shown)
    }
    await page.getByText(read).first().scrollIntoViewIfNeeded()
    const before = { top: await restingTop(page, read), y: await scrolled(page) }
    expect(before.y).toBeGreaterThan(2_000)

    // The event alone: Playwright's own click scrolls the page first, although the header stays in view.
    await page.locator('nav[aria-label="Main"] a[href="/rules"]').dispatchEvent('click')
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor()
    await expect.poll(() => scrolled(page)).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: 'Social Feed' }).waitFor()
    await expect.poll(() => scrolled(page)).toBeGreaterThan(2_000)
    await expect
      .poll(async () => Math.abs((await topOf(page, read)) - before.top), {
        message: 'the post is where it was',
      })
      .toBeLessThan(150)
    expect(complaints).toEqual([])
    await close()
  },
)
