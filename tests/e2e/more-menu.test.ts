import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedHeader } from '../../src/contract/content/navigation.ts'
import { expectAccessible, expectNoSidewaysScroll, openTab, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
let owner: Person
let base: number | null = null
beforeAll(async () => {
  site = await startSite({ LANGUAGES: 'en,de,es,pt-BR,fr' })
  owner = await Person.owner(site, 'Navigator')
})
afterAll(() => endSite(site))

interface Entry {
  readonly label: string
  readonly to: string
}

async function setHeader(header: readonly Entry[]) {
  const saved = await owner.do('PUT', '/api/admin/settings/navigation', {
    value: { header, footer: [], off: [] },
    base,
  })
  base = saved.revision
}

const paths = ['/', '/minigames', '/leaderboards', '/rules', '/events', '/shop', '/community', '/contact']
const twelveLetters: readonly Entry[] = [...paths, '/faq', '/news'].map((to, n) => ({
  label: `Wettbewerbe${'ABCDEFGHIJ'[n]}`,
  to,
}))
const shippedAndMore: readonly Entry[] = [...shippedHeader, { label: 'Tournaments', to: '/cups' }]
const longWord: readonly Entry[] = [
  { label: 'Donaudampfschifffahrtsgesellschaftsfest!', to: '/rules' },
  ...twelveLetters.slice(1),
]

/** The entries; a second navigation of small screens is below them. */
const main = (page: Page) => page.locator('header nav').first()
const more = (page: Page) => main(page).locator('summary')

/** Waits until the row is measured: nothing that is shown is cut, and what is not shown is under More. */
async function settled(page: Page, labels: readonly string[]) {
  await page.waitForFunction((all) => {
    const nav = document.querySelector('header nav')!
    const list = nav.querySelector('ul')!
    const box = list.getBoundingClientRect()
    if (box.width === 0) return true
    const items = [...list.children]
    const isCut = (item: Element) => {
      const { top, right, bottom } = item.getBoundingClientRect()
      return top < box.top - 1 || bottom > box.bottom + 1 || right > box.right + 1
    }
    const shown = items.filter((item) => getComputedStyle(item).visibility === 'visible')
    const rest = [...nav.querySelectorAll('details li')].map(({ textContent }) => textContent)
    return (
      !shown.some(isCut) &&
      JSON.stringify([...shown.map(({ textContent }) => textContent), ...rest]) === JSON.stringify(all)
    )
  }, labels)
}

/** The height of the header, and whether its parts touch each other. */
const headerOf = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('header > div')!
    const boxes = [...bar.children]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .sort((one, other) => one.left - other.left)
    return {
      isOneRow: document.querySelector('header')!.getBoundingClientRect().height < 70,
      overlaps: boxes.filter((box, n) => n > 0 && box.left < boxes[n - 1]!.right - 0.5).length,
    }
  })

test('[field.90] What the header has no room for is under More: one row and no sideways scrolling in every language, from 320 px on', async () => {
  const { page, context, complaints, close } = await openTab(browser)
  for (const [name, entries] of Object.entries({ shippedAndMore, twelveLetters, longWord })) {
    await setHeader(entries)
    for (const tag of ['en', 'de', 'es', 'pt-BR', 'fr']) {
      await page.setViewportSize({ width: 1440, height: 740 })
      await visit(page, `${site.url}/rules?lang=${tag}`)
      const labels = await page.evaluate(() =>
        [...document.querySelector('header nav ul')!.children].map(({ textContent }) => textContent!),
      )
      for (const width of [1920, 1440, 1280, 1279, 1024, 1023, 360, 320]) {
        await page.setViewportSize({ width, height: 740 })
        await settled(page, labels)
        expect([name, tag, width, await headerOf(page)]).toEqual([
          name,
          tag,
          width,
          { isOneRow: true, overlaps: 0 },
        ])
        await expectNoSidewaysScroll(page)
        const toggle = page.locator('header summary').first()
        if (await main(page).isVisible()) continue
        // The sheet of small screens has all entries, and none is wider than the screen.
        await toggle.click()
        await expect.poll(() => main(page).getByRole('link').count()).toBe(labels.length)
        await expectNoSidewaysScroll(page)
        await toggle.click()
      }
    }
  }
  await context.clearCookies()
  expect(complaints).toEqual([])
  await close()
})

test('[field.91] The menu More works by keys and for screen readers, marks the current page, and goes when there is room', async () => {
  await setHeader(twelveLetters)
  const { page, complaints, close } = await openTab(browser)
  await page.setViewportSize({ width: 1024, height: 740 })
  await visit(page, `${site.url}/news?lang=en`)
  await settled(
    page,
    twelveLetters.map(({ label }) => label),
  )
  await expect.poll(() => more(page).textContent()).toBe('More')
  // The page that is open is under More, which says so by its look.
  expect(await more(page).evaluate((summary) => summary.classList.contains('nav-current'))).toBe(true)
  const inRow = await main(page).getByRole('link').count()
  expect(inRow).toBeGreaterThan(1)
  expect(inRow).toBeLessThan(10)

  await main(page).getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  expect(await more(page).evaluate((summary) => document.activeElement === summary)).toBe(true)
  await page.keyboard.press('Enter')
  const menu = main(page).locator('details')
  const current = menu.getByRole('link', { name: twelveLetters.at(-1)!.label })
  await current.waitFor()
  await expect.poll(() => current.getAttribute('aria-current')).toBe('page')
  await expect.poll(() => main(page).getByRole('link').count()).toBe(10)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  expect(
    await menu
      .getByRole('link')
      .first()
      .evaluate((link) => document.activeElement === link),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.getAttribute('open')).toBeNull()
  expect(await more(page).evaluate((summary) => document.activeElement === summary)).toBe(true)
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: twelveLetters[8]!.label }).click()
  await page.waitForURL('**/faq**')
  await expect.poll(() => menu.getAttribute('open')).toBeNull()

  await setHeader(shippedAndMore.slice(0, 4))
  await visit(page, `${site.url}/rules`)
  await settled(
    page,
    shippedAndMore.slice(0, 4).map(({ label }) => label),
  )
  await expect.poll(() => more(page).isVisible()).toBe(false)
  await setHeader(twelveLetters)
  await visit(page, `${site.url}/rules`)
  await more(page).waitFor()
  await page.setViewportSize({ width: 1023, height: 740 })
  await expect.poll(() => more(page).isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await close()
})

test('[field.92] Nothing moves by more than 0.02 while the header is measured', async () => {
  await setHeader(twelveLetters)
  const { page, close } = await openTab(browser)
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { moved: (window as unknown as { moved: number }).moved + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [1024, 1440, 360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await visit(page, `${site.url}/rules`)
    await settled(
      page,
      twelveLetters.map(({ label }) => label),
    )
    const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved)
    expect([width, moved <= 0.02, moved]).toEqual([width, true, moved])
  }
  await close()
})
