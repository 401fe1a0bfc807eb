import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import PO from 'pofile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openTab, quiet, visit } from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

// A made-up language, whose texts are English in accents and a third longer: what is plain English on a page is not
// translated, and what is cut off or pushes the page aside has no room for other languages.

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
let site: Site
let browser: Browser
beforeAll(async () => {
  contentDir = mkdtempSync(join(tmpdir(), 'pseudo-language-'))
  cpSync(join(rootDir, 'content'), contentDir, { recursive: true })
  mkdirSync(join(contentDir, 'languages'))
  const po = PO.parse(readFileSync(join(rootDir, 'languages/de.po'), 'utf8'))
  for (const item of po.items) item.msgstr = [pseudo(item.msgid)]
  writeFileSync(join(contentDir, 'languages/en-XA.po'), po.toString())
  ;[site, browser] = await Promise.all([
    startSite({ LANGUAGES: 'en,en-XA', CONTENT_DIR: contentDir }),
    launch(),
  ])
  await cli(site, ['demo', '--players', '40', '--matches', '400'])
})
afterAll(async () => {
  await browser?.close()
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
  /^(?:now|yesterday|(?:in )?[\d.,–]+ (?:ms|sec|min|hr|h|days?|mo|yr|s)\b.*|[\d–-]+ \w+ ago|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b[^a-z]*(?:AM|PM|UTC|\))*)$/

const letters = (text: string) => text.replace(/[^\p{L}]+/gu, ' ').trim()

/** Texts and labels on a page that are plain English and neither the owner's words nor part of its data. */
async function plainEnglish(page: Page, known: string): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement!.closest('script, style, noscript, template, bdi, code, pre, kbd') === null)
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
  ],
  ...[
    '/admin/events',
    '/admin/news',
    '/admin/seasons',
    '/admin/discord',
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
    '/links',
    '/navigation',
  ].map((scope) => `/admin/settings${scope}`),
  ...['/admin/settings/rules', '/admin/settings/words.home', '/profile'],
]

test('[languages.17] [languages.36] [languages.37] No text of the program is plain English on any page in another language, none is rendered anew, and texts a third longer push none aside at 360 px', async () => {
  const member = await Person.register(site, 'Steady Reader')
  const owner = await Person.owner(site, 'Patient Owner')
  const { entries } = await member.do('GET', '/api/leaderboard?limit=2')
  const [hero, rival] = entries.map(({ user }: { user: { id: number } }) => user.id)
  const [{ matchId }] = await member.do('GET', `/api/players/${hero}/matches`)
  const [post] = await member.do('GET', '/api/posts?limit=1')
  const [item] = await member.do('GET', '/api/news?limit=1')
  const cups = Object.values(await member.do('GET', '/api/cups')).flat() as { id: number }[]
  const ofOne = [
    ...['player', 'player-new', 'player-working', 'player-simple'].map((layout) => `/${layout}/${hero}`),
    ...[`/player/${hero}?tab=details`, `/compare/${hero}/${rival}`, `/match/${matchId}`, `/posts/${post.id}`],
    ...(item === undefined ? [] : [`/news/${item.slug}`]),
    ...cups.slice(0, 3).flatMap(({ id }) => [`/cups/${id}`, `/overlay/cup/${id}`]),
    ...[`/overlay/player/${hero}`, '/overlay/board/boxing'],
  ]

  const complaints: string[] = []
  const visits = [
    [undefined, [...visitors, ...ofOne]],
    [member, [...members, ...ofOne]],
    [owner, [...staff, ...ofOne.slice(-6)]],
  ] as const
  for (const [who, paths] of visits) {
    const { page, context, complaints: logged, close } = await openTab(browser, { size: 'narrow' })
    if (who !== undefined) await who.sitDownAt(context)
    await context.addCookies([{ name: 'lang', value: 'en-XA', url: site.url }])
    let answers: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''))
    })
    for (const path of paths) {
      answers = []
      await visit(page, site.url + path)
      await quiet(page)
      const scripts = await page.evaluate(() =>
        [...document.scripts].map(({ textContent }) => textContent).join('\n'),
      )
      const known = letters([owners(), scripts, ...(await Promise.all(answers))].join('\n'))
      for (const text of await tooWide(page)) complaints.push(`${path} is wider than the window: ${text}`)
      for (const text of await plainEnglish(page, known)) complaints.push(`${path}: ${text}`)
      // As when React renders a page anew, because the server said another text.
      for (const text of logged.splice(0))
        if (!text.includes('status of 404')) complaints.push(`${path} complains: ${text}`)
    }
    await close()
  }
  expect(complaints).toEqual([])
})
