import { spawnSync } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  launch,
  load,
  openTab,
  register,
  sizes,
  visit,
} from './support/browser.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser

const secret = 'a helpers secret'

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  const made = spawnSync(
    process.execPath,
    ['scripts/cli.mjs', 'user', 'create', 'Helping Hand', '--rank', 'Helper', '--password-stdin'],
    { cwd: rootDir, env: { ...process.env, DATA_DIR: site.dataDir }, input: `${secret}\n`, encoding: 'utf8' },
  )
  expect(made.status, made.stderr).toBe(0)
})

afterAll(async () => {
  await browser?.close()
  await endSite(site)
})

/** A tab in which the Helper is signed in. */
async function openStaffTab() {
  const tab = await openTab(browser, { timezoneId: 'Europe/Berlin' })
  await tab.context.request.post(`${site.url}/api/login`, {
    headers: { origin: site.url },
    data: { username: 'Helping Hand', password: secret },
  })
  return tab
}

/** Goes there by Tab alone, and says which button or field it is. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return (
        element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
      )
    })
    if (typeof name === 'string' ? label.trim() === name : name.test(label.trim())) return
  }
  throw new Error(`Tab does not come to ${name}`)
}

/** Makes an event without the page; returns its id. */
async function makeEvent(event: object): Promise<number> {
  const staff = await openStaffTab()
  const response = await staff.context.request.post(`${site.url}/api/events`, {
    headers: { origin: site.url },
    data: event,
  })
  const { id } = await response.json()
  await staff.close()
  return id
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

test('[admin.06] By keyboard alone staff create an event, everybody reads it, and staff delete it again', async () => {
  const staff = await openStaffTab()
  await visit(staff.page, `${site.url}/admin/events`)
  await staff.page.getByText('No events yet').waitFor()
  await expectAccessible(staff.page)
  await tabTo(staff.page, 'New event')
  await staff.page.keyboard.press('Enter')
  await staff.page.getByRole('dialog').waitFor()
  await expectAccessible(staff.page)
  await tabTo(staff.page, 'Title')
  await staff.page.keyboard.type('Night <b>Cup</b>')
  await tabTo(staff.page, 'Description')
  await staff.page.keyboard.type('Until the sun rises.')
  await staff.page.getByLabel('Start').fill('2090-01-05T16:04')
  await tabTo(staff.page, 'Rewards')
  await staff.page.keyboard.type('Gold rank')
  await tabTo(staff.page, 'Create event')
  await staff.page.keyboard.press('Enter')
  await staff.page.getByRole('dialog').waitFor({ state: 'detached' })
  await staff.page.getByRole('heading', { name: 'Night <b>Cup</b>' }).waitFor()

  const visitor = await openTab(browser, { size: 'narrow', timezoneId: 'America/New_York' })
  await visit(visitor.page, `${site.url}/events`)
  const shown = card(visitor.page, 'Night <b>Cup</b>')
  await shown.getByText('Jan 5, 2090, 10:04 AM').waitFor()
  await shown.getByText('Gold rank').waitFor()
  await expectAccessible(visitor.page)
  await expectNoSidewaysScroll(visitor.page)
  await visitor.page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(visitor.page)
  await visitor.page.setViewportSize(sizes.wide)
  await expectAccessible(visitor.page)
  expect(visitor.complaints).toEqual([])
  await visitor.close()

  await tabTo(staff.page, 'Delete')
  await staff.page.keyboard.press('Enter')
  await staff.page.getByRole('alertdialog').waitFor()
  await expectAccessible(staff.page)
  await tabTo(staff.page, 'Delete')
  await staff.page.keyboard.press('Enter')
  await staff.page.getByText('No events yet').waitFor()
  await staff.page.setViewportSize(sizes.narrow)
  await expectNoSidewaysScroll(staff.page)
  expect(staff.complaints).toEqual([])
  await staff.close()
})

test('[events.10] [events.12] [events.25] A member registers for and leaves an event from two tabs at once, by keyboard', async () => {
  const id = await makeEvent({ title: 'Two Tab Cup', startDate: inHours(48) })
  const { page: first, context, complaints, close } = await openTab(browser)
  await register(first, site.url, 'two-tabs')
  const second = await context.newPage()
  const tabs = [first, second]
  const both = <T>(work: (page: Page) => Promise<T>) => Promise.all(tabs.map(work))
  const press = (label: string) =>
    both(async (page) => {
      // Two tabs share one window: each has a focus of its own to press with.
      await card(page, 'Two Tab Cup').getByRole('button', { name: label }).press('Enter')
    })
  const count = async () => {
    const response = await fetch(`${site.url}/api/events/${id}`)
    return (await response.json()).participantCount
  }
  await both((page) => visit(page, `${site.url}/events`))
  await tabTo(first, 'REMIND ME')
  await press('REMIND ME')
  await both((page) => card(page, 'Two Tab Cup').getByRole('button', { name: 'UNREGISTER' }).waitFor())
  expect(await count()).toBe(1)
  await both((page) => card(page, 'Two Tab Cup').getByRole('link', { name: 'two-tabs' }).waitFor())

  await press('UNREGISTER')
  await both((page) => card(page, 'Two Tab Cup').getByRole('button', { name: 'REMIND ME' }).waitFor())
  expect(await count()).toBe(0)
  expect(complaints).toEqual([])

  const calendar = await fetch(`${site.url}/api/events/${id}/event.ics`)
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  await close()
})

test('without scripts the events, the past ones too, are in the HTML, and a link to one of them has it unfolded', async () => {
  const id = await makeEvent({ title: 'Paper Cup', startDate: inHours(-72) })
  const { page, close } = await openTab(browser, { javaScriptEnabled: false })
  await load(page, `${site.url}/events`)
  expect(await card(page, 'Paper Cup').isVisible()).toBe(false)
  await load(page, `${site.url}/events?event=${id}#event-${id}`)
  await card(page, 'Paper Cup').waitFor()
  expect(await page.title()).toContain('Paper Cup')
  await close()
})

test('[admin.05] [admin.07] By keyboard staff rename, move and remove practice modes; /minigames shows the result, after a restart as well', async () => {
  const staff = await openStaffTab()
  const { page } = staff
  await visit(page, `${site.url}/admin/practice`)
  const cards = page.getByRole('region', { name: /^(FFA|Duels)/ }).getByRole('heading', { level: 3 })
  const names = async () => (await cards.allTextContents()).map((one) => one.trim())
  const [first, second, third, ...others] = await names()
  await expectAccessible(page)

  await tabTo(page, `Move ${second} up`)
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual([second, first, third, ...others])
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    `Move ${second} down`,
  )
  await tabTo(page, 'Edit')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Name').press('ControlOrMeta+a')
  await page.keyboard.type('Renamed Arena')
  await tabTo(page, 'Save changes')
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Renamed Arena', first, third, ...others])

  const row = page.getByRole('listitem').filter({ hasText: third! })
  await row.first().getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await tabTo(page, 'Remove')
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Renamed Arena', first, ...others])
  await page.setViewportSize(sizes.narrow)
  await expectNoSidewaysScroll(page)
  expect(staff.complaints).toEqual([])
  await staff.close()

  await site.stop()
  site = await startSite({ PORT: new URL(site.url).port }, site.dataDir)
  const visitor = await openTab(browser)
  await visit(visitor.page, `${site.url}/minigames`)
  const shown = visitor.page.getByRole('article').getByRole('heading', { level: 3 })
  // A page that is slow to fetch shows skeletons first.
  await expect.poll(() => shown.allTextContents()).toEqual(['Renamed Arena', first, ...others])
  await visitor.close()
})

