import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, mailServer, receivedMails } from '../../src/server/testing/mail-server.ts'
import { load, look, openTab, register, revisit, visit } from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
let mail: MailServer
let owner: Person
beforeAll(async () => {
  mail = await mailServer()
  site = await startSite({ SMTP_URL: mail.url, MAIL_FROM: 'site@isles.example', LOG_LEVEL: 'trace' })
  owner = await Person.owner(site, 'The-Owner')
})
afterAll(async () => {
  await endSite(site)
  await mail?.close()
})

const expectToast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /notifications/i })
    .locator('li')
    .getByText(text, { exact: true })
    .first()
    .waitFor()

/** The link of the newest mail to an address, as its reader opens it; waits until the outbox has sent it. */
async function newestLink(to: string, count: number): Promise<string> {
  const mine = () => receivedMails(mail).filter((received) => received.to === to)
  await expect.poll(() => mine().length).toBe(count)
  return /https?:\S+#\S+/.exec(mine().at(-1)?.text ?? '')?.[0] ?? ''
}

async function signIn(page: Page, name: string, password: string) {
  await page.waitForURL(`${site.url}/auth`)
  // The address changes before the page does, and the page left has a field "Username" too.
  const panel = page.getByRole('tabpanel', { name: 'Login' })
  await panel.getByLabel('Username').fill(name)
  await panel.getByLabel('Password').fill(password)
  await panel.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${site.url}/`)
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm New Password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectToast(page, 'Password set')
}

describe('in a narrow window', () => {
  test('a member confirms an address, forgets the password, follows the mail and signs in; nothing of the links is in a log', async () => {
    const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
    const name = 'Forgets'
    const address = 'forgets@player.example'
    await register(page, site.url, name)
    await visit(page, `${site.url}/profile`)
    await page.getByText('You have not added an email address.').waitFor()
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Not verified').waitFor()
    await page.getByRole('button', { name: 'Send confirmation email' }).click()
    await page.getByText('Its link works for').waitFor()
    await look(page)

    const confirmation = await newestLink(address, 1)
    const other = await openTab(browser, { size: 'narrow' })
    await visit(other.page, confirmation)
    await other.page.getByRole('button', { name: 'Confirm my address' }).waitFor()
    // What was behind the # is in no history.
    await expect.poll(() => other.page.url()).toBe(`${site.url}/confirm-email`)
    await look(other.page)
    await other.page.getByRole('button', { name: 'Confirm my address' }).click()
    await other.page.getByText('Your email address is confirmed.').waitFor()
    await look(other.page)
    await load(other.page, 'about:blank')
    await visit(other.page, confirmation)
    await other.page.getByRole('button', { name: 'Confirm my address' }).click()
    await other.page.getByText('This link is no longer valid.').waitFor()
    await revisit(page)
    await page.getByText('Verified', { exact: true }).waitFor()

    await visit(other.page, `${site.url}/auth`)
    await other.page.getByRole('link', { name: 'Forgot your password?' }).click()
    await other.page.waitForURL(`${site.url}/recover`)
    await other.page.getByLabel('Username or email').fill(address)
    await look(other.page)
    await other.page.getByRole('button', { name: 'Send the link' }).click()
    await other.page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await look(other.page)
    const recovery = await newestLink(address, 2)
    await visit(other.page, recovery)
    await other.page.getByLabel('Confirm New Password').fill('another horse')
    await other.page.getByLabel('New Password', { exact: true }).fill('mailed horse')
    await other.page.getByRole('button', { name: 'Set password' }).click()
    await other.page.getByText("Passwords don't match").waitFor()
    await look(other.page)
    await choosePassword(other.page, 'mailed horse')
    await signIn(other.page, name, 'mailed horse')

    // Every session ended, this one too.
    await visit(page, `${site.url}/profile`)
    expect(new URL(page.url()).pathname).toBe('/auth')
    await expect.poll(() => receivedMails(mail).filter(({ to }) => to === address).length).toBe(3)
    expect(receivedMails(mail).at(-1)?.subject).toContain('Your password was changed')
    const log = site.output()
    expect(log).toContain('/api/recovery/finish')
    for (const link of [confirmation, recovery]) expect(log).not.toContain(new URL(link).hash.slice(1))
    for (const secret of ['mailed horse', address]) expect(log).not.toContain(secret)
    expect(complaints).toEqual([])
    await other.close()
    await close()
  })

  test('an admin gives a code, and with it a member sets a password and signs in', async () => {
    const name = 'Coded'
    const member = await Person.register(site, name)
    const staff = await openTab(browser, { size: 'narrow' })
    await owner.sitDownAt(staff.context)
    await visit(staff.page, `${site.url}/admin/members`)
    await staff.page.getByRole('button', { name: `Recovery code for ${name}` }).waitFor()
    await look(staff.page)
    await staff.page.getByRole('button', { name: `Recovery code for ${name}` }).click()
    await staff.page.getByRole('button', { name: 'Make a code' }).click()
    const shown = staff.page.getByRole('dialog').locator('dd')
    await shown.waitFor()
    const code = (await shown.textContent()) ?? ''
    expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    await look(staff.page)
    await staff.page.getByRole('button', { name: 'Done' }).click()
    await visit(staff.page, `${site.url}/admin/audit`)
    await staff.page.getByText('gave out a recovery code for').first().waitFor()
    await staff.close()

    const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
    await visit(page, `${site.url}/recover`)
    await page.getByRole('tab', { name: 'By code' }).click()
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Code', { exact: true }).fill('ABCD-ABCD-ABCD')
    await page.getByLabel('New Password', { exact: true }).fill('coded horse')
    await page.getByLabel('Confirm New Password').fill('coded horse')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page
      .getByText('The username and code do not match, or the code is no longer valid.')
      .first()
      .waitFor()
    await look(page)
    await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
    await choosePassword(page, 'coded horse')
    await signIn(page, name, 'coded horse')
    expect((await member.send('GET', '/api/user')).status).toBe(401)
    expect(site.output()).not.toContain(code)
    // The refusal of the wrong code is the only thing that the console has to tell.
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
    await close()
  })
})

test('the owner, whom nobody outranks, gets a code on the command line', async () => {
  const line = await cli(site, ['user', 'recover', 'the-owner'])
  const code = line.split(' ').at(-1)
  const response = await fetch(`${site.url}/api/recovery/by-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'The-Owner', code, newPassword: 'owners horse' }),
  })
  expect(response.status).toBe(200)
  expect((await owner.send('GET', '/api/user')).status).toBe(401)
  await expect(cli(site, ['user', 'recover', 'nobody'])).rejects.toThrow('There is no member nobody')
})

test('the pages of recovery are kept out of search engines, and say what is missing of a link', async () => {
  const { page, complaints, close } = await openTab(browser)
  for (const path of ['/recover', '/recover/finish', '/confirm-email']) {
    const html = await (await fetch(site.url + path)).text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    await visit(page, site.url + path)
    if (path !== '/recover') await page.getByText('This link is not complete').waitFor()
    await look(page)
  }
  expect(complaints).toEqual([])
  await close()
})
