import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import pino from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/server/platform/database/embedded-postgres.ts'
import { expectNoSidewaysScroll, openTab, visit } from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

/** As wide as a shown name can be, right to left, of joined emoji, marks upon marks, and one with nothing to break at. */
const names = [
  'W'.repeat(64),
  'لاعب الليل الطويل 123 (الأول)',
  '👩‍👩‍👧‍👦'.repeat(9),
  'Z̸̢̛̗͙̪͔͇̓͊̔͝a̶̧͚̎l̵̝̈́g̷̰̅o̶̬͋',
  '\u202eevil\u202c name',
  'i'.repeat(64),
] as const

/** The sample picture of a broken post: 1 × 1. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const browser = await sharedBrowser()
let site: Site
let owner: Person
let first: Person
let matchId: string

/** Everybody has one of the names, and wrote as much as they may wherever something can be written. */
async function writeEverywhere() {
  const key = (await cli(site, ['key', 'create', 'W'.repeat(40)])).split(' ').at(-1)
  const members: Person[] = []
  for (const at of names.keys()) members.push(await Person.register(site, `${'W'.repeat(31)}${at}`))
  first = members[0]!
  const store = await openEmbeddedPostgres({
    dataDir: site.dataDir,
    log: pino({ level: 'silent' }),
    as: 'guest',
  })
  const client = new Client({ connectionString: store.ownerUrl })
  await client.connect()
  for (const [at, member] of members.entries()) {
    await client.query('UPDATE users SET gamertag = $1, linked_at = now() WHERE id = $2', [
      names[at],
      member.id,
    ])
    await client.query("INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', $1, $2)", [
      `90${at}`,
      member.id,
    ])
  }
  await client.end()
  await store.stop()

  const now = new Date().toISOString()
  const players = [...names, 'Unclaimed'.repeat(7)].map((gamertag, at) => ({
    xuid: `90${at}`,
    gamertag,
    team: at % 2 === 0 ? 'W'.repeat(32) : 'فريق',
    result: at % 2 === 0 ? 'win' : 'loss',
    kills: 9_999,
    deaths: 1,
    assists: 9_999,
    points: at % 2 === 0 ? 9_999 : -9_999,
  }))
  matchId = randomUUID()
  const data = { matchId, gameType: 'boxing', ranked: true, startedAt: now, endedAt: now, players }
  const taken = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ id: randomUUID(), type: 'match', at: now, data }] }),
  })
  const { results } = (await taken.json()) as { results: { status: string }[] }
  expect(results.map(({ status }) => status)).toEqual(['accepted'])

  for (const [at, member] of members.entries()) {
    const name = names[at]!
    const wide = `${name} ${'W'.repeat(90)}`
    await member.do('PATCH', '/api/user', { bio: `${wide}${'\n'.repeat(200)}end` })
    const post = await member.do('POST', '/api/posts', {
      content: `${wide}${'\n'.repeat(200)}end`,
      ...(at === 0 && { mediaUrl: picture, mediaType: 'image' }),
    })
    await owner.do('POST', '/api/events', {
      // A title has no characters that nobody sees.
      title: [...`W${'W'.repeat(60)}${name.replace(/\p{Cf}/gu, '')}`].slice(0, 80).join(''),
      description: `${wide}${'\n'.repeat(20)}end`,
      startDate: at === 0 ? '2020-01-01T00:00:00Z' : at === 1 ? now : '2096-01-01T00:00:00Z',
      rewards: ['W'.repeat(60), 'جائزة كبيرة'],
    })
    await member.do('POST', '/api/reports', {
      gameMode: 'sumo',
      severity: 'critical',
      reason: 'W'.repeat(100),
      details: wide,
      mediaLink: `https://x.example/${'w'.repeat(200)}`,
    })
    await member.do('POST', '/api/contact', {
      name: name.slice(0, 90),
      email: `${'w'.repeat(60)}${at}@${'mail'.repeat(12)}.example`,
      subject: 'W'.repeat(120),
      message: wide,
    })
    const next = members[(at + 1) % members.length]!
    await next.do('POST', `/api/posts/${post.id}/reports`, { reason: wide })
    await next.do('POST', `/api/players/${member.id}/reports`, { reason: wide })
    await owner.do('POST', '/api/practice', {
      category: at % 2 === 0 ? 'ffa' : 'duels',
      name: 'W'.repeat(30) + at,
      description: 'W'.repeat(100),
    })
  }
  const deepList = Array.from({ length: 8 }, (_, depth) => `${'  '.repeat(depth)}- WWWWW`).join('\n')
  const { id: newsId } = await owner.do('POST', '/api/admin/news', {
    title: 'W'.repeat(100),
    slug: 'w'.repeat(80),
    summary: 'W'.repeat(300),
    markdown: `${'W'.repeat(120)}\n\n# ${'W'.repeat(100)}\n\n\`${'W'.repeat(200)}\`\n\n> - ${'W'.repeat(200)}\n\n~~~\n${'W'.repeat(200)}\n~~~\n\n${'> '.repeat(8)}${'W'.repeat(50)}\n\n${deepList}`,
  })
  await owner.do('POST', `/api/admin/news/${newsId}/publication`, {})
  const { id: eventId } = (await owner.do('GET', '/api/events')).find(
    ({ status }: { status: string }) => status === 'upcoming',
  )
  for (const member of members) await member.do('POST', `/api/events/${eventId}/register`)
  await owner.do('POST', `/api/admin/members/${members[1]!.id}/restriction`, {
    reason: 'W'.repeat(200),
    days: null,
  })
}

