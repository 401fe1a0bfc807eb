import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab, visit } from '../support/browser.ts'
import { Person } from '../support/people.ts'
import { sharedBrowser, sharedOwner, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

async function tabOf(person: Person, path: string) {
  const tab = await openTab(browser)
  await person.sitDownAt(tab.context)
  await visit(tab.page, site.url + path)
  return tab
}

/** By its element: below an open dialog it has no role. */
const toast = (page: Page, text: string) =>
  page.locator('li[data-variant]').getByText(text, { exact: true }).waitFor()

test('[profile.22] [fair.67] Report a problem reaches staff at once, and the member reads their answer', async () => {
  const member = await Person.register(site, 'Puzzled')
  const staff = await tabOf(await sharedOwner(), '/staff-reports')
  await staff.page.getByRole('heading', { level: 1 }).waitFor()
  const { page, complaints, close } = await tabOf(member, '/profile')
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await page.getByLabel('What is wrong?').fill('My wins of yesterday are not counted.')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await toast(page, 'Report Submitted')

  // Without a reload.
  await staff.page.getByRole('button', { name: 'A problem with my profile', exact: true }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByText('My wins of yesterday are not counted.').waitFor()
  await dialog.getByLabel('Answer to the reporter').fill('They are counted now.')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await toast(staff.page, 'Report Resolved')

  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.waitForURL(`${site.url}/notifications`)
  await page.getByText('They are counted now.').waitFor()
  await visit(page, `${site.url}/profile`)
  const mine = page.getByRole('list', { name: 'Your bug reports' }).getByRole('listitem')
  await mine.getByText('They are counted now.').waitFor()
  await mine.getByText('Resolved', { exact: true }).waitFor()
  expect([...complaints, ...staff.complaints]).toEqual([])
  await staff.close()
  await close()
})
