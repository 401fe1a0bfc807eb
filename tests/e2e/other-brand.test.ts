import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicPaths } from '../../src/contract/content/public-paths.ts'
import { expectNoSidewaysScroll, openTab, visit } from './support/browser.ts'
import { otherBrand, otherContent, shippedSentences } from './support/other-brand.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const paths = [...publicPaths, '/auth', '/report', '/apply', '/forums', '/experience-demo', '/nowhere']

const browser = await sharedBrowser()
let site: Site
let contentDir: string
beforeAll(async () => {
  contentDir = await otherContent()
  site = await startSite({ ...otherBrand, CONTENT_DIR: contentDir })
})
afterAll(async () => {
  await endSite(site)
  await rm(contentDir, { recursive: true, force: true })
})

const textOf = async (path: string) => (await fetch(site.url + path)).text()

/** As a reader sees it: entities are letters again. */
const plain = (html: string) =>
  html.replaceAll('&#x27;', '’').replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll("'", '’')

test('[frame.33] No page, nor the manifest, of another network says a sentence of the shipped one', async () => {
  const sentences = await shippedSentences()
  expect(sentences.length).toBeGreaterThan(150)
  for (const path of [...paths, '/manifest.webmanifest']) {
    const said = plain(await textOf(path))
    expect([path, said.match(/.{0,30}vulx.{0,30}/i)?.[0]]).toEqual([path, undefined])
    expect([path, sentences.filter((one) => said.includes(plain(one)))]).toEqual([path, []])
  }
})

test('[frame.33] A network with two tiers in euros and no social links shows those, and at 360 px nothing scrolls sideways', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  const read = new Map<string, string>()
  for (const path of paths) {
    await visit(page, site.url + path)
    await expectNoSidewaysScroll(page)
    const [text = ''] = await page.locator('body').allInnerTexts()
    expect([path, text.match(/\$|\bUSD\b|Emerald|Game Pass|Battle Pass/)?.[0]]).toEqual([path, undefined])
    read.set(path, text)
  }
  expect(read.get('/shop')).toContain('€3.50')
  expect(read.get('/rank-perks')).toMatch(/Scout[\s\S]*Warden/i)
  expect(
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /YouTube|TikTok|Twitch/ })
      .count(),
  ).toBe(0)
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([])
  await close()
})
