import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  load,
  openTab,
  register,
  type Tab,
  tabTo,
  visit,
} from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

const secret = 'a-secret-of-the-outside-form'

const browser = await sharedBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite({ STAFF_APPLICATION_WEBHOOK_SECRET: secret })
})

afterAll(() => endSite(site))

function run(command: string, words: readonly string[], environment: Record<string, string>, input = '') {
  const child = spawn(command, words, { cwd: rootDir, env: { ...process.env, ...environment } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stdin.end(input)
  return once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
}

/** A tab in which somebody of this rank is signed in. */
async function staffTab(name: string, rank: string): Promise<Tab> {
  const words = ['scripts/cli.mjs', 'user', 'create', name, '--rank', rank, '--password-stdin']
  const made = await run(process.execPath, words, { DATA_DIR: site.dataDir }, 'correct horse\n')
  expect(made.code).toBe(0)
  const tab = await openTab(browser)
  const data = { username: name, password: 'correct horse' }
  expect((await tab.page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
  return tab
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  // What moved by itself takes no press for a second.
  await expect.poll(() => target.getAttribute('aria-disabled')).not.toBe('true')
  await page.keyboard.press(key)
}

async function write(page: Page, label: string | RegExp, text: string) {
  await tabTo(page, page.getByLabel(label))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** From the first radio button of a group to the one that is so many further. */
async function pick(page: Page, first: Locator, further: number) {
  await tabTo(page, first)
  if (further === 0) await page.keyboard.press('Space')
  for (let step = 0; step < further; step += 1) await page.keyboard.press('ArrowDown')
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

/** Fills the form in and sends it, by keyboard alone. */
async function applyAsHelper(page: Page, name: string) {
  await visit(page, `${site.url}/apply`)
  const next = page.getByRole('button', { name: 'Continue' })
  await write(page, 'Minecraft name', name)
  await write(page, 'Age', '19')
  await write(page, 'Discord name', 'kite.isles')
  await write(page, 'Email address', 'kite@isles.example')
  await write(page, 'Hours per week', '10')
  await expectAccessible(page)
  await press(page, next)
  await page.getByRole('heading', { name: 'Experience' }).waitFor()
  await pick(page, page.getByLabel('No, this would be my first time'), 1)
  await write(page, /^Servers you were staff on/, 'Old Harbour')
  await write(page, 'Why do you want to join the team?', 'First line\nsecond line')
  await write(page, 'How do you handle conflict?', 'I listen.')
  await press(page, next)
  await page.getByRole('heading', { name: 'The position' }).waitFor()
  await pick(page, page.locator('input[name="position"][value=helper]'), 0)
  await pick(page, page.getByRole('group', { name: /microphone/ }).getByLabel('Yes'), 0)
  await pick(page, page.getByRole('group', { name: /record/ }).getByLabel('Yes'), 1)
  await press(page, page.getByLabel('Android'), 'Space')
  await press(page, page.getByLabel('Xbox'), 'Space')
  for (const scenario of [/insults/, /suspect/, /glitch/, /abuses/, /disagree/]) {
    await write(page, scenario, 'I keep calm & write it down: <b>all</b> of it.')
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await press(page, next)
  await page.getByRole('heading', { name: 'Review & send' }).waitFor()
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: 'Send application' }))
  await page.getByRole('heading', { name: 'Application Sent' }).waitFor()
  await expectAccessible(page)
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('[apply.01] [applications.08] [applications.09] [applications.16] [applications.18] By keyboard alone: apply as helper, staff move one to interview with notes, an admin deletes it', async () => {
  const applicant = await openTab(browser)
  await register(applicant.page, site.url, 'Nimbus')
  const helper = await staffTab('Paper Helper', 'Helper')
  const admin = await staffTab('Paper Admin', 'Admin')
  await visit(admin.page, `${site.url}/admin/applications`)
  await admin.page.getByText('No staff applications found').waitFor()

  await applyAsHelper(applicant.page, 'Kite the helper')
  // Without a reload, while they are looked at.
  await expect.poll(() => admin.page.getByRole('article').count()).toBe(1)

  const { page } = helper
  await visit(page, `${site.url}/admin/applications/pending`)
  const kite = card(page, 'Kite the helper')
  await press(page, kite.getByRole('button', { name: /^View/ }))
  const details = page.getByRole('dialog', { name: 'Kite the helper' })
  for (const text of ['kite@isles.example', '19', 'Android, Xbox', 'Old Harbour', 'Yes, in the past']) {
    await details.getByText(text, { exact: true }).waitFor()
  }
  await expect.poll(() => details.getByText('I keep calm & write it down: <b>all</b> of it.').count()).toBe(5)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^View/)

  await press(page, kite.getByRole('button', { name: /^Update/ }))
  const update = page.getByRole('dialog', { name: 'Update Application' })
  await press(page, update.getByRole('combobox', { name: 'Status' }))
  const interview = page.getByRole('option', { name: 'Interview' })
  await interview.waitFor()
  await page.keyboard.press('i')
  await expectFocus(interview)
  await page.keyboard.press('Enter')
  await write(page, 'Admin notes', 'Sunday 18:00,\non voice')
  await expectAccessible(page)
  await press(page, update.getByRole('button', { name: 'Save changes' }))
  await toast(page, 'Application status updated to "interview".')
  await update.waitFor({ state: 'detached' })
  await kite.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  await press(page, page.getByRole('link', { name: 'Interview', exact: true }))
  await page.waitForURL(`${site.url}/admin/applications/interview`)
  await kite.getByText('has notes').waitFor()
  await expectAccessible(page)

  const moved = card(admin.page, 'Kite the helper')
  await moved.getByText('Interview', { exact: true }).waitFor()
  await press(admin.page, moved.getByRole('button', { name: /^Delete/ }))
  const question = admin.page.getByRole('alertdialog', { name: 'Delete Application' })
  await expectAccessible(admin.page)
  await press(admin.page, question.getByRole('button', { name: 'Delete' }))
  await toast(admin.page, 'Application has been permanently deleted.')
  await moved.waitFor({ state: 'detached' })
  await page.getByText('No staff applications found').waitFor()

  expect([...applicant.complaints, ...helper.complaints, ...admin.complaints]).toEqual([])
  for (const tab of [applicant, helper, admin]) await tab.close()
})

test('[redirect.02] [redirect.04] /staff-applications shows its toast and leads to /apply, with a document and inside the site', async () => {
  const { page, complaints, close } = await openTab(browser)
  for (const arrive of [
    () => load(page, `${site.url}/staff-applications`),
    // Inside the site, as its router hears of it.
    () =>
      page.evaluate(() => {
        history.pushState(null, '', '/staff-applications')
        dispatchEvent(new PopStateEvent('popstate'))
      }),
  ]) {
    await arrive()
    await page.getByText('Redirecting you to the application form...', { exact: true }).first().waitFor()
    await page.waitForURL(`${site.url}/apply`)
    await page.getByText('Please log in to apply').waitFor()
    await expectAccessible(page)
  }
  expect(complaints).toEqual([])
  await close()
})

test('axe finds no violation on /staff-applications before it leads on', async () => {
  const { page, complaints, close } = await openTab(browser)
  // It leads on after 1.5 s, in which a check may not end: here its clock is slow.
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window)
    const slow = (work: () => void, ms?: number) => soon(work, ms === 1_500 ? 60_000 : ms)
    window.setTimeout = slow as typeof window.setTimeout
  })
  await load(page, `${site.url}/staff-applications`)
  await page.getByText('Redirecting you to the application form...', { exact: true }).first().waitFor()
  await expectAccessible(page)
  expect(new URL(page.url()).pathname).toBe('/staff-applications')
  expect(complaints).toEqual([])
  await close()
})

test('[apply.11] The example of docs/integration/applications.md delivers an application', async () => {
  const docs = readFileSync(join(rootDir, 'docs/integration/applications.md'), 'utf8')
  const example = docs.match(/```sh\n([\s\S]*?)```/)?.[1]
  const script = example?.replace(/^export SECRET=.*\n/, '') ?? ''
  const ran = await run('sh', ['-e', '-c', script], { SECRET: secret, SITE: site.url })
  expect([ran.code, JSON.parse(ran.output)]).toEqual([0, { id: expect.any(Number) }])
  const { page, close } = await staffTab('Paper Postman', 'Helper')
  const list = await page.request.get(`${site.url}/api/staff-applications?limit=1`)
  expect((await list.json()).applications[0]).toMatchObject({
    minecraft_username: 'Ann',
    position: 'builder',
    user_id: null,
  })
  await close()
})
