import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, look, openTab, quiet, register, visit } from '../support/browser.ts'
import { sharedBrowser, sharedKey, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const secret = await sharedKey()

const at = () => new Date().toISOString()

async function report(...events: readonly { type: string; data: object }[]) {
  const response = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events: events.map((one) => ({ id: randomUUID(), at: at(), ...one })) }),
  })
  const body = (await response.json()) as { results: { status: string }[] }
  expect(body.results.map(({ status }) => status)).toEqual(events.map(() => 'accepted'))
}

const match = (xuid: string, gamertag: string) => {
  const figures = { kills: 2, deaths: 1, assists: 0 }
  return {
    type: 'match',
    data: {
      matchId: randomUUID(),
      gameType: 'boxing',
      ranked: true,
      startedAt: at(),
      endedAt: at(),
      players: [
        { xuid, gamertag, result: 'win', points: 20, ...figures },
        { xuid: `${xuid}0`, gamertag: 'Rival of the Leaver', result: 'loss', points: -5, ...figures },
      ],
    },
  }
}

const idOf = async (name: string): Promise<number> => {
  const response = await fetch(`${site.url}/api/players/search?username=${encodeURIComponent(name)}`)
  const [found] = (await response.json()) as { user: { id: number } }[]
  if (found === undefined) throw new Error(`nobody is called ${name}`)
  return found.user.id
}

const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /notifications/i })
    .getByText(text, { exact: true })
    .first()
    .waitFor()

test('link, download the data, delete the account; who signs in is asked whether to restore it, and the rival’s matches show Deleted player', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  const name = 'Leaver'
  const gamertag = `Tag of ${name}`
  const xuid = '2535430000000001'
  const code = 'ABCDEFGH'
  await register(page, site.url, name)
  await report(match(xuid, gamertag), { type: 'link.code', data: { xuid, gamertag, code } })
  await visit(page, `${site.url}/profile`)
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  await page.getByRole('button', { name: /^link/i }).click()
  await toast(page, 'Account linked')
  const id = await idOf(gamertag)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data.account).toMatchObject({ id, username: name, gamertag })
  expect(data.matches).toMatchObject([{ gamertag, result: 'win' }])
  await toast(page, 'Download ready')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Gone for good').waitFor()
  await look(page)
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await dialog.getByLabel('Password').fill('wrong horse')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByText('Your password is wrong').waitFor()
  await dialog.getByLabel('Password').fill('correct horse')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL(`${site.url}/`)
  await toast(page, 'Account deleted')
  await hydrated(page)
  await quiet(page)
  expect(page.url()).toBe(`${site.url}/`)

  await visit(page, `${site.url}/auth`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click()
  await page.getByText(/^Your account will be deleted on .* Restore it\?$/).waitFor()

  // The player plays on.
  await report(match(xuid, gamertag), { type: 'player', data: { xuid, gamertag } })
  await visit(page, `${site.url}/player/${await idOf('Rival of the Leaver')}`)
  const links = page.getByRole('link', { name: 'Deleted player' })
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(2)
  await expect.poll(() => page.getByText(gamertag).count()).toBe(0)
  await look(page)

  // By the id of before: a page without a word about anybody, which no search engine is to list.
  const response = await visit(page, `${site.url}/player/${id}`)
  expect(response?.status()).toBe(200)
  await page.getByRole('heading', { name: 'Deleted player' }).waitFor()
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await page.content()).not.toContain(name)
  await look(page)
  // The browser itself notes what was refused on purpose: a wrong password, and the sign-in.
  expect(complaints.filter((line) => !/status of 40[013]/.test(line))).toEqual([])
  await close()
})
