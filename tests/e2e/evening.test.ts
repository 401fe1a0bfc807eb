import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  eachSize,
  expectAccessible,
  expectNoSidewaysScroll,
  openTab,
  quiet,
  visit,
} from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
let secret: string
let member: Person
let rival: number
let played: number
/** The newest post. */
let commented: number

beforeAll(async () => {
  site = await startSite()
  secret = (await cli(site, ['key', 'create', 'Arena'])).split(' ').at(-1)!
  for (let n = 0; n < 30; n += 1) await duel('hero', n % 3 === 0 ? 'friend' : 'nemesis', n % 3 === 0, n)
  for (let n = 0; n < 24; n += 1) await duel(`crowd ${n}`, 'nemesis', true, n)
  // Rows of /live are of the last six hours.
  for (let n = 0; n < 20; n += 1) await duel('nemesis', `crowd ${n}`, false, 29.5 + n / 20)
  member = await Person.register(site, 'Evening Member')
  const [found, other, friend] = await Promise.all(
    ['hero', 'nemesis', 'friend'].map(async (name) => {
      const [first] = await member.do('GET', `/api/players/search?username=${name}`)
      return first.user.id as number
    }),
  )
  played = found!
  rival = other!
  await member.do('PUT', `/api/players/${friend}/follow`)
  for (let n = 1; n <= 20; n += 1)
    commented = (await member.do('POST', '/api/posts', { content: `Post ${n}` })).id
  for (let n = 1; n <= 20; n += 1)
    await member.do('POST', `/api/posts/${commented}/comments`, { content: `Comment ${n}` })
  await vi.waitFor(
    async () => expect((await member.do('GET', `/api/players/${played}/ratings`)).length).toBeGreaterThan(0),
    { timeout: 30_000, interval: 200 },
  )
})
afterAll(async () => {
  const rows = measured.map(({ question, size, px, taps }) => `${question}, ${size}: ${px} px, taps: ${taps}`)
  process.stdout.write(`${rows.join('\n')}\n`)
  await endSite(site)
})

const names: string[] = []
/** One for each name, in the order of their first use. */
function xuidOf(name: string): string {
  if (!names.includes(name)) names.push(name)
  return String(2_535_400_000_000_000 + names.indexOf(name))
}

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

function duel(one: string, other: string, hasWon: boolean, n: number) {
  // Far enough apart for all matches of a pair to be rated.
  const endedAt = new Date(Date.now() - (31 - n) * 3 * 3_600_000).toISOString()
  const side = (gamertag: string, result: 'win' | 'loss') => ({
    ...{ xuid: xuidOf(gamertag), gamertag, result, kills: 3, deaths: 1, assists: 0 },
    points: result === 'win' ? 20 : -5,
  })
  return report('match', {
    ...{ matchId: randomUUID(), gameType: 'boxing', ranked: true, startedAt: endedAt, endedAt },
    players: [side(one, hasWon ? 'win' : 'loss'), side(other, hasWon ? 'loss' : 'win')],
  })
}

/** How far down the page something ends, in px, without a scroll. */
async function endOf(place: Locator): Promise<number> {
  await place.waitFor()
  const box = await place.boundingBox()
  return box!.y + box!.height
}

interface Answer {
  readonly question: string
  readonly size: string
  /** How far down the page the answer ends, from its top. */
  readonly px: number
  readonly taps: number
}

const measured: Answer[] = []

/** Measures where an answer ends; it must be in sight by then. */
async function answers(page: Page, question: string, place: Locator, taps = 0) {
  const { width, height } = page.viewportSize()!
  // A link within the page scrolls once the page has taken the address in.
  await expect.poll(() => endOf(place), { message: question }).toBeLessThanOrEqual(height)
  const end = await endOf(place)
  const px = Math.round(end + (await page.evaluate(() => scrollY)))
  measured.push({ question, size: `${width}x${height}`, px, taps })
}

test.each(eachSize)(
  '[evening.22] Where am I, how do I get up, against whom do I lose, why did my rating change, who of mine is online: each is in sight without a scroll, or one tap away (%s)',
  async (size) => {
    const tab = await openTab(browser, { size })
    await member.sitDownAt(tab.context)
    const { page } = tab
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visit(page, `${site.url}/player/${played}`)
    const fact = (text: string | RegExp) => page.getByRole('definition').filter({ hasText: text })
    await answers(page, 'Where am I', fact('#').first())
    await answers(page, 'How do I get up', fact(/\d to \w/).first())
    await answers(page, 'Against whom do I lose', fact('against nemesis').first())
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    // Why the rating changed: the match that changed it is one tap away.
    await page.getByRole('link', { name: 'in 30 days' }).click()
    const newest = page.getByRole('region', { name: 'Recent matches' }).getByRole('article').first()
    await expect.poll(() => newest.textContent()).toMatch(/rating [\d,]+ [+−]\d+ vs/)
    await answers(page, 'Why did my rating change', newest, 1)

    await report('heartbeat', {
      playerCount: 1,
      players: [{ xuid: xuidOf('friend'), mode: 'boxing', since: new Date().toISOString() }],
    })
    await visit(page, site.url)
    const online = page.getByRole('list', { name: 'Online now' }).getByText('friend')
    await answers(page, 'Who of mine is online', online)
    await visit(page, `${site.url}/compare/${played}/${rival}`)
    await answers(page, 'Who of two is ahead', page.getByText(/is ahead in the last 10/))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    expect(tab.complaints).toEqual([])
    await tab.close()
  },
)

