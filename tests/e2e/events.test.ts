import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, load, openTab, sizes, visit } from './support/browser.ts'
import { sharedBrowser, sharedSite, sharedStaff } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])
const helper = await sharedStaff('Helping Hand', 'Helper')

/** A tab in which the Helper is signed in. */
async function openStaffTab() {
  const tab = await openTab(browser, { timezoneId: 'Europe/Berlin' })
  await helper.sitDownAt(tab.context)
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
const makeEvent = async (event: object): Promise<number> => (await helper.do('POST', '/api/events', event)).id

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

test('[admin.06] By keyboard alone staff create an event, everybody reads it, and staff delete it again', async () => {
  const staff = await openStaffTab()
  await visit(staff.page, `${site.url}/admin/events`)
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

  const made = staff.page.getByRole('main').getByRole('listitem').filter({ hasText: 'Night <b>Cup</b>' })
  await made.getByRole('button', { name: 'Delete' }).focus()
  await staff.page.keyboard.press('Enter')
  await staff.page.getByRole('alertdialog').waitFor()
  await expectAccessible(staff.page)
  await tabTo(staff.page, 'Delete')
  await staff.page.keyboard.press('Enter')
  await made.waitFor({ state: 'detached' })
  await staff.page.setViewportSize(sizes.narrow)
  await expectNoSidewaysScroll(staff.page)
  expect(staff.complaints).toEqual([])
  await staff.close()
})

test('without scripts the events, the past ones too, are in the HTML, and a link to one of them has it unfolded', async () => {
  const id = await makeEvent({ title: 'Paper Cup', startDate: inHours(-72) })
  const { page, close } = await openTab(browser, { javaScriptEnabled: false })
  await load(page, `${site.url}/events`)
  await expect.poll(() => card(page, 'Paper Cup').isVisible()).toBe(false)
  await load(page, `${site.url}/events?event=${id}#event-${id}`)
  await card(page, 'Paper Cup').waitFor()
  expect(await page.title()).toContain('Paper Cup')
  await close()
})

/** Makes the device's clock differ from the server's, as `Date` and the start of the page say it. */
const setClockOff = (offMs: number) => {
  const real = Date
  class OffDate extends real {
    constructor(...values: unknown[]) {
      super(...((values.length === 0 ? [OffDate.now()] : values) as [number]))
    }
    static override now = () => real.now() + offMs
  }
  window.Date = OffDate as DateConstructor
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + offMs })
}

test('[field.22] With a device clock 20 minutes off in either direction countdowns and ages are right to the second', async () => {
  const start = new Date(Date.now() + 2 * 3_600_000).toISOString()
  await makeEvent({ title: 'By the server’s clock', startDate: start })
  await helper.do('POST', '/api/posts', { content: 'Posted by the server’s clock' })
  for (const minutes of [-20, 20]) {
    const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
    await context.addInitScript(setClockOff, minutes * 60_000)
    await visit(page, `${site.url}/events`)
    const timer = page.getByRole('timer').first()
    await expect
      .poll(async () => {
        const [days = 0, hours = 0, min = 0, sec = 0] = (await timer.textContent())!
          .match(/\d+/g)!
          .map(Number)
        const shown = Date.parse(start) - (((days * 24 + hours) * 60 + min) * 60 + sec) * 1_000
        return Math.abs(shown - Date.now()) <= 2_000
      })
      .toBe(true)
    await visit(page, `${site.url}/social`)
    const post = page.getByRole('article').filter({ hasText: 'Posted by the server’s clock' })
    await expect.poll(() => post.locator('time').first().textContent()).toMatch(/^(just now|[1-5] min ago)$/)
    expect(complaints).toEqual([])
    await close()
  }
})
