import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { look, openTab, register, tabTo, visit } from './support/browser.ts'
import { sharedBrowser, sharedOwner, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

async function promote(username: string, rank: string) {
  const owner = await sharedOwner()
  const [{ id }] = await owner.do('GET', `/api/admin/members?search=${username}`)
  await owner.do('PATCH', `/api/admin/members/${id}/rank`, { rank })
}

/** In an open list: presses `keys`, waits until they have led to `option`, and takes it. */
async function pick(page: Page, keys: string, option: string) {
  const highlighted = page.locator('[role=option][data-highlighted]')
  await highlighted.waitFor()
  for (const key of keys.split(' ')) await page.keyboard.press(key)
  await highlighted.filter({ hasText: option }).waitFor()
  await page.keyboard.press('Enter')
  // The focus comes back a moment after the list has closed.
  await page.locator('[role=combobox]:focus').waitFor()
}

const toast = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /notifications/i })
    .locator('li')
    .getByText(title, { exact: true })
    .waitFor()

test('By keyboard alone a member files a report, it appears to staff without a reload, they resolve it, and the reporter sees it resolved', async () => {
  const title = 'Potions vanish'
  const staff = await openTab(browser, { size: 'narrow' })
  await register(staff.page, site.url, 'Hanna')
  await promote('Hanna', 'Helper')
  await visit(staff.page, `${site.url}/staff-reports?status=pending`)
  await staff.page.getByText('No bug reports found matching the current filter.').waitFor()

  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await register(page, site.url, 'reporter')
  await visit(page, `${site.url}/report`)
  await tabTo(page, page.getByLabel('Title'))
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await pick(page, 'n e m o', 'Nemo Slap')
  await expect.poll(() => page.getByRole('combobox', { name: 'Game Mode' }).textContent()).toBe('Nemo Slap')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: /^High/, checked: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Too short')
  await tabTo(page, page.getByRole('button', { name: 'Submit Report' }))
  await page.keyboard.press('Enter')
  await page.getByText('Please provide details that are at least 20 characters').waitFor()
  // The focus is where something is wrong.
  await page.keyboard.type(': a potion thrown from the east spawn heals nobody.')
  await tabTo(page, page.getByLabel(/^Media Link/))
  await page.keyboard.type('https://clips.example/potions')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Report Submitted' }).waitFor()
  await look(page)
  await tabTo(page, page.getByRole('link', { name: 'Return' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/`)

  const row = staff.page.getByRole('row').filter({ hasText: title })
  await row.waitFor()
  await look(staff.page)
  await tabTo(staff.page, staff.page.getByRole('button', { name: title, exact: true }))
  await staff.page.keyboard.press('Enter')
  const dialog = staff.page.getByRole('dialog', { name: title })
  await dialog.getByText('a potion thrown from the east spawn heals nobody.').waitFor()
  await look(staff.page)
  await tabTo(staff.page, dialog.getByRole('combobox', { name: 'Status' }))
  await staff.page.keyboard.press('Enter')
  await pick(staff.page, 'ArrowDown', 'Reviewing')
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Status' }).textContent()).toBe('Reviewing')
  await tabTo(staff.page, dialog.getByRole('button', { name: 'Save' }))
  await staff.page.keyboard.press('Enter')
  await toast(staff.page, 'Status Updated')
  await dialog.waitFor({ state: 'detached' })
  // It is not pending any more; the focus has stayed on the page.
  await row.waitFor({ state: 'detached' })
  await expect
    .poll(() => staff.page.evaluate(() => document.activeElement?.textContent))
    .toContain('No bug reports found')

  await visit(staff.page, `${site.url}/staff-reports`)
  await row.waitFor()
  await tabTo(staff.page, row.getByRole('button', { name: /^Resolve/ }))
  await staff.page.keyboard.press('Enter')
  await toast(staff.page, 'Report Resolved')
  await row.getByText('Resolved', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Resolve/, disabled: true }).waitFor()

  // As one of many: selected, set and undone by keys.
  await row.focus()
  await staff.page.keyboard.press('x')
  await tabTo(staff.page, staff.page.getByRole('button', { name: /^Rejected/ }))
  await staff.page.keyboard.press('Enter')
  await row.getByText('Rejected', { exact: true }).waitFor()
  await tabTo(staff.page, staff.page.getByRole('main').getByRole('button', { name: 'Undo' }))
  await staff.page.keyboard.press('Enter')
  await toast(staff.page, '1 Report Restored')
  await row.getByText('Resolved', { exact: true }).waitFor()

  await visit(page, `${site.url}/profile`)
  const mine = page.getByRole('list', { name: 'Your bug reports' }).getByRole('listitem')
  await expect.poll(() => mine.count()).toBe(1)
  await expect.poll(() => mine.textContent()).toContain(title)
  await expect.poll(() => mine.textContent()).toContain('Resolved')
  await look(page)

  expect([complaints, staff.complaints]).toEqual([[], []])
  await close()
  await staff.close()
})

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '</textarea><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">click</a>',
  'javascript:alert(1)//',
  '{{constructor.constructor("alert(1)")()}}',
  '<x onclick=alert(1)>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<math><mtext><img src=x onerror=alert(1)>',
  '<style>@import "//evil.example"</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '\u202Egnp.exe <b>turned</b>',
  '<!--<img src="--><img src=x onerror=alert(1)>',
]

test('Markup in titles and details of reports appears as text to staff and to the reporter', async () => {
  const { page, complaints, close } = await openTab(browser)
  const opened: string[] = []
  page.on('dialog', (dialog) => {
    opened.push(dialog.message())
    void dialog.dismiss()
  })
  await register(page, site.url, 'mischief')
  const statuses = await page.evaluate(async (texts) => {
    const responses: number[] = []
    for (const text of texts) {
      const details = `${text} and some more words`
      const body = JSON.stringify({ gameMode: 'other', reason: text, details, severity: 'low' })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      responses.push((await fetch('/api/reports', init)).status)
    }
    return responses
  }, payloads)
  expect(statuses).toEqual(payloads.map(() => 201))
  await visit(page, `${site.url}/profile`)
  const mine = page.getByRole('list', { name: 'Your bug reports' })
  await mine.getByText(payloads.at(-1) as string, { exact: true }).waitFor()

  await promote('mischief', 'Moderator')
  await visit(page, `${site.url}/staff-reports`)
  const titles = page.locator('tbody th button')
  for (const payload of payloads) await titles.filter({ hasText: payload }).first().waitFor()
  await titles
    .filter({ hasText: payloads[1] as string })
    .first()
    .click()
  await page.getByRole('dialog').getByText(`${payloads[1]} and some more words`).waitFor()
  expect([opened, complaints]).toEqual([[], []])
  await close()
})
