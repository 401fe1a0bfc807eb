import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discordApplication } from '../../src/server/testing/discord-app.ts'
import { type DiscordServer, discordServer } from '../../src/server/testing/discord-server.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openTab,
  register,
  revisit,
  sizes,
  visit,
} from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const account = { id: '80351110224678912', username: 'fox', global_name: 'The Fox' }

let discord: DiscordServer
const browser = await sharedBrowser()
let site: Site
beforeAll(async () => {
  discord = await discordServer()
  site = await startSite({ ...discordApplication, DISCORD_API_URL: discord.apiUrl })
})
afterAll(async () => {
  await endSite(site)
  discord?.close()
})

const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /notifications/i })
    .locator('li')
    .getByText(text, { exact: true })
    .first()
    .waitFor()

async function expectFits(page: Page) {
  for (const size of [sizes.narrow, sizes.wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

test('[voice.85] [voice.82] [voice.81] a member cancels at Discord, links, gets the figures there and unlinks', async () => {
  const { page, complaints } = await openTab(browser)
  await register(page, site.url, 'Ashfox')
  // Discord's server leads here.
  await visit(page, `${site.url}/link-discord`)
  const link = page.getByRole('button', { name: 'Link Discord' })
  await link.waitFor()
  await expectFits(page)
  discord.app.visitor = undefined
  await link.click()
  await toast(page, 'You cancelled it on Discord.')
  expect(page.url()).toBe(`${site.url}/link-discord`)

  discord.app.visitor = account
  await visit(page, `${site.url}/profile`)
  await link.click()
  await toast(page, 'Discord linked')
  await page.getByText('Linked as The Fox').waitFor()
  expect(page.url()).toBe(`${site.url}/profile#discord`)
  await expect
    .poll(() => discord.app.connections.get(account.id), { timeout: 30_000 })
    .toEqual({
      platform_name: 'Vulx Network',
      platform_username: 'Ashfox',
      metadata: { rank_level: '0', rank_id: '0', rating: '0', matches: '0' },
    })
  expect(discord.app.metadata).toHaveLength(4)
  await revisit(page)
  await page.getByText(/^Roles updated/).waitFor()
  await expectFits(page)

  await page.locator('#discord').getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await toast(page, 'Discord unlinked')
  await expect.poll(() => discord.app.hasAccess(account.id), { timeout: 30_000 }).toBe(false)
  expect(complaints).toEqual([])
})
