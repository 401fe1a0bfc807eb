import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTab, visit } from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
let owner: Person
let secret: string

beforeAll(async () => {
  site = await startSite()
  owner = await Person.owner(site, 'Paper Owner')
  secret = (await cli(site, ['key', 'create', 'Arena'])).split(' ').at(-1)!
})
afterAll(() => endSite(site))

async function report(type: string, data: object) {
  const at = new Date().toISOString()
  const response = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events: [{ id: randomUUID(), type, at, data }] }),
  })
  const { results } = (await response.json()) as { results: { status: string }[] }
  expect(results.map(({ status }) => status)).toEqual(['accepted'])
}

const wolf = { xuid: '2535400000000001', gamertag: 'Lone Wolf' }

const play = (gameType: string, player: { xuid: string; gamertag: string }, points: number) => {
  const at = new Date().toISOString()
  return report('match', {
    matchId: randomUUID(),
    gameType,
    ranked: true,
    startedAt: at,
    endedAt: at,
    players: [{ ...player, result: 'win', kills: 3, deaths: 1, assists: 0, points }],
  })
}

test('[game.39] [game.38] a match of a mode that the site does not know is on no board, card or filter, only its player’s history has it; staff list it in the staff area, and its board is there with the match, on pages that were open before too', async () => {
  await play('uhc_meetup', wolf, 321)
  const visitor = await openTab(browser)
  await visit(visitor.page, `${site.url}/leaderboards?gameType=uhc_meetup`)
  const tab = visitor.page.getByRole('link', { name: 'UHC', exact: true })
  await visitor.page.getByRole('link', { name: 'Boxing', exact: true }).waitFor()
  const said = await visitor.page.content()
  expect(said).not.toContain('Lone Wolf')
  expect(said).not.toMatch(/uhc meetup/i)
  for (const path of ['/minigames', '/', '/leaderboards']) {
    const other = await openTab(browser)
    await visit(other.page, `${site.url}${path}`)
    expect(await other.page.content(), path).not.toMatch(/uhc.?meetup|Lone Wolf/i)
    await other.close()
  }
  const found = await (await fetch(`${site.url}/api/players/search?username=Lone%20Wolf`)).json()
  const history = await openTab(browser)
  await visit(history.page, `${site.url}/player/${found[0].user.id}`)
  const matches = history.page.getByRole('region', { name: 'Recent matches' })
  await matches
    .getByRole('listitem')
    .filter({ hasText: /uhc meetup/i })
    .waitFor()
  for (const list of await history.page.getByRole('combobox').all())
    expect(await list.textContent()).not.toMatch(/uhc meetup/i)
  await history.close()
  await visitor.page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const staffTab = await openTab(browser)
  await owner.sitDownAt(staffTab.context)
  await visit(staffTab.page, `${site.url}/admin/practice`)
  await staffTab.page.getByText('New from the game').waitFor()
  await staffTab.page.getByRole('button', { name: 'Edit Uhc Meetup' }).click()
  await staffTab.page.getByRole('textbox', { name: 'Name' }).fill('UHC')
  await staffTab.page.getByRole('checkbox', { name: 'Own board' }).check()
  await staffTab.page.getByRole('button', { name: 'Save changes' }).click()
  await staffTab.page.getByRole('heading', { name: 'UHC' }).waitFor()

  await tab.click()
  const row = visitor.page.getByRole('row').filter({ hasText: 'Lone Wolf' })
  await row.waitFor()
  await expect.poll(() => row.textContent()).toContain('321')
  expect(visitor.page.url()).toContain('gameType=uhc_meetup')
  expect(await visitor.page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await play('uhc_meetup', wolf, 100)
  await expect.poll(() => row.textContent()).toContain('421')
  expect(visitor.complaints).toEqual([])
  expect(staffTab.complaints).toEqual([])
  await staffTab.close()
  await visitor.close()
})
