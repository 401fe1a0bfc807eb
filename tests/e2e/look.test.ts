import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicPaths } from '../../src/contract/content/public-paths.ts'
import { look, openTab, visit } from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite()
})

afterAll(() => endSite(site))

const paths = [...publicPaths, '/auth', '/overlay/board/overall', '/nowhere']

/** The head of a page without the nonce and the time of this response. */
async function headOf(path: string) {
  const response = await fetch(site.url + path)
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? 'none'
  const [head = ''] = (await response.text()).split('</head>')
  return head.replaceAll(nonce, 'NONCE').replace(/(name="server-time" content=")\d+/, '$1NOW')
}

test('[settings.74] A look is one style of at most 500 bytes in each document, with the nonce of its response; the shipped one adds nothing', async () => {
  await expect.poll(site.output, { timeout: 60_000 }).toContain('/setup#')
  const [link = ''] = /http:\S+\/setup#\S+/.exec(site.output()) ?? []
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await visit(page, link)
  await page.getByLabel('Username').fill('Bosslady')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/admin`)

  const before = await Promise.all(paths.map(headOf))
  for (const head of before) expect(head).not.toContain('<style')

  await visit(page, `${site.url}/admin/settings/look`)
  await page.getByLabel('Accent', { exact: true }).fill('#2a2af0')
  await page.getByText('Made lighter to be readable.').waitFor()
  await page.getByLabel('Tint', { exact: true }).fill('#00ff88')
  await look(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()

  for (const [at, path] of paths.entries()) {
    const head = await headOf(path)
    const styles = [...head.matchAll(/<style nonce="NONCE">(.*?)<\/style>/g)].map(([, css]) => css ?? '')
    expect([path, styles.length]).toEqual([path, 1])
    expect(styles[0]?.length).toBeLessThanOrEqual(500)
    expect(styles[0]).toMatch(/^html:root\{(--[a-z-]+:#[0-9a-f]{6};?)+\}$/)
    const without = head
      .replace(/<style nonce="NONCE">.*?<\/style>/, '')
      .replace(/(name="theme-color" content=")#[0-9a-f]{6}/, '$1#0a0b10')
    expect([path, without]).toEqual([path, before[at]])
  }

  const visitor = await openTab(browser)
  await visit(visitor.page, site.url)
  const colour = (token: string) =>
    visitor.page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), token)
  expect(await colour('--color-ember')).not.toBe('#ff7d33')
  expect(await colour('--color-ground')).not.toBe('#0a0b10')
  await look(visitor.page)

  const undone = await page.request.post(`${site.url}/api/admin/settings/look/undo`, {
    headers: { origin: site.url },
    data: { to: null },
  })
  expect(undone.status()).toBe(200)
  expect(await Promise.all(paths.map(headOf))).toEqual(before)
  expect([complaints, visitor.complaints]).toEqual([[], []])
  await visitor.close()
  await close()
})
