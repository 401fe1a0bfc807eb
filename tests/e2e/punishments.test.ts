import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { helper } from '../../src/server/domains/applications/testing/bodies.ts'
import { expectAccessible, expectNoSidewaysScroll, openTab, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedKey, sharedOwner, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const owner = await sharedOwner()
const secret = await sharedKey()

/** Links a member to a player of the game, as /link does there. */
async function linkInGame(member: Person, gamertag: string): Promise<void> {
  const event = {
    id: randomUUID(),
    at: new Date().toISOString(),
    type: 'link.request',
    data: { xuid: randomUUID().slice(0, 16), gamertag },
  }
  const response = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events: [event] }),
  })
  const { results } = (await response.json()) as { results: { code?: string }[] }
  await member.do('POST', '/api/link', { code: results[0]?.code })
}

test('[guards.20] [guards.21] [guards.22] Staff ban who is reported from the open case, with a reason from a template, and lift it in the list of what is in force', async () => {
  const name = 'Flying One'
  const [accused, reporter] = await Promise.all(
    [name, 'Fly Spotter'].map((one) => Person.register(site, one)),
  )
  await linkInGame(accused!, name)
  await reporter!.do('POST', `/api/players/${accused!.id}/reports`, { reason: 'flies' })
  const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/moderation`)
  await page
    .getByRole('article', { name: `Player ${name}` })
    .getByRole('button')
    .first()
    .click()
  const detail = page.locator('[data-detail]')
  await detail.getByText('More actions').click()
  await detail.getByRole('button', { name: `Punish ${name}` }).click()
  const dialog = page.locator('[role=dialog]:not([data-detail])')
  await dialog.getByText('Never punished.').waitFor()
  await dialog.getByRole('combobox', { name: 'New punishment' }).click()
  await page.getByRole('option', { name: 'Ban', exact: true }).click()
  await dialog.getByRole('combobox', { name: /^Template/ }).click()
  await page.getByRole('option', { name: 'Cheating' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Ban for 3 days' }).click()
  await dialog.getByText('Ban, in force').waitFor()
  await page.keyboard.press('Escape')
  await detail.getByText('Banned').waitFor()

  await visit(page, `${site.url}/admin/punishments`)
  const row = page.getByRole('article').filter({ hasText: name })
  await row.getByText(/unfair advantage/).waitFor()
  await expect.poll(() => row.textContent()).toMatch(/Ban.*Until .*, since .*, by Site Owner/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: `Lift the ban of ${name}` }).click()
  await dialog.getByLabel('Reason').fill('The replay shows lag.')
  await dialog.getByRole('button', { name: 'Lift the ban' }).click()
  await page.getByText('Punishment Lifted').first().waitFor()
  await row.waitFor({ state: 'detached' })
  // A wrong click: one press takes it back, as soon as what it offers takes one.
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  await row.getByRole('button', { name: `Lift the ban of ${name}` }).click()
  await dialog.getByLabel('Reason').fill('The replay shows lag.')
  await dialog.getByRole('button', { name: 'Lift the ban' }).click()
  // A row under a dialog has no role: it is out of sight of this search before the lift is stored.
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  const [punishment] = await owner.do('GET', `/api/admin/punishments?userId=${accused!.id}`)
  expect(punishment).toMatchObject({ kind: 'ban', state: 'lifted', liftReason: 'The replay shows lag.' })
  expect(complaints).toEqual([])
  await close()
})

test('[guards.19] Who accepts an application is offered the rank, and gives it with one more press', async () => {
  const applicant = await Person.register(site, 'Applicant')
  const { id } = await applicant.do('POST', '/api/staff-applications', helper)
  const rankOf = async () => (await owner.do('GET', `/api/users/${applicant.id}`)).rank
  const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/applications?open=${id}`)
  const detail = page.locator('[data-detail]')
  await detail.getByRole('button', { name: 'Change status or answer' }).click()
  const dialog = page.locator('[role=dialog]:not([data-detail])')
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Accepted' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const offer = detail.getByRole('button', { name: 'Give the rank Helper to Applicant' })
  await offer.waitFor()
  expect(await rankOf()).toBe('Member')
  await offer.click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await offer.waitFor({ state: 'detached' })
  // A row under a dialog has no role: it is out of sight of this search before the rank is stored.
  await expect.poll(rankOf).toBe('Helper')
  expect(complaints).toEqual([])
  await close()
})
