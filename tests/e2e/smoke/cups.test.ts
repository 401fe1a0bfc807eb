import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openTab, sizes, visit } from '../support/browser.ts'
import { sharedBrowser, sharedSite, sharedStaff } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const helper = await sharedStaff('Cup Maker', 'Helper')

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
  await expect.poll(() => rows.filter({ hasText: 'Made' }).count()).toBe(2)
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
  // The list of cups is fetched anew after the date is skipped.
  await page.getByRole('heading', { name: 'Weekly Cup 1' }).first().waitFor({ state: 'detached' })
  expect(staff.complaints).toEqual([])
  await staff.close()
})
