import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumFlags } from './lib/chromium-flags.mjs'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// The main pages at both widths with sample data, into .cache/screens; with --save the README's pictures as WebP too.
// `npm run screens home shop` draws only some.
requireNode()
await prepare({ tools: true })
const { chromium: findChromium } = await import('./lib/chromium.mjs')
const { sampleSite } = await import('./lib/sample-site.mjs')
const { chromium } = await import('playwright-core')
const { default: sharp } = await import('sharp')

const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } }
const saved = [
  'home-wide',
  'leaderboards-wide',
  'player-wide',
  'minigames-narrow',
  'shop-narrow',
  'social-narrow',
]

const executablePath = findChromium()
if (!executablePath) {
  console.error('Screens need Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  process.exit(1)
}
const out = join(root, '.cache/screens')
mkdirSync(out, { recursive: true })

const site = await sampleSite()
const browser = await chromium.launch({ executablePath, args: chromiumFlags })
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
let drawn = 0
try {
  const visitor = await visitorPages()
  const member = {
    'home-member': '/',
    'community-member': '/community',
    profile: '/profile',
    apply: '/apply',
  }
  const staff = {
    admin: '/admin',
    'admin-reports': '/staff-reports',
    'admin-applications': '/admin/applications',
    'admin-moderation': '/admin/moderation',
    'admin-messages': '/admin/messages',
    'admin-events': '/admin/events',
    'admin-news': '/admin/news',
    'admin-practice': '/admin/practice',
    'admin-members': '/admin/members',
    'admin-audit': '/admin/audit',
    'admin-numbers': '/admin/numbers',
  }
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await draw(page, size, visitor)
    await context.request.post(`${site.url}/api/register`, {
      headers: { origin: site.url },
      data: { username: `screens-${size}`, password: 'only for screens' },
    })
    await draw(page, size, member)
    const promoted = spawnSync(
      process.execPath,
      ['scripts/cli.mjs', 'user', 'rank', `screens-${size}`, 'Owner'],
      { cwd: root, env: site.env, stdio: 'ignore' },
    )
    if (promoted.status !== 0) throw new Error('The member for the staff pages was not made an Owner')
    await draw(page, size, staff)
    await context.close()
  }
  console.log(`${drawn} screens are in .cache/screens`)
} finally {
  await browser.close()
  await site.stop()
}

/** Addresses by the names of their pictures; the player and the match are the best and the newest there are. */
async function visitorPages() {
  const json = async (path) => (await fetch(site.url + path)).json()
  const { entries } = await json('/api/leaderboard?limit=1')
  const id = entries[0].user.id
  const [match] = await json(`/api/players/${id}/matches?limit=1`)
  return {
    home: '/',
    minigames: '/minigames',
    leaderboards: '/leaderboards',
    rules: '/rules',
    shop: '/shop',
    'rank-perks': '/rank-perks',
    community: '/community',
    social: '/social',
    contact: '/contact',
    faq: '/faq',
    privacy: '/privacy',
    terms: '/terms',
    cookies: '/cookies',
    events: '/events',
    news: '/news',
    'news-item': '/news/boxing-queue',
    report: '/report',
    auth: '/auth',
    player: `/player/${id}`,
    'player-new': `/player-new/${id}`,
    'player-working': `/player-working/${id}`,
    'player-direct': `/player-direct/${id}`,
    'player-final': `/player-final/${id}`,
    'player-simple': `/player-simple/${id}`,
    'player-test': '/player-test',
    match: `/match/${match.matchId}`,
    'button-demo': '/button-demo',
    'experience-demo': '/experience-demo',
    'not-found': '/nowhere',
  }
}

async function draw(page, size, pages) {
  for (const [name, path] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    await seeEverything(page)
    await page.screenshot({ path: join(out, `${name}-${size}.png`), fullPage: true })
    drawn += 1
    if (process.argv.includes('--save') && saved.includes(`${name}-${size}`))
      await save(page, `${name}-${size}`)
  }
}

/** What loads only when it is near gets its chance; then back to the top. */
async function seeEverything(page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
}

async function save(page, name) {
  const folder = join(root, 'docs/screens')
  mkdirSync(folder, { recursive: true })
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(join(folder, `${name}.webp`))
}
