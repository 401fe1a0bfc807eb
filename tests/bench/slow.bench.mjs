import { chromium } from 'playwright-core'
import { chromium as findChromium } from '../../scripts/lib/chromium.mjs'
import { chromiumFlags } from '../../scripts/lib/chromium-flags.mjs'
import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { median, round, rounds } from './lib/load.mjs'
import { probe } from './lib/page-probe.mjs'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const bytesPerSecond = 400_000 / 8
const line = {
  offline: false,
  latency: 400,
  downloadThroughput: bytesPerSecond,
  uploadThroughput: bytesPerSecond,
}
/** A phone's processor beside the one that measures. */
const slower = 4
const maxFirstPaintMs = 3_000

/** First visits of a phone on a line of 400 kbit/s and 400 ms. Fails where the first paint comes too late. */
export async function run() {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Set CHROMIUM_PATH to a Chromium or Chrome')
  const site = await sampleSite()
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  const rows = []
  try {
    const { entries } = await (await fetch(`${site.url}/api/leaderboard?limit=1`)).json()
    const pages = { '/': '/', '/player/:id': `/player/${entries[0].user.id}` }
    const runs = Object.keys(pages).map((name) => ({ name, visits: [] }))
    for (let n = 0; n < rounds; n += 1) {
      for (const { name, visits } of runs) visits.push(await visit(browser, site.url + pages[name]))
    }
    for (const { name, visits } of runs) {
      const of = (figure) => round(median(visits.map((one) => one[figure])), 0)
      rows.push({
        page: name,
        firstByteMs: of('firstByteMs'),
        documentMs: of('documentMs'),
        stylesMs: of('stylesMs'),
        firstPaintMs: of('firstPaintMs'),
        largestPaintMs: of('largestPaintMs'),
        bytesBefore: of('bytesBefore'),
      })
    }
  } finally {
    await browser.close()
    await site.stop()
  }
  console.table(rows)
  for (const row of rows) {
    console.log(JSON.stringify({ bench: 'slow', ...row }))
    if (row.firstPaintMs <= maxFirstPaintMs) continue
    console.error(`${row.page}: first paint after ${row.firstPaintMs} ms > ${maxFirstPaintMs} ms`)
    process.exitCode = 1
  }
}

/** In a fresh profile, until everything has come. */
async function visit(browser, address) {
  const context = await browser.newContext(phone)
  await context.addInitScript(probe)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(address, { timeout: 120_000 })
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  const seen = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const [{ startTime: firstPaintMs }] = performance.getEntriesByName('first-contentful-paint')
    const files = performance.getEntriesByType('resource')
    return {
      firstByteMs: navigation.responseStart,
      documentMs: navigation.responseEnd,
      stylesMs: Math.max(
        ...files.filter(({ name }) => name.endsWith('.css')).map(({ responseEnd }) => responseEnd),
      ),
      firstPaintMs,
      largestPaintMs: window.probed.end().lcpMs,
      bytesBefore: [navigation, ...files]
        .filter(({ responseEnd }) => responseEnd <= firstPaintMs)
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    }
  })
  await context.close()
  return seen
}
