import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoSidewaysScroll, look, openTab, visit } from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite()
})

afterAll(() => endSite(site))

const logo = () =>
  sharp({ create: { width: 256, height: 256, channels: 4, background: '#3dd6c8' } })
    .png()
    .toBuffer()

test('[settings.150] From the printed link to an own name, logo, colour, rank, a green game server and a backup, in the browser alone', async () => {
  const { page, complaints, close } = await openTab(browser)
  const begun = performance.now()
  const steps: string[] = []
  const took = (step: string) => steps.push(`${step} ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  const saved = () => page.getByText('Saved', { exact: true }).waitFor()

  await expect.poll(site.output).toContain('/setup#')
  const [link = ''] = /http:\S+\/setup#\S+/.exec(site.output()) ?? []
  await visit(page, link)
  await page.getByLabel('Username').fill('Bosslady')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/admin`)
  took('Owner')

  const goTo = async (name: RegExp) => {
    await visit(page, `${site.url}/admin/settings`)
    await page.getByRole('main').getByRole('link', { name }).first().click()
  }
  await goTo(/^Name and address/)
  await page.getByLabel('Name', { exact: true }).fill('Ember Arena')
  await page.getByLabel('Short name', { exact: true }).fill('Ember')
  await page.getByRole('button', { name: 'Save' }).click()
  await saved()
  took('name')

  await goTo(/^Look/)
  await page
    .getByLabel('Logo: file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() })
  await page.getByRole('img', { name: 'Logo as it is served' }).waitFor()
  await page.getByLabel('Accent', { exact: true }).fill('#3dd6c8')
  await page.getByRole('button', { name: 'Save' }).click()
  await saved()
  took('logo and colour')

  await goTo(/^Ranks/)
  await page.getByRole('button', { name: 'New rank' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Champion')
  await page.getByRole('dialog').getByRole('button', { name: 'Create rank' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Champion' }).or(page.getByText('Champion')).first().waitFor()
  took('rank')

  await goTo(/^Game servers/)
  await page.getByRole('button', { name: 'New game server' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Practice EU')
  await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click()
  await page.getByRole('heading', { name: 'Connect Practice EU' }).waitFor()
  await page.getByText('Waiting for the first heartbeat').first().waitFor()
  const secret = /(?:[\w-]{24,})/.exec((await page.locator('code').first().textContent()) ?? '')?.[0] ?? ''
  const said = {
    id: randomUUID(),
    at: new Date().toISOString(),
    type: 'heartbeat',
    data: { playerCount: 2, maxPlayers: 20 },
  }
  const heard = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events: [said] }),
  })
  expect([heard.status, await heard.text()]).toEqual([200, expect.stringContaining('accepted')])
  await page.getByText('Online, 2 players').first().waitFor()
  took('game server')
  await look(page)

  await goTo(/^Backups/)
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  await page
    .getByRole('region', { name: /^The newest/ })
    .getByRole('listitem')
    .first()
    .waitFor()
  took('backup')

  for (const size of ['wide', 'narrow'] as const) {
    const visitor = await openTab(browser, { size })
    await visit(visitor.page, site.url)
    expect(await visitor.page.title()).toContain('Ember Arena')
    await expect.poll(() => visitor.page.locator('header img[src^="/look/"]').count()).toBeGreaterThan(0)
    await expectNoSidewaysScroll(visitor.page)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }
  process.stdout.write(`After the printed link: ${steps.join(', ')}\n`)
  // The browser is driven by scripts, which the preview may not run.
  expect(complaints.filter((one) => !one.includes("the document's frame is sandboxed"))).toEqual([])
  await close()
})
