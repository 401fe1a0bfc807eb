import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachSize, hydrated, openTab, quiet, visit } from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
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
const layouts = ['player', 'player-new', 'player-working', 'player-direct', 'player-final', 'player-simple']

const browser = await sharedBrowser()
let site: Site
let member: Person
/** Pages of one player, match, post, cup and news item. */
let ofOne: string[]

beforeAll(async () => {
  site = await startSite()
  // Sections of an empty site have nothing to wait for.
  await cli(site, ['demo', '--players', '40', '--matches', '400'])
  member = await Person.register(site, 'Steady Reader')
  const { entries } = await member.do('GET', '/api/leaderboard?limit=2')
  const [hero, rival] = entries.map(({ user }: { user: { id: number } }) => user.id)
  const [{ matchId }] = await member.do('GET', `/api/players/${hero}/matches`)
  const [post] = await member.do('GET', '/api/posts?limit=1')
  const [news] = await member.do('GET', '/api/news')
  ofOne = [
    ...layouts.map((layout) => `/${layout}/${hero}`),
    ...[`/player/${hero}?tab=details`, `/compare/${hero}/${rival}`, `/match/${matchId}`],
    ...[`/posts/${post.id}`, `/news/${news.slug}`],
  ]
})
afterAll(() => endSite(site))

declare global {
  interface Window {
    /** What moved while nobody did anything, and by how much. */
    shifts: { readonly value: number; readonly parts: readonly string[] }[]
  }
}

/** Holds answers of the API and faces back until the page was drawn without them, as on a slow line. */
const drawFirst = (page: Page) =>
  page.route(/\/api\/|\.woff2$/, async (route) => {
    try {
      await hydrated(page)
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await route.continue()
    } catch (error) {
      // The page has led on meanwhile.
      if (!/navigation|destroyed|closed|handled/i.test(String(error))) throw error
    }
  })

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

test.each(eachSize)(
  '[evening.68] No page and no redirect moves by more than 0.02 while it loads, for visitors and members (%s)',
  async (size) => {
    const visitor = await openTab(browser, { size })
    await watchShifts(visitor.context)
    await drawFirst(visitor.page)
    expect(await unsteady(visitor.page, [...visitors, ...ofOne])).toEqual([])
    await visitor.close()

    const tab = await openTab(browser, { size })
    await member.sitDownAt(tab.context)
    await watchShifts(tab.context)
    await drawFirst(tab.page)
    expect(await unsteady(tab.page, [...members, ...ofOne])).toEqual([])
    await tab.close()
  },
)

declare global {
  interface Window {
    /** The router of the page, as React Router names it. */
    __reactRouterDataRouter: { navigate(to: string): Promise<void> }
  }
}

/**
 * Leads on as a press on a link does. That one page takes the place of another is no shift: browsers do not count what
 * moves within half a second of a press, which a slow machine may need longer for.
 */
async function leadTo(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.querySelector('main > *')?.setAttribute('data-left', ''))
  await page.mouse.click(1, 1)
  await page.evaluate((to) => window.__reactRouterDataRouter.navigate(to), path)
  await page.locator('main > [data-left]').waitFor({ state: 'detached' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await page.evaluate(() => {
    window.shifts = []
  })
}

/** Answers of the API come late, one after the other. */
async function answerSlowly(page: Page): Promise<void> {
  let asked = 0
  await page.route(/\/api\//, async (route) => {
    asked += 1
    await pause(700 + 150 * (asked % 10))
    await route.continue().catch(() => undefined)
  })
}

test.each(eachSize)(
  '[tonight.39] Within the site, too, nothing moves by more than 0.02 while answers come slowly, one after the other (%s)',
  async (size) => {
    const tab = await openTab(browser, { size })
    const { page } = tab
    await member.sitDownAt(tab.context)
    await watchShifts(tab.context)
    const [player, details, compare, match, post] = [
      ofOne.find((path) => path.startsWith('/player/'))!,
      ofOne.find((path) => path.endsWith('?tab=details'))!,
      ofOne.find((path) => path.startsWith('/compare/'))!,
      ofOne.find((path) => path.startsWith('/match/'))!,
      ofOne.find((path) => path.startsWith('/posts/'))!,
    ]
    const cups: { id: number }[] = []
    for (const state of ['running', 'open', 'past'])
      cups.push(...(await member.do('GET', `/api/cups?state=${state}`)))
    await member.do('POST', `/api${post}/comments`, { content: `Well played, ${size}` })
    const rating = async () => {
      await page.getByRole('link', { name: 'Rating', exact: true }).first().click()
      await page.waitForURL(/by=rating/)
    }
    const reply = async () => {
      await page
        .getByRole('button', { name: /^Reply to/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: /^Your reply/ }).fill('Thank you')
      await page.getByRole('button', { name: 'Send reply' }).click()
      await page.getByRole('textbox', { name: /^Your reply/ }).waitFor({ state: 'detached' })
    }
    const found: string[] = []
    for (const [what, from, act] of [
      ...[
        player,
        details,
        compare,
        match,
        '/cups',
        '/seasons',
        '/community',
        ...cups.map(({ id }) => `/cups/${id}`),
      ].map((path) => [path, '/faq', () => leadTo(page, path)] as const),
      ['boards to rating', '/leaderboards?gameType=boxing', rating],
      ['reply', post, reply],
    ] as const) {
      await page.unroute(/\/api\//)
      await visit(page, site.url + from)
      await answerSlowly(page)
      await page.evaluate(() => {
        window.shifts = []
      })
      await act()
      // What came may ask for more.
      for (let looks = 0; looks < 3; looks += 1) {
        await quiet(page)
        await pause(300)
      }
      const shifts = await page.evaluate(() => window.shifts)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      if (sum > maxShift)
        found.push(`${what}: ${sum.toFixed(3)}, ${shifts.flatMap(({ parts }) => parts).join(', ')}`)
    }
    expect(found).toEqual([])
    await tab.close()
  },
)

test('[evening.94] A document asks browsers to paint only once all above its footer is parsed', async () => {
  const html = await (await fetch(site.url)).text()
  const [, id] = html.match(/<link rel="expect" href="#([^"]+)" blocking="render"/) ?? []
  expect(html.indexOf(`<footer id="${id}"`)).toBeGreaterThan(html.indexOf('</main>'))
  expect(html.indexOf('</main>')).toBeGreaterThan(0)
})
