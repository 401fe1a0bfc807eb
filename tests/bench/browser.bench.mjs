import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { chromium as findChromium } from '../../scripts/lib/chromium.mjs'
import { chromiumFlags } from '../../scripts/lib/chromium-flags.mjs'
import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { bareProcess } from './lib/bare.mjs'
import { median, round } from './lib/load.mjs'
import { costOf, probe } from './lib/page-probe.mjs'
import { signUp } from './lib/people.mjs'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const phone = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true }
/** A phone's processor beside the one that measures. */
const slower = 4
const feed = { short: 20, long: 500 }

/** The first visit of / and the feed with many posts, beside the same documents without scripts, sent from memory. */
export async function run() {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Set CHROMIUM_PATH to a Chromium or Chrome')
  const site = await sampleSite()
  const browser = await chromium.launch({
    executablePath,
    args: chromiumFlags,
  })
  try {
    await firstVisits(browser, site.url)
    await feeds(browser, site.url)
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function firstVisits(browser, url) {
  const { responses } = await visit(browser, `${url}/`, { keep: true })
  const bare = await bareProcess('bare-server.mjs', { routes: responses })
  const runs = { site: [], bare: [] }
  try {
    for (let n = 0; n < rounds; n += 1) {
      runs.site.push(await visit(browser, `${url}/`))
      runs.bare.push(await visit(browser, `${bare.url}/`))
    }
  } finally {
    await bare.stop()
  }
  for (const name of ['requests', 'bytes', 'scriptBytes', 'lcpMs', 'shift', 'longestTaskMs']) {
    report(`first visit of /: ${name}`, ...['site', 'bare'].map((side) => runs[side].map((one) => one[name])))
  }
}

/** In a fresh profile. With `keep`, everything but scripts as a bare server may send it. */
async function visit(browser, address, { keep = false } = {}) {
  const { page, close, traffic } = await open(browser, address)
  const arrived = []
  if (keep) page.on('response', (response) => arrived.push(response))
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const { lcpMs, shift, longTasks } = await page.evaluate(() => window.probed.end())
  const responses = await Promise.all(arrived.filter((one) => one.status() === 200).map(kept))
  await close()
  return {
    ...traffic,
    lcpMs,
    shift,
    longestTaskMs: Math.max(0, ...longTasks),
    responses: responses.filter(Boolean),
  }
}

async function kept(response) {
  const url = new URL(response.url())
  const type = response.request().resourceType()
  if (!['document', 'stylesheet', 'font', 'image'].includes(type) || !url.protocol.startsWith('http'))
    return undefined
  const headers = { 'content-type': response.headers()['content-type'] }
  const body = await response.body()
  const sent = type === 'document' ? withoutScripts(body.toString('utf8')) : body
  return routeOf(url.pathname, headers, Buffer.from(sent), ['document', 'stylesheet'].includes(type))
}

const withoutScripts = (html) =>
  html.replace(/<script\b[^>]*>.*?<\/script>/gs, '').replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')

const routeOf = (path, headers, body, compressible) => ({
  path,
  headers,
  body: body.toString('base64'),
  packed: compressible ? gzipSync(body).toString('base64') : undefined,
})

/** A page of a fresh profile, with what it takes over the network. */
async function open(browser, address, cookie) {
  const context = await browser.newContext(phone)
  if (cookie !== undefined) {
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name, value, url: address }])
  }
  await context.addInitScript(probe)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const traffic = { requests: 0, bytes: 0, scriptBytes: 0 }
  const types = new Map()
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.requests += 1
    traffic.bytes += encodedDataLength
    if (types.get(requestId) === 'Script') traffic.scriptBytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return { page, traffic, close: () => context.close() }
}

async function feeds(browser, url) {
  const cookie = await signUp(url, 'bench-reader')
  for (let n = 0; n < feed.long; n += 1) await write(url, cookie, n)
  const runs = {}
  for (let n = 0; n < Math.min(3, rounds); n += 1) {
    for (const posts of Object.values(feed)) {
      const { page, close } = await open(browser, url, cookie)
      await page.goto(`${url}/social`)
      await page.waitForLoadState('networkidle')
      await scrollTo(page, posts)
      const html = withoutScripts(await page.content())
      await act(page, posts, (name, cost) => record(runs, `${posts} posts: ${name}`, 'site', cost))
      await close()
      await withBarePage(browser, url, html, (bare) =>
        act(bare, posts, (name, cost) => record(runs, `${posts} posts: ${name}`, 'bare', cost)),
      )
    }
  }
  for (const [name, { site, bare }] of Object.entries(runs)) {
    for (const figure of ['paintMs', 'longestTaskMs', 'blockedMs', 'longestFrameMs']) {
      const of = (costs) => costs.map((cost) => cost[figure])
      if (of(site).every(Number.isFinite)) report(`${name}, ${figure}`, of(site), of(bare))
    }
  }
}

function record(runs, name, side, cost) {
  runs[name] ??= { site: [], bare: [] }
  runs[name][side].push(cost)
}

async function write(url, cookie, n) {
  const response = await fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      content: `Post ${n}: ${'a sentence or two, as people write them. '.repeat(1 + (n % 5))}`,
    }),
  })
  if (response.status !== 201) throw new Error(`posting answered ${response.status}`)
}

const cards = 'main ol article'

/** As somebody does who reads on until so many posts are there. */
async function scrollTo(page, posts) {
  const until = performance.now() + 180_000
  while (performance.now() < until) {
    if ((await page.locator(cards).count()) >= posts) return
    // To the newest end of the list, not to that of the page: below a phone's list is more than a screen of other things.
    await page.locator(cards).last().scrollIntoViewIfNeeded()
    await page.waitForTimeout(20)
  }
  throw new Error(`the feed did not show ${posts} posts`)
}

/** What a member does in the feed, reported by name with its cost. */
async function act(page, posts, report) {
  await page.evaluate(() => window.scrollTo(0, 0))
  // A short feed would grow on the way.
  if (posts === feed.long) report('scroll', await costOf(page, () => wheel(page, 400)))
  const like = page.locator(`${cards} button[aria-pressed]`).nth(10)
  await like.scrollIntoViewIfNeeded()
  report('like', await costOf(page, () => like.click()))
  report(
    'open the composer',
    await costOf(page, () => page.locator('button[aria-label="Write a post"]').click()),
  )
  // The bare page opens nothing, so that its field stays hidden: its keys go to the page.
  report('type a letter', await costOf(page, () => page.keyboard.press('a')))
}

async function wheel(page, by) {
  for (let n = 0; n < 20; n += 1) {
    await page.mouse.wheel(0, by)
    await page.waitForTimeout(30)
  }
}

/** The same document as it stands, without a script, its files from the site. */
async function withBarePage(browser, url, html, work) {
  const page = html.replace('<head>', `<head><base href="${url}/">`)
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const bare = await bareProcess('bare-server.mjs', {
    routes: [routeOf('/', headers, Buffer.from(page), true)],
  })
  const opened = await open(browser, bare.url)
  try {
    await opened.page.goto(bare.url)
    await opened.page.waitForLoadState('networkidle')
    await work(opened.page)
  } finally {
    await opened.close()
    await bare.stop()
  }
}

function report(name, ours, theirs) {
  const [site, bare] = [median(ours), median(theirs)]
  const ratio = bare === 0 ? undefined : round(site / bare)
  console.log(JSON.stringify({ bench: 'browser', name, site: round(site), bare: round(bare), ratio }))
}