beforeAll(async () => {
  site = await startSite()
  owner = await Person.owner(site, 'W'.repeat(32))
  await writeEverywhere()
})

afterAll(() => endSite(site))

/**
 * What of the page's words stands outside the window, or is cut off by a box around it without a sign of it. Strips
 * that scroll sideways, words for screen readers and decoration are left out.
 */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const hidden = (element: Element) =>
      element.closest('[aria-hidden=true], .sr-only, [data-overflow]') !== null ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const found: string[] = []
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const text = words.currentNode
      const parent = text.parentElement
      if (parent === null || text.textContent?.trim() === '' || hidden(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      let [left, right] = [0, innerWidth]
      for (
        let outer: Element | null = parent;
        outer !== null && outer !== document.body;
        outer = outer.parentElement
      ) {
        const style = getComputedStyle(outer)
        const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll'
        const saysSo = style.textOverflow === 'ellipsis'
        const edge = outer.getBoundingClientRect()
        // Words for screen readers are in boxes of one pixel.
        const isForScreenReaders = style.overflowX !== 'visible' && edge.width <= 1
        if (scrolls || saysSo || isForScreenReaders) {
          left = -Infinity
          right = Infinity
          break
        }
        if (style.overflowX !== 'visible') {
          left = Math.max(left, edge.left)
          right = Math.min(right, edge.right)
        }
      }
      if (box.left < left - 1 || box.right > right + 1)
        found.push(`${parent.tagName.toLowerCase()}.${parent.className}: ${text.textContent?.slice(0, 40)}`)
    }
    return found
  })

/** Each name that is shown keeps its direction to itself: what stands beside it keeps its own. */
const mixedDirections = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const text = words.currentNode
      const parent = text.parentElement
      if (
        !/\p{Script=Arabic}/u.test(text.textContent ?? '') ||
        parent?.closest('script, title, textarea, [aria-hidden=true]')
      )
        continue
      if (parent?.closest('bdi, [dir=auto]') === null) found.push(`${parent.outerHTML.slice(0, 120)}`)
    }
    return found
  })

async function expectWhole(page: Page) {
  await expectNoSidewaysScroll(page)
  expect((await cutOff(page)).join('\n'), `cut off on ${page.url()}`).toBe('')
  expect((await mixedDirections(page)).join('\n'), `without a direction of their own on ${page.url()}`).toBe(
    '',
  )
}

const publicPages = () => [
  '/',
  '/leaderboards',
  '/leaderboards?page=2',
  '/leaderboards?search=WWWW',
  '/community?player=WWWW',
  '/community?player=%D9%84%D8%A7%D8%B9%D8%A8',
  '/community?player=nobody-is-called-like-this-but-the-name-is-long-all-the-same-yes',
  '/social',
  '/events',
  '/minigames',
  '/news',
  `/news/${'w'.repeat(80)}`,
  `/match/${matchId}`,
  `/player/${first.id}`,
  `/player/${first.id}?tab=details`,
  `/player/${first.id + 1}`,
  ...['new', 'working', 'direct', 'final', 'simple'].map((layout) => `/player-${layout}/${first.id}`),
  `/player-new/${first.id + 1}`,
  '/nowhere',
]

const memberPages = ['/', '/social', '/events', '/community', '/profile', '/report', '/contact']

const staffPages = [
  '/admin',
  '/admin/moderation',
  '/admin/moderation?show=decided',
  '/admin/messages?show=all',
  '/admin/members',
  '/admin/audit',
  '/staff-reports',
  '/admin/events',
  '/admin/news',
  '/admin/practice',
]

const shots = process.env.NAME_SHOTS

const widths = [320, 360, 1280] as const

/** Asks for a page once and looks at it in every width: the same page, as a window that is made smaller shows it. */
async function check(page: Page, path: string, broken: string[]) {
  await visit(page, site.url + path)
  await look(page, path, broken)
}

async function look(page: Page, name: string, broken: string[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    if (shots !== undefined)
      await page.screenshot({
        path: `${shots}/${width}-${name.replaceAll(/[^a-z0-9]+/gi, '_')}.png`,
        fullPage: true,
      })
    await expectWhole(page).catch((error: Error) => broken.push(`${width} px: ${error.message}`))
  }
}

test('The widest names, right-to-left ones, emoji, blank lines and pictures that do not come break no page at 320, 360 and 1280 pixels', async () => {
  const { page, context, close } = await openTab(browser)
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.continue(),
  )
  const broken: string[] = []
  for (const path of publicPages()) await check(page, path, broken)
  await first.sitDownAt(context)
  for (const path of memberPages) await check(page, path, broken)
  await page.getByLabel(/^Account menu of/).click()
  await look(page, 'account-menu', broken)
  await owner.sitDownAt(context)
  for (const path of staffPages) await check(page, path, broken)
  expect(broken).toEqual([])
  await close()
})
