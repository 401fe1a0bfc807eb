import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Response } from 'playwright-core'
import PO from 'pofile'
import { matchPath } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedRanks } from '../../src/contract/accounts/ranks.ts'
import { nameOf } from '../../src/server/platform/languages/files.ts'
import routes from '../../src/web/routes.ts'
import { openTab, violationsOf, visit } from './support/browser.ts'
import { readForeignTexts } from './support/foreign-words.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

/** Those that ship. */
const tags = ['en', 'de', 'es', 'fr', 'pt-BR'] as const

// And a made-up one, whose texts are English in accents and a third longer: what is plain English on a page is not
// translated, and what is cut off or pushes the page aside has no room for other languages.

const madeUp = 'en-XA'
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aàeéiîoöuûnñsšcçAÅEÉIÎOØUÛNÑSŠCÇyýYÝtţTŢrřRŘlļLĻdðDÐgğGĞ'.matchAll(/(.)(.)/gu)].map(([, from, to]) => [
    from!,
    to!,
  ]),
)
const accented = /~~~~|[àéîöûñšçÅÉÎØÛÑŠÇýÝţŢřŘļĻðÐğĞ]/

/** Words are changed, names of placeholders and tags are not: those stand at an odd depth of braces. */
function pseudo(english: string): string {
  let depth = 0
  let changed = ''
  for (const piece of english.split(/(<\/?\d+\/?>|[{}])/)) {
    if (piece === '{') depth++
    if (piece === '}') depth--
    const isText = depth % 2 === 0 && !piece.startsWith('<')
    changed += isText ? piece.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter) : piece
  }
  const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(changed)!
  const longer = '~~~~ '.repeat(Math.ceil((english.length * 0.35) / 5)).trim()
  return `${before}[${text} ${longer}]${after}`
}

let contentDir: string
const browser = await sharedBrowser()
let site: Site
let foreignTexts: ReturnType<typeof readForeignTexts>
beforeAll(async () => {
  contentDir = mkdtempSync(join(tmpdir(), 'every-page-'))
  cpSync(join(rootDir, 'content'), contentDir, { recursive: true })
  mkdirSync(join(contentDir, 'languages'))
  const po = PO.parse(readFileSync(join(rootDir, 'languages/de.po'), 'utf8'))
  for (const item of po.items) item.msgstr = [pseudo(item.msgid)]
  writeFileSync(join(contentDir, `languages/${madeUp}.po`), po.toString())
  site = await startSite({ LANGUAGES: [...tags, madeUp].join(), CONTENT_DIR: contentDir })
  await cli(site, ['demo', '--players', '40', '--matches', '400'])
  await readEverything()
  foreignTexts = readForeignTexts(tags, contentDir)
})
afterAll(async () => {
  await endSite(site)
  rmSync(contentDir, { recursive: true, force: true })
})

/** The owner's words, which are translated by files of their own, and what is called the same everywhere. */
const owners = () =>
  readdirSync(contentDir)
    .filter((name) => /\.(yaml|md)$/.test(name))
    .map((name) => readFileSync(join(contentDir, name), 'utf8'))
    .join('\n')
const names =
  /^(?:GET|You[Tt]ube|Twitch|Twitter|Instagram|Tik[Tt]ok|Bluesky|Discord|Vulx Staff|English.*|default|purple|green|warp|\/\S*|https?:\S*|[\w-]+(?:[-_/.:][\w-]+)+)$/
/** As Intl writes ages, days and times. */
const moments =
  /^(?:now|yesterday|(?:(?:today|tomorrow) )?\d+:\d\d [AP]M|(?:in )?[\d.,–]+ (?:ms|sec|min|hr|h|days?|mo|yr|s)\b.*|[\d–-]+ \w+ ago|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b[^a-z]*(?:AM|PM|UTC|\))*)$/

const letters = (text: string) => text.replace(/[^\p{L}]+/gu, ' ').trim()

