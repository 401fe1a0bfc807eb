import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openTab, quiet, sizes, visit } from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { endSite, type Site, startSite } from './support/site.ts'

/** The most that a page may move by itself while it loads, as browsers measure it. Those call 0.1 good. */
const maxShift = 0.02

const visitors = [
  ...[
    '/',
    '/live',
    '/minigames',
    '/leaderboards',
    '/leaderboards?view=full',
    '/seasons',
    '/ratings',
    '/rules',
  ],
  ...[
    '/leaderboards?gameType=boxing&by=rating',
    '/events',
    '/cups',
    '/news',
    '/shop',
    '/rank-perks',
    '/status',
  ],
  ...[
    '/faq',
    '/privacy',
    '/terms',
    '/cookies',
    '/forums',
    '/social',
    '/community',
    '/contact',
    '/appeal',
    '/auth',
  ],
  ...[
    '/report',
    '/bug-report',
    '/staff-reports',
    '/recover',
    '/apply',
    '/player-test',
    '/button-demo',
    '/nowhere',
  ],
  ...['/experience-demo', '/player/999999', '/profile', '/admin', '/notifications'],
]
const members = [
  ...[
    '/',
    '/live',
    '/leaderboards',
    '/community',
    '/social',
    '/contact',
    '/report',
    '/apply',
    '/profile',
    '/admin',
  ],
  ...['/notifications', '/following', '/events', '/forums', '/auth', '/staff-reports'],
]
/** Pages of players: the one who played most, and whom they played. */
const layouts = ['player', 'player-new', 'player-working', 'player-direct', 'player-final', 'player-simple']

let site: Site
let browser: Browser
let member: Person
let ofPlayers: string[]

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  const secret = (await cli(site, ['key', 'create', 'Arena'])).split(' ').at(-1)!
  const matchId = randomUUID()
  const events = Array.from({ length: 12 }, (_, n) => {
    const endedAt = new Date(Date.now() - n * 3 * 3_600_000).toISOString()
    const players = ['hero', 'rival'].map((gamertag, at) => ({
      ...{ xuid: `253540000000000${at}`, gamertag, result: at === n % 2 ? 'win' : 'loss' },
      ...{ kills: 3, deaths: 1, assists: 0, points: at === n % 2 ? 20 : -5 },
    }))
    const match = { gameType: 'boxing', ranked: true, startedAt: endedAt, endedAt, players }
    return {
      ...{ id: randomUUID(), type: 'match', at: endedAt },
      data: { ...match, matchId: n === 0 ? matchId : randomUUID() },
    }
  })
  const response = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events }),
  })
  const { results } = (await response.json()) as { results: { status: string }[] }
  expect(results.map(({ status }) => status)).toEqual(events.map(() => 'accepted'))
  member = await Person.register(site, 'Steady Reader')
  const post = await member.do('POST', '/api/posts', { content: 'Well played' })
  const [hero, rival] = await Promise.all(
    ['hero', 'rival'].map(async (name) => {
      const [found] = await member.do('GET', `/api/players/search?username=${name}`)
      return found.user.id as number
    }),
  )
  ofPlayers = [
    ...layouts.map((layout) => `/${layout}/${hero}`),
    ...[`/player/${hero}?tab=details`, `/compare/${hero}/${rival}`, `/match/${matchId}`, `/posts/${post.id}`],
  ]
})
afterAll(async () => {
  await browser?.close()
  await endSite(site)
})

declare global {
  interface Window {
    /** What moved while nobody did anything, and by how much. */
    shifts: { readonly value: number; readonly parts: readonly string[] }[]
  }
}

const watchShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.shifts = []
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.localName}.${node.classList.value.slice(0, 40)}` : node?.nodeName
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly hadRecentInput: boolean
        readonly sources: readonly { node: Node | null }[]
      })[])
        if (!entry.hadRecentInput)
          window.shifts.push({
            value: entry.value,
            parts: entry.sources.map(({ node }) => String(nameOf(node))),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The pages that moved more than they may, with what moved. */
async function unsteady(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await visit(page, site.url + path)
    // Pages that lead on have arrived, and what they show has been drawn.
    await quiet(page)
    await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
    const shifts = await page.evaluate(() => window.shifts)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    if (sum > maxShift)
      found.push(`${path}: ${sum.toFixed(3)}, ${shifts.flatMap(({ parts }) => parts).join(', ')}`)
  }
  return found
}

test.each(Object.keys(sizes) as (keyof typeof sizes)[])(
  '[evening.68] No page and no redirect moves by more than 0.02 while it loads, for visitors and members (%s)',
  async (size) => {
    const visitor = await openTab(browser, { size })
    await watchShifts(visitor.context)
    expect(await unsteady(visitor.page, [...visitors, ...ofPlayers])).toEqual([])
    await visitor.close()

    const tab = await openTab(browser, { size })
    await member.sitDownAt(tab.context)
    await watchShifts(tab.context)
    expect(await unsteady(tab.page, [...members, ...ofPlayers])).toEqual([])
    await tab.close()
  },
)
