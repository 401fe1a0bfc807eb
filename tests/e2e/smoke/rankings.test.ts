import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTab, quiet, visit } from '../support/browser.ts'
import { sharedBrowser, sharedKey, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])
const secret = await sharedKey()

beforeAll(async () => {
  const heard = lastNews('Last Of Five')
  await heard.subscribed
  for (const [n, gamertag] of names.entries()) await play('boxing', n, gamertag, (n + 1) * 100)
  // What was played before a page is opened must not be that page's one toast in ten seconds.
  await heard.everywhere
})

/** As hostile, strange and long as gamertags come. */
const names = [
  '<img src=x onerror=alert(1)>',
  'Two Words #1234',
  'لاعب الليل',
  '狐'.repeat(64),
  'Ordinary Fox',
  'Last Of Five',
] as const

const xuid = (n: number) => String(2_535_410_000_000_000 + n)

async function report(events: readonly object[]) {
  const response = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events }),
  })
  const body = (await response.json()) as { results: { status: string; reason?: string }[] }
  expect(body.results.map(({ status }) => status)).toEqual(events.map(() => 'accepted'))
}

/** Settles once the boards of boxing and overall have been sent the news of this player. */
function lastNews(gamertag: string) {
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`)
  const waiting = new Set(['boxing', 'overall'])
  const subscribed = once(socket, 'open').then(() => {
    for (const gameType of waiting) socket.send(JSON.stringify({ type: 'subscribe', gameType }))
  })
  const everywhere = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (frame) => {
      const { gameType, data } = JSON.parse(String(frame))
      if (data?.user?.username === gamertag) waiting.delete(gameType)
      if (waiting.size > 0) return
      socket.close()
      resolve()
    })
  })
  return { subscribed, everywhere }
}

const at = () => new Date().toISOString()

const play = (gameType: string, n: number, gamertag: string, points: number) =>
  report([
    {
      id: randomUUID(),
      type: 'match',
      at: at(),
      data: {
        matchId: randomUUID(),
        gameType,
        ranked: true,
        startedAt: at(),
        endedAt: at(),
        players: [
          { xuid: xuid(n), gamertag, result: 'win', kills: 3, deaths: 1, assists: 0, points },
          {
            xuid: xuid(900),
            gamertag: 'Sparring Partner',
            result: 'loss',
            kills: 1,
            deaths: 3,
            assists: 0,
            points: -5,
          },
        ],
      },
    },
  ])

const players = (page: Page) =>
  page.locator('table tbody tr a[href^="/player/"], [role=row] a[href^="/player/"]')
const first = (page: Page) => players(page).first()

/** Resolves once the page has asked for news of this board: nothing tells it what happened before. */
const subscribes = (page: Page, gameType: string): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes(`"gameType":"${gameType}"`)) resolve()
      }),
    )
  })

test('[live.05] [live.09] [live.13] the board open on boxing: a match arrives, the toast and the new order within a second, no reload; with the switch off nothing moves; overall moves too', async () => {
  const { page, complaints, close } = await openTab(browser)
  const follows = subscribes(page, 'boxing')
  await visit(page, `${site.url}/leaderboards?view=short`)
  await page.getByRole('link', { name: 'Boxing', exact: true }).click()
  await expect.poll(() => first(page).textContent()).toContain('Last Of Five')
  await follows
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const news = page.getByRole('listitem').filter({ hasText: /Ordinary Fox won a game! Win streak: \d/ })
  let points = 5_000
  // Live messages that a busy server could not send within a second are dropped, and the next match is told.
  await expect
    .poll(
      async () => {
        await play('boxing', 4, 'Ordinary Fox', points)
        points = 1
        await news.waitFor({ timeout: 10_000 }).catch(() => {})
        return news.count()
      },
      { timeout: 120_000 },
    )
    .toBe(1)
  const [toast, rows] = [await news.boundingBox(), await page.locator('table tbody').boundingBox()]
  expect(toast!.y + toast!.height, 'the toast covers no row').toBeLessThan(rows!.y)
  await expect.poll(() => first(page).textContent(), { interval: 20 }).toContain('Ordinary Fox')

  const overall = await openTab(browser)
  const followsOverall = subscribes(overall.page, 'overall')
  await visit(overall.page, `${site.url}/leaderboards?view=short`)
  await followsOverall

  await page.getByRole('switch', { name: /live/i }).click()
  await play('boxing', 1, names[1], 9_000)
  await expect.poll(() => first(overall.page).textContent()).toContain('Two Words #1234')
  await quiet(page)
  await expect.poll(() => first(page).textContent()).toContain('Ordinary Fox')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

  await play('nodebuff', 0, names[0], 10_000)
  await expect.poll(() => first(overall.page).textContent()).toContain(names[0])
  expect(complaints).toEqual([])
  expect(overall.complaints).toEqual([])
  await overall.close()
  await close()
})