/** Texts and labels on a page that are plain English and neither the owner's words nor part of its data. */
async function plainEnglish(page: Page, known: string): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (
        node.parentElement!.closest(
          'script, style, noscript, template, bdi, code, pre, kbd, div[lang=en]',
        ) === null
      )
        found.push(node.nodeValue!)
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name)!)
    return found.map((text) => text.replace(/\s+/g, ' ').trim())
  })
  return [...new Set(texts)].filter(
    (text) =>
      /[a-z]{3}/i.test(text) &&
      !accented.test(text) &&
      !names.test(text) &&
      !moments.test(text) &&
      !known.includes(letters(text)),
  )
}

/** The innermost parts of a page that make it wider than the window. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    const isWide = (element: Element) =>
      element.getBoundingClientRect().right > width + 0.5 && !scrolls(element.parentElement)
    return [...document.body.querySelectorAll('*')]
      .filter((element) => isWide(element) && ![...element.children].some(isWide))
      .slice(0, 5)
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.slice(0, 60)}`)
      .concat(`${document.documentElement.scrollWidth} px`)
  })

const legal = ['/privacy', '/terms', '/cookies']
/** Whole texts in English, as the site says above them. */
const handbook = '/admin/handbook'
const ownPage = '/p/team'
/** The same, and parts that are called as in the log or in the code. */
const partlyEnglish = [handbook, ownPage, '/admin', '/button-demo']

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
  ...['/faq', '/forums', '/social', '/community', '/contact', '/appeal', '/auth', '/recover', '/report'],
  ...[
    '/bug-report',
    '/apply',
    '/player-test',
    '/button-demo',
    '/experience-demo',
    '/player/999999',
    '/nowhere',
  ],
  ...['/unsubscribe/abc', '/newsletter/confirm', '/newsletter/unsubscribe/abc', '/confirm-email', '/invite'],
  ...['/recover/finish', '/setup', ownPage, ...legal],
]
const members = [
  ...[
    '/',
    '/live',
    '/community',
    '/social',
    '/contact',
    '/report',
    '/bug-report',
    '/apply',
    '/profile',
    '/appeal',
  ],
  ...['/notifications', '/following', '/staff-reports', '/events', '/cups', '/link-discord'],
]
const staff = [
  ...[
    '/admin',
    '/admin/moderation',
    '/admin/moderation?show=decided',
    '/admin/punishments',
    '/admin/appeals',
  ],
  ...[
    '/admin/rulings',
    '/admin/applications',
    '/admin/messages',
    '/admin/members',
    '/admin/numbers',
    '/admin/audit',
    '/admin/keys',
  ],
  ...[
    '/admin/events',
    '/admin/news',
    '/admin/seasons',
    '/admin/discord',
    '/admin/webhooks',
    '/admin/practice',
    '/staff-reports',
  ],
  ...[
    '',
    '/game-servers',
    '/backups',
    '/invites',
    '/ranks',
    '/look',
    '/identity',
    '/mail',
    '/security',
    '/links',
    '/navigation',
  ].map((scope) => `/admin/settings${scope}`),
  ...['/admin/settings/rules', '/admin/settings/words.home', '/profile', handbook],
]

/** Who opens which pages; undefined: a visitor. */
let readers: readonly (readonly [Person | undefined, readonly string[]])[]
/** What staff wrote in the news. */
let newsText: string

