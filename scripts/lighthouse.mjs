import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumFlags } from './lib/chromium-flags.mjs'
import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'
import { root } from './lib/root.mjs'

// Lighthouse as on a phone, five times a page, of which the median counts. What / weighs is in tests/e2e/bundle.test.ts.
// `npm run lighthouse` for all pages, `npm run lighthouse / /shop` for some. `/player`, `/match` and `/compare` mean
// those of the first on the leaderboard, `/post` the newest. Fails when a bound is missed.
requireNode()
await prepare({ tools: true })
const { chromium: findChromium } = await import('./lib/chromium.mjs')
const { sampleSite } = await import('./lib/sample-site.mjs')
const { launch } = await import('chrome-launcher')
const { default: lighthouse } = await import('lighthouse')

const defaultPages = [
  '/',
  '/live',
  '/minigames',
  '/shop',
  '/faq',
  '/leaderboards',
  '/leaderboards?gameType=boxing&by=rating&view=full',
  '/player',
  '/match',
  '/compare',
  '/seasons',
  '/ratings',
  '/status',
  '/social',
  '/post',
  '/news',
  '/events',
  '/cups',
]
const pages = process.argv.length > 2 ? process.argv.slice(2) : defaultPages
const rounds = Number(process.env.LIGHTHOUSE_ROUNDS ?? 5)
const bounds = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }
const maxShift = 0.02

const out = join(root, '.cache/lighthouse')
mkdirSync(out, { recursive: true })
const chromePath = findChromium()
if (!chromePath) {
  console.error('Lighthouse needs Chromium: install it, or set CHROMIUM_PATH to a Chromium or Chrome.')
  process.exit(1)
}
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

const site = await sampleSite()
const rows = []
try {
  const addresses = await sampleAddresses()
  for (const path of pages) {
    const runs = []
    for (let round = 0; round < rounds; round += 1) runs.push(await visit(addresses[path] ?? path, round))
    const row = { path }
    for (const category of Object.keys(bounds)) row[category] = median(runs.map((run) => run[category]))
    row.cls = median(runs.map(({ cls }) => cls))
    row.lcpMs = median(runs.map(({ lcpMs }) => lcpMs))
    row.tbtMs = median(runs.map(({ tbtMs }) => tbtMs))
    rows.push(row)
    console.log(JSON.stringify(row))
  }
} finally {
  await site.stop()
}
console.table(rows)

const missed = rows.flatMap((row) => [
  ...Object.entries(bounds)
    .filter(([category, min]) => row[category] < min)
    .map(([category, min]) => `${row.path}: ${category} ${row[category]} < ${min}`),
  ...(row.cls >= maxShift ? [`${row.path}: layout shift ${row.cls} >= ${maxShift}`] : []),
])
if (missed.length > 0) {
  console.error(missed.join('\n'))
  process.exitCode = 1
}

/** Addresses of pages about one player, match, pair or post. */
async function sampleAddresses() {
  const read = async (path) => (await fetch(site.url + path)).json()
  const { entries } = await read('/api/leaderboard?limit=2')
  const [first, second] = entries.map(({ user }) => user.id)
  const [{ matchId }] = await read(`/api/players/${first}/matches`)
  const [post] = await read('/api/posts?limit=1')
  return {
    '/player': `/player/${first}`,
    '/match': `/match/${matchId}`,
    '/compare': `/compare/${first}/${second}`,
    '/post': `/posts/${post.id}`,
  }
}

/** One visit in a fresh profile. */
async function visit(path, round) {
  const chrome = await launch({ chromePath, chromeFlags: chromiumFlags })
  try {
    const { lhr } = await lighthouse(site.url + path, { port: chrome.port, logLevel: 'error' })
    const name = path === '/' ? 'home' : path.slice(1).replaceAll(/[^\w]/g, '-')
    writeFileSync(join(out, `${name}-${round}.json`), JSON.stringify(lhr))
    const { audits, categories } = lhr
    return {
      ...Object.fromEntries(
        Object.keys(bounds).map((category) => [category, Math.round(categories[category].score * 100)]),
      ),
      cls: audits['cumulative-layout-shift'].numericValue,
      lcpMs: Math.round(audits['largest-contentful-paint'].numericValue),
      tbtMs: Math.round(audits['total-blocking-time'].numericValue),
    }
  } finally {
    await chrome.kill()
  }
}
