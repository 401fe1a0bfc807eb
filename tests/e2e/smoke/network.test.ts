import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openTab, visit } from '../support/browser.ts'
import { sharedBrowser, sharedKey, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const secret = await sharedKey()

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

test('[game.36] a card of /minigames says who plays and who is first, moves with a match, and leads to its board and player', async () => {
  const name = `<b>${'狐'.repeat(20)}</b>`
  const player = { xuid: '2535420000000002', gamertag: name }
  const best = 3_000
  await play('sumo', player, best)
  await report('heartbeat', { playerCount: 1, players: [{ xuid: player.xuid, mode: 'sumo' }] })
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await visit(page, `${site.url}/minigames`)
  const card = page.getByRole('article', { name: 'Sumo' })
  await card.getByText('1 playing').waitFor()
  await card.getByText(`${best.toLocaleString('en-US')} points`).waitFor()
  await expect.poll(() => card.getByRole('link', { name }).textContent()).toBe(name)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await play('sumo', player, 500)
  await card.getByText(`${(best + 500).toLocaleString('en-US')} points`).waitFor()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await card.getByRole('link', { name: 'Leaderboard of Sumo' }).click()
  await page.waitForURL('**/leaderboards?gameType=sumo')
  await page.getByRole('row').filter({ hasText: name }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
