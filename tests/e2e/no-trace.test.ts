import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrastOf } from '../../src/contract/content/look.ts'
import { publicPaths } from '../../src/contract/content/public-paths.ts'
import { expectNoSidewaysScroll, look, openTab, visit } from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => endSite(site))

const paths = [
  ...publicPaths,
  '/auth',
  '/report',
  '/apply',
  '/forums',
  '/experience-demo',
  '/p/team',
  '/nowhere',
]
const texts = ['/manifest.webmanifest', '/offline', '/sw.js', '/favicon.svg', '/robots.txt', '/news/feed.xml']
const pictures = [
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/share.png',
  '/share/page/faq.png',
  '/share/leaderboard.png',
]

const logo = () =>
  sharp({ create: { width: 256, height: 256, channels: 4, background: '#3dd6c8' } })
    .png()
    .toBuffer()
const hero = () =>
  sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#27506b' } })
    .jpeg()
    .toBuffer()

/** Whether a picture has pixels of an orange such as the shipped accent and the coat of the fox. */
async function orangeOf(bytes: Buffer): Promise<number> {
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let found = 0
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (red > 190 && green > 70 && green < 190 && blue < 110 && red - blue > 110) found += 1
  }
  return found / (data.length / 3)
}

async function setUp(page: Page): Promise<void> {
  await expect.poll(site.output, { timeout: 60_000 }).toContain('/setup#')
  const [link = ''] = /http:\S+\/setup#\S+/.exec(site.output()) ?? []
  await visit(page, link)
  await page.getByLabel('Username').fill('Bosslady')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/admin`)
  const save = async (scope: string, value: unknown) => {
    const response = await page.request.put(`${site.url}/api/admin/settings/${scope}`, {
      headers: { origin: site.url },
      data: { value, base: null },
    })
    expect([scope, response.status(), await response.text()]).toEqual([scope, 200, expect.any(String)])
  }
  const { scopes } = await (await page.request.get(`${site.url}/api/admin/settings`)).json()
  const { value } = scopes.find(({ scope }: { scope: string }) => scope === 'identity')
  await save('identity', { ...value, name: 'Ember Arena', shortName: 'Ember' })
  await save('page.team', { title: 'Team', description: null, text: 'Who we are.', isPublished: true })
  const rank = await page.request.patch(`${site.url}/api/admin/ranks/Gold`, {
    headers: { origin: site.url },
    data: { name: 'Spark', colour: '#3dd6c8' },
  })
  expect(rank.status()).toBe(200)
}

test('[settings.76] An Owner gives the site a logo, a colour and a picture at the top of Home in the browser, and no page, manifest, share image, icon or offline page has the fox, the orange or the name of the shipped brand', async () => {
  const { page, close } = await openTab(browser, { size: 'narrow' })
  await setUp(page)
  await visit(page, `${site.url}/admin/settings/look`)
  await page.getByLabel('Accent', { exact: true }).fill('#3dd6c8')
  const pick = async (label: string, name: string, buffer: Buffer) => {
    await page
      .getByLabel(`${label}: file`)
      .setInputFiles({ name, mimeType: `image/${name.split('.')[1]}`, buffer })
    await page.getByRole('img', { name: `${label} as it is served` }).waitFor()
  }
  await pick('Logo', 'logo.png', await logo())
  await pick('Picture at the top of Home', 'harbour.jpeg', await hero())
  await page.getByLabel('Alternative text').fill('The harbour at night.')
  await look(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()

  const trace = /.{0,40}(?:vulx|\bfox\b|crispEdges"><path|#ff7d33|#ffa266|#a8430d).{0,20}/gi
  const found: unknown[] = []
  for (const path of [...paths, ...texts]) {
    const said = await (await fetch(site.url + path)).text()
    found.push(...[...said.matchAll(trace)].map(([text]) => [path, text]))
  }
  for (const path of pictures) {
    const bytes = Buffer.from(await (await fetch(site.url + path)).arrayBuffer())
    const orange = await orangeOf(bytes)
    if (orange >= 0.001) found.push([path, orange])
  }
  expect(found).toEqual([])
  for (const size of ['wide', 'narrow'] as const) {
    const visitor = await openTab(browser, { size })
    for (const path of ['/', '/auth', '/contact', '/faq']) {
      await visit(visitor.page, site.url + path)
      await expectNoSidewaysScroll(visitor.page)
      await look(visitor.page)
      await expect.poll(() => visitor.page.locator('header img[src^="/look/"]').count()).toBeGreaterThan(0)
      const shots = await visitor.page.screenshot({ fullPage: true })
      expect([path, size, (await orangeOf(shots)) < 0.001]).toEqual([path, size, true])
    }
    const ember = await visitor.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-ember'),
    )
    expect(contrastOf(ember, '#1d212e')).toBeGreaterThanOrEqual(4.5)
    expect(visitor.complaints.filter((one) => !one.includes('404'))).toEqual([])
    await visitor.close()
  }
  await close()
})
