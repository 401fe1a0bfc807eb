import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFocus, look, openTab, register, visit } from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const password = 'correct horse'

const browser = await sharedBrowser()
let site: Site
beforeAll(async () => {
  // Everybody here signs in from one address, and wrong tries are part of the story.
  site = await startSite({ REQUIRE_STAFF_2FA: 'true', PASSWORD_LIMIT: 'off' })
})
afterAll(() => endSite(site))

/** What the app shows now, or `steps` half minutes later; the site takes the neighbours as well. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /notifications/i })
    .locator('li')
    .getByText(text, { exact: true })
    .first()
    .waitFor()

async function enterPassword(page: Page, name: string) {
  await visit(page, `${site.url}/auth`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
}

/** From the card to recovery codes; returns them and the secret. */
async function setUp(page: Page, look: (page: Page) => Promise<void> = async () => {}) {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await look(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await look(page)
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const list = dialog.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  await look(page)
  return { secret, codes, dialog }
}

describe('in a narrow window', () => {
  test('set up a second factor, sign out, sign in with a code and with a recovery code, end the other session, remove it', async () => {
    const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
    const name = 'Careful'
    await register(page, site.url, name)
    await visit(page, `${site.url}/profile`)
    await page.getByRole('heading', { name: 'Security' }).waitFor()
    await page.getByText('No other sessions').waitFor()

    const { secret, codes, dialog } = await setUp(page, look)
    expect(codes).toHaveLength(10)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('recovery-codes.txt')
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Second factor')

    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${site.url}/auth`)
    await enterPassword(page, name)
    const code = page.getByLabel('Code', { exact: true })
    await code.waitFor()
    await look(page)
    await code.fill('12 34')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await toast(page, 'That code is wrong. Try the next one.')
    // The code of this half minute was used to set it up.
    await code.fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL(`${site.url}/`)
    await toast(page, `Welcome back, ${name}!`)

    const other = await openTab(browser, { size: 'narrow' })
    await enterPassword(other.page, name)
    await other.page.getByRole('button', { name: 'Use a recovery code' }).click()
    const recovery = other.page.getByLabel('Recovery code')
    await expectFocus(recovery)
    await look(other.page)
    await recovery.fill(codes[0] ?? '')
    await other.page.getByRole('button', { name: 'Login', exact: true }).click()
    await other.page.waitForURL(`${site.url}/`)

    await visit(page, `${site.url}/profile`)
    await page.getByText('9 recovery codes are left.').waitFor()
    const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
    await expect.poll(() => devices.count()).toBe(2)
    await page.getByText('This device').waitFor()
    await look(page)
    await page.getByRole('button', { name: /^End the session of/ }).click()
    await toast(page, 'That device is signed out now')
    await expect.poll(() => devices.count()).toBe(1)
    await visit(other.page, `${site.url}/profile`)
    expect(new URL(other.page.url()).pathname).toBe('/auth')

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(password)
    await page
      .getByRole('dialog')
      .getByLabel('Code')
      .fill(codes[1] ?? '')
    await look(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await toast(page, 'Second factor removed')
    await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
    // The browser itself says in the console that a sign-in was answered with 401.
    const refusals = complaints.filter((said) => !said.includes('401'))
    expect([refusals, other.complaints.filter((said) => !said.includes('401'))]).toEqual([[], []])
    await other.close()
    await close()
  })

  test('where the site wants it of staff, the staff area opens once the factor is set up, and the owner of the machine can forget it', async () => {
    const { page, context, close } = await openTab(browser, { size: 'narrow' })
    const name = 'Keeper'
    const owner = await Person.owner(site, name)
    await owner.sitDownAt(context)
    await visit(page, `${site.url}/admin`)
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/profile#second-factor')
    await page.getByRole('heading', { name: 'Turn on two-factor sign-in to use your staff rank' }).waitFor()
    expect((await owner.send('GET', '/api/admin/overview')).status).toBe(403)
    await look(page)

    const { dialog } = await setUp(page)
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await expect
      .poll(() =>
        page.getByRole('heading', { name: 'Turn on two-factor sign-in to use your staff rank' }).count(),
      )
      .toBe(0)
    await visit(page, `${site.url}/admin`)
    expect(new URL(page.url()).pathname).toBe('/admin')

    expect(await cli(site, ['user', 'reset-2fa', name])).toBe(`${name} no longer has a second factor`)
    expect((await owner.send('GET', '/api/admin/overview')).status).toBe(403)
    await close()
  })
})