/** The weekday in Berlin, this many days from now. */
const berlinDay = (days: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Europe/Berlin' }).format(
    Date.now() + days * 24 * 3_600_000,
  )

test('[cups.119] By keyboard alone staff make a template of cups, its two cups are there, and a date is skipped', async () => {
  const staff = await openStaffTab()
  const { page } = staff
  await page.setViewportSize(sizes.narrow)
  await visit(page, `${site.url}/admin/events`)
  await tabTo(page, 'New template')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, 'Title')
  await page.keyboard.type('Weekly Cup {n}')
  await tabTo(page, 'Weekday')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: berlinDay(3, { weekday: 'long' }) }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Start', { exact: true }).fill('20:00')
  const days = [3, 10].map((ahead) =>
    berlinDay(ahead, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', ''),
  )
  await dialog
    .getByText(
      `Every ${berlinDay(3, { weekday: 'long' })} at 20:00, Europe/Berlin. Next: ${days.join(', ')}, `,
    )
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await tabTo(page, 'Make template')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const rows = page.getByRole('list', { name: 'Dates of Weekly Cup {n}' }).getByRole('listitem')
  await rows.filter({ hasText: 'Made' }).nth(1).waitFor()
  expect(await rows.filter({ hasText: 'Made' }).count()).toBe(2)
  await page.getByRole('heading', { name: 'Weekly Cup 2' }).first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const visitor = await openTab(browser, { timezoneId: 'Europe/Berlin' })
  await visit(visitor.page, `${site.url}/cups`)
  await visitor.page.getByRole('heading', { name: 'Weekly Cup 1' }).waitFor()
  await visitor.page.getByRole('heading', { name: 'Weekly Cup 2' }).waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.close()

  await page.setViewportSize(sizes.wide)
  await tabTo(page, `Skip ${days[0]}`)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page)
  await tabTo(page, 'Skip and delete')
  await page.keyboard.press('Enter')
  await rows.first().getByText('Skipped').waitFor()
  expect(await page.getByRole('heading', { name: 'Weekly Cup 1' }).count()).toBe(0)
  expect(staff.complaints).toEqual([])
  await staff.close()
})