async function readEverything() {
  const member = await Person.register(site, 'Steady Reader')
  const owner = await Person.owner(site, 'Patient Owner')
  await owner.do('PUT', '/api/admin/settings/page.team', {
    value: { title: 'Tîm', description: null, text: 'Tîm ŷm nî.', isPublished: true },
    base: null,
  })
  const { entries } = await member.do('GET', '/api/leaderboard?limit=2')
  const [hero, rival] = entries.map(({ user }: { user: { id: number } }) => user.id)
  const [{ matchId }] = await member.do('GET', `/api/players/${hero}/matches`)
  const [post] = await member.do('GET', '/api/posts?limit=1')
  const [item] = await member.do('GET', '/api/news?limit=1')
  newsText = JSON.stringify(await member.do('GET', `/api/news/${item.slug}`))
  const event = { title: 'Friday Eight', startDate: new Date(Date.now() + 86_400_000).toISOString() }
  const { id: cup } = await owner.do('POST', '/api/events', event)
  const rules = { format: 'single', mode: 'sumo', seats: 8, minimum: 4 }
  await owner.do('PUT', `/api/admin/events/${cup}/cup`, rules)
  const layouts = ['player', 'player-new', 'player-working', 'player-direct', 'player-final', 'player-simple']
  const ofOne = [
    ...layouts.map((layout) => `/${layout}/${hero}`),
    ...[`/player/${hero}?tab=details`, `/compare/${hero}/${rival}`, `/match/${matchId}`, `/posts/${post.id}`],
    `/news/${item.slug}`,
    ...[`/cups/${cup}`, `/overlay/cup/${cup}`, `/overlay/player/${hero}`],
    ...['/overlay/board/boxing', '/overlay/status'],
  ]
  readers = [
    [undefined, [...visitors, ...ofOne]],
    [member, [...members, ...ofOne]],
    [owner, [...staff, ...ofOne.slice(-5)]],
  ]
}

/** What the server sends for a page, and how it answers. */
async function fetchPage(who: Person | undefined, path: string, tag: string) {
  const response = await fetch(site.url + path, { headers: { cookie: `${who?.cookie ?? ''}; lang=${tag}` } })
  return { answer: `${response.status} at ${new URL(response.url).pathname}`, html: await response.text() }
}

/** Rules of axe about what an element is called, in which language, and whether two are called the same. */
const namingRules = [
  ...['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch', 'valid-lang', 'document-title'],
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-meter-name', 'aria-tab-name'],
  ...['aria-progressbar-name', 'aria-toggle-field-name', 'aria-tooltip-name', 'aria-treeitem-name'],
  ...['button-name', 'input-button-name', 'link-name', 'select-name', 'summary-name', 'empty-heading'],
  ...['empty-table-header', 'frame-title', 'frame-title-unique', 'landmark-unique', 'table-duplicate-name'],
  ...['label', 'label-content-name-mismatch', 'label-title-only', 'form-field-multiple-labels'],
  ...['area-alt', 'image-alt', 'image-redundant-alt', 'input-image-alt', 'object-alt', 'role-img-alt'],
  'svg-img-alt',
]

/** What a page of HTML says of its language, its parts in another one, and all texts that are in its own. */
const shownIn = (page: Page, html: string) =>
  page.evaluate((source) => {
    const document = new DOMParser().parseFromString(source, 'text/html')
    const html = document.documentElement
    const isOwn = (element: Element) => element.closest('[lang]') === html
    const texts: string[] = document.title.split(' · ')
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=description]'))
      texts.push(meta.content)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement!
      const isNoText = 'script, style, bdi, code, pre, kbd, textarea'
      if (isOwn(parent) && parent.closest(isNoText) === null) texts.push(node.nodeValue!)
    }
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (isOwn(element)) texts.push(element.getAttribute(name)!)
    const parts = [...document.body.querySelectorAll<HTMLElement>('[lang]')]
    return {
      texts,
      lang: html.lang,
      direction: html.dir || 'ltr',
      parts: parts.map(({ lang, textContent }) => ({ lang, text: textContent.slice(0, 60) })),
    }
  }, html)

/** Addresses of routes; `/*` is any other. */
const pathsOf = (entries: readonly { path?: string | undefined; children?: unknown }[]): string[] =>
  entries.flatMap(({ path, children }) => [
    ...(path === undefined ? [] : [`/${path}`]),
    ...pathsOf((children ?? []) as Parameters<typeof pathsOf>[0]),
  ])

test('[languages.86] Every page of the program is among those that are opened in each language', () => {
  const opened = readers.flatMap(([, paths]) => paths.map((path) => path.split('?')[0]!))
  // It leads to another site at once.
  const left = pathsOf(routes).filter((route) => route !== '/staff-applications')
  expect(left.length).toBeGreaterThan(70)
  expect(left.filter((route) => !opened.some((path) => matchPath(route, path) !== null))).toEqual([])
})