test('[evening.09] On a phone nine players of a board of 25 rows stand on a screen of 740 px', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, `${site.url}/leaderboards`)
  await page.getByRole('list', { name: 'First three' }).waitFor()
  const shown = await page
    .locator('ol[aria-label="First three"] li, tbody tr')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= 740).length)
  expect(shown).toBeGreaterThanOrEqual(9)
  await page.locator('tbody tr').first().getByRole('button').click()
  await expect.poll(() => page.locator('tbody tr').first().getByText('3.00').isVisible()).toBe(true)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await close()
})

/** Lists of rows, and what puts three others before each; posts and comments stay as they were read. */
const lists: readonly { page: string; path: () => string; rows: string; change?: () => Promise<unknown> }[] =
  [
    {
      page: 'a board',
      path: () => '/leaderboards?gameType=boxing&view=full',
      rows: 'tbody [data-anchor]',
      change: () =>
        Promise.all(
          [1, 2, 3].flatMap(() => {
            const newcomer = `newcomer ${names.length}`
            return [29, 30, 31].map((at) => duel(newcomer, 'nemesis', true, at))
          }),
        ),
    },
    {
      page: '/live',
      path: () => '/live',
      rows: '[data-anchor^=match-]',
      change: () => Promise.all([20, 21, 22].map((n) => duel(`crowd ${n}`, 'friend', true, 31))),
    },
    {
      page: 'matches of a player',
      path: () => `/player/${played}`,
      rows: '[data-anchor^=match-]',
      change: () => Promise.all([20, 21, 22].map((n) => duel(`crowd ${n}`, 'hero', false, 31))),
    },
    { page: 'posts', path: () => '/social', rows: '[data-anchor^=post-]' },
    { page: 'comments', path: () => `/posts/${commented}`, rows: '[data-anchor^=comment-]' },
  ]

test.each(lists)(
  '[evening.69] Back ends at the row that was read, wherever the list has it now: $page',
  async ({ path, rows, change }) => {
    const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
    await visit(page, site.url + path())
    const all = page.locator(rows)
    // A page of the list holds it also below three others.
    const at = Math.min(12, (await all.count()) - 4)
    const anchor = await all.nth(at).getAttribute('data-anchor')
    const row = page.locator(`[data-anchor="${anchor}"]`)
    await row.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const topNow = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const top = await topNow()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)

    const list = page.url()
    await row.getByRole('link').first().click()
    await page.waitForURL((url) => url.href !== list)
    await quiet(page)
    await change?.()
    // Lists are asked for again after a minute.
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 120_000
    })
    await page.goBack()
    await expect.poll(() => all.nth(at + (change ? 3 : 0)).getAttribute('data-anchor')).toBe(anchor)
    await expect.poll(async () => Math.abs((await topNow()) - top)).toBeLessThanOrEqual(2)
    expect(complaints).toEqual([])
    await close()
  },
)

test('[evening.67] Without a connection a player page stays readable, other pages are held back, and Retry goes there', async () => {
  const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
  await visit(page, `${site.url}/leaderboards?gameType=boxing&view=short`)
  await page.getByRole('rowheader').getByRole('link', { name: 'hero' }).click()
  await page.getByRole('heading', { level: 1, name: 'hero' }).waitFor()
  await quiet(page)
  await context.setOffline(true)
  const notice = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await notice.getByText('Pages that you opened stay readable.').waitFor()
  await page.getByRole('banner').getByText('Not connected').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  // A page whose code is not there.
  await page.getByRole('contentinfo').locator('summary', { hasText: 'Explore' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Rules' }).click()
  await notice.getByText('That page is not loaded yet.').waitFor()
  expect(page.url()).toBe(`${site.url}/player/${played}`)
  await expect.poll(() => page.getByRole('heading', { level: 1, name: 'hero' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByText('Error Loading Profile').count()).toBe(0)
  // One that was open.
  await page.goBack()
  await expect
    .poll(() => page.getByRole('switch', { name: 'Live updates' }).getAttribute('aria-checked'))
    .toBe('false')
  await page.getByRole('rowheader').getByRole('link', { name: 'nemesis' }).waitFor()

  await page.getByRole('contentinfo').getByRole('link', { name: 'Rules' }).click()
  await notice.getByText('That page is not loaded yet.').waitFor()
  await context.setOffline(false)
  // It may learn by itself that the way is free, and is gone then.
  await notice
    .getByRole('button', { name: 'Retry' })
    .click({ timeout: 2_000 })
    .catch(() => undefined)
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('banner').getByText('Server Offline').waitFor()
  expect(complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
  await close()
})
