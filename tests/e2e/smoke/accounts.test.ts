import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { look, openTab, register, revisit, visit } from '../support/browser.ts'
import { sharedBrowser, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const toastText = (page: Page) => page.getByRole('region', { name: /notifications/i }).locator('li')

async function expectToast(page: Page, ...texts: string[]) {
  for (const text of texts) await toastText(page).getByText(text, { exact: true }).first().waitFor()
}

test('Register, edit profile, change password (both sessions end), sign in again; no console error, no policy report', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  const name = 'Journey'
  await register(page, site.url, name)
  await expectToast(page, 'Registration successful', `Welcome to the community, ${name}!`)

  await visit(page, `${site.url}/profile`)
  await page.getByLabel('Bio').fill('I fight at night.')
  await page.getByLabel(/Discord/).fill('@night_fox')
  await page.getByRole('button', { name: /save/i }).click()
  await expectToast(page, 'Profile updated', 'Your profile has been updated successfully')
  await page.getByText('I fight at night.', { exact: true }).first().waitFor()
  await revisit(page)
  await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('I fight at night.')

  const other = await openTab(browser, { size: 'narrow' })
  await visit(other.page, `${site.url}/auth`)
  await other.page.getByLabel('Username').fill(name)
  await other.page.getByLabel('Password').fill('correct horse')
  await other.page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
  await other.page.waitForURL(`${site.url}/`)

  await page.getByRole('tab', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill('correct horse')
  await page.getByLabel('New Password', { exact: true }).fill('better horse')
  await page.getByLabel(/Confirm/).fill('better horse')
  await look(page)
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /change|update/i })
    .click()
  await page.waitForURL(`${site.url}/auth`)
  await expectToast(page, 'Password changed', 'Your password has been updated successfully')
  await visit(other.page, `${site.url}/profile`)
  expect(new URL(other.page.url()).pathname).toBe('/auth')

  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill('better horse')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${site.url}/`)
  await expectToast(page, 'Login successful', `Welcome back, ${name}!`)
  expect(complaints).toEqual([])
  // The other tab may have asked for something after its session had ended.
  expect(other.complaints.filter((one) => !one.includes('status of 401'))).toEqual([])
  await other.close()
  await close()
})