test('[languages.87] A text of another language is found, whole or with its values, and one of the page is not', async () => {
  const foreignIn = await foreignTexts
  const found = (tag: string, ...texts: string[]) =>
    foreignIn(tag, texts).map(({ text, language }) => `${text}: ${language}`)
  expect(found('de', 'Sign in', 'Anmelden', ' 12  wins ', '12 Siege', 'No cheats', 'Keine Cheats')).toEqual([
    'Sign in: en',
    '12 wins: en',
    'No cheats: en',
  ])
  expect(found('en', 'Sign in', 'Anmelden', '12 Siege', '12 wins', 'Yesterday, it said')).toEqual([
    'Anmelden: de',
    '12 Siege: de',
  ])
  expect(found('fr', '5 days ago', 'il y a 5 jours', 'May 3, 2026', '3 mai 2026')).toEqual([
    '5 days ago: en',
    'May 3, 2026: en',
  ])
})

test('[languages.38] Every page is in one language in each of the five that ship: it says which, and all that the program and the network say is in it', async () => {
  const foreignIn = await foreignTexts
  // Ranks have one name, and so has the game server of the sample data.
  const namesOfAll: readonly string[] = [...shippedRanks, 'Sample world']
  // Only reads HTML.
  const reader = await browser.newPage()
  const found: string[] = []
  for (const [who, paths] of readers)
    for (const path of paths) {
      const answers = new Set<string>()
      for (const tag of tags) {
        const { answer, html } = await fetchPage(who, path, tag)
        answers.add(answer)
        const fault = (text: string) => found.push(`${path} in ${tag}: ${text}`)
        const { texts, lang, direction, parts } = await shownIn(reader, html)
        if (lang !== tag || direction !== 'ltr') fault(`says that it is in ${lang}, ${direction}`)
        for (const part of parts) {
          // What staff wrote of an event or in the news and nobody translated: no text of the program is marked so.
          const isWritten = foreignIn(tag, [part.text]).length === 0
          const isMeant = part.lang === 'en' && (partlyEnglish.includes(path) || isWritten)
          if (part.lang !== tag && part.text !== nameOf(part.lang) && !isMeant)
            fault(`“${part.text}” is marked as ${part.lang}`)
        }
        for (const { text, language, by } of foreignIn(tag, texts)) {
          // Staff write the words of the network where they read them.
          if (by === 'network' && path.startsWith('/admin')) continue
          if (namesOfAll.includes(text) || (path.startsWith('/news/') && newsText.includes(text))) continue
          fault(`“${text}” is ${language}`)
        }
      }
      if (answers.size > 1) found.push(`${path} is answered by language: ${[...answers].join(', ')}`)
    }
  await reader.close()
  expect(found).toEqual([])
})

test('[languages.17] [languages.36] [languages.37] [languages.38] No text of the program is plain English on any page in another language, React takes over what the server sent, axe finds each name, and texts a third longer push none aside at 360 px', async () => {
  const ofOwners = owners()
  const found: string[] = []
  async function openAll([who, paths]: (typeof readers)[number]) {
    const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
    await who?.sitDownAt(context)
    await context.addCookies([{ name: 'lang', value: madeUp, url: site.url }])
    let calls: Response[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/')) calls.push(response)
    })
    for (const path of paths) {
      calls = []
      await visit(page, site.url + path)
      const answers = await Promise.all(calls.map((call) => call.text().catch(() => '')))
      const scripts = await page.evaluate(() =>
        [...document.scripts].map(({ textContent }) => textContent).join('\n'),
      )
      const known = letters([ofOwners, scripts, ...answers].join('\n'))
      const faults = [
        ...(await tooWide(page)).map((text) => `is wider than the window: ${text}`),
        ...(await plainEnglish(page, known)),
        ...(await violationsOf(page, { type: 'rule', values: namingRules })),
        // As when React renders a page anew, because the server said another text.
        ...complaints.splice(0).filter((text) => !text.includes('status of 404')),
      ]
      found.push(...faults.map((text) => `${path}: ${text}`))
    }
    await close()
  }
  await Promise.all(readers.map(openAll))
  expect(found).toEqual([])
})
