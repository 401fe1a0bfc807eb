import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { legalPageNames, legalPages } from '../../src/contract/content/legal.ts'
import { type MailServer, mailServer, receivedMails } from '../../src/server/testing/mail-server.ts'
import { launch, openTab, revisit, visit } from './support/browser.ts'
import { withDatabase } from './support/database.ts'
import { Person } from './support/people.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

let site: Site
let mail: MailServer
let browser: Browser
let owner: Person
beforeAll(async () => {
  mail = await mailServer()
  browser = await launch()
  site = await startSite({ SMTP_URL: mail.url, MAIL_FROM: 'site@isles.example' })
  owner = await Person.owner(site, 'Upkeep')
})
afterAll(async () => {
  await browser?.close()
  await endSite(site)
  await mail?.close()
})

async function tabOf(person: Person, path: string) {
  const tab = await openTab(browser)
  await person.sitDownAt(tab.context)
  await visit(tab.page, site.url + path)
  return tab
}

async function visitorAt(path: string, url = site.url) {
  const tab = await openTab(browser)
  await visit(tab.page, url + path)
  return tab
}

/** By its element: below an open dialog it has no role. */
const toast = (page: Page, text: string) =>
  page.locator('li[data-variant]').getByText(text, { exact: true }).waitFor()

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

async function choose(page: Page, text: string, entry: string) {
  await card(page, text)
    .getByRole('button', { name: /^Options for/ })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test.concurrent('[social.17] Edit changes a post for everybody for 15 minutes, then it is a 403; moderators read what was there before', async ({
  expect,
}) => {
  const [author, reader] = [await Person.register(site, 'Typist'), await Person.register(site, 'Reader')]
  const { id } = await author.do('POST', '/api/posts', { content: 'Cup at sevn' })
  const { page, complaints, close } = await tabOf(author, '/social')
  await choose(page, 'Cup at sevn', 'Edit')
  await page.getByLabel('Text').fill('Cup at seven')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Post edited successfully')
  await card(page, 'Cup at seven').getByText('edited').waitFor()

  const visitor = await visitorAt(`/posts/${id}`)
  await card(visitor.page, 'Cup at seven').getByText('edited').waitFor()
  expect(await visitor.page.getByText('Cup at sevn').count()).toBe(0)

  await choose(page, 'Cup at seven', 'Edit')
  await page.getByLabel('Text').fill('Cup at nine')
  // The form was open when the time ran out.
  await withDatabase(site, (client) =>
    client.query("UPDATE posts SET created_at = created_at - interval '15 minutes' WHERE id = $1", [id]),
  )
  const refused = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await refused).status()).toBe(403)
  await toast(page, 'A post can be edited for 15 minutes')
  expect(await reader.do('GET', `/api/posts/${id}`)).toMatchObject({ content: 'Cup at seven' })
  await revisit(page)
  await choose(page, 'Cup at seven', 'Edit')
  await page.getByText('A post can be edited for 15 minutes. This one is older.').waitFor()
  expect(await page.getByLabel('Text').count()).toBe(0)
  expect(complaints.filter((text) => !/status of 403/.test(text))).toEqual([])

  await reader.do('POST', `/api/posts/${id}/reports`, { reason: 'It said something else' })
  const staff = await tabOf(owner, '/admin/moderation')
  await staff.page.locator(`[data-key="post-${id}"]`).getByRole('button').click()
  await staff.page.getByText('Before it was edited').click()
  await staff.page.getByText('Cup at sevn', { exact: true }).waitFor()
  for (const tab of [visitor, staff]) await tab.close()
  await close()
})

test.concurrent('[social.17] Share opens the system’s share sheet, or copies the link, which opens the post', async ({
  expect,
}) => {
  const author = await Person.register(site, 'Sharer')
  const { id } = await author.do('POST', '/api/posts', { content: 'The clip of the final' })
  const address = `${site.url}/posts/${id}`
  const { page, context, complaints, close } = await visitorAt('/social')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await choose(page, 'The clip of the final', 'Share')
  await toast(page, 'Link Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(address)

  // Chromium has no sheet here: this stands in for that of a phone.
  await page.evaluate(() => {
    navigator.share = async (shared) => void Object.assign(window, { shared })
  })
  await choose(page, 'The clip of the final', 'Share')
  const shared = () => page.evaluate(() => (window as { shared?: ShareData }).shared)
  await expect.poll(shared).toEqual({ title: 'Post by Sharer', url: address })

  const reader = await openTab(browser, { size: 'narrow' })
  await visit(reader.page, copied)
  await reader.page.getByRole('heading', { level: 1, name: 'Post by Sharer' }).waitFor()
  await card(reader.page, 'The clip of the final').waitFor()
  expect(complaints).toEqual([])
  await reader.close()
  await close()
})

test.concurrent('[profile.22] [fair.67] Report a problem reaches staff at once, and the member reads their answer', async ({
  expect,
}) => {
  const member = await Person.register(site, 'Puzzled')
  const staff = await tabOf(owner, '/staff-reports')
  await staff.page.getByText('No bug reports found').waitFor()
  const { page, complaints, close } = await tabOf(member, '/profile')
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await page.getByLabel('What is wrong?').fill('My wins of yesterday are not counted.')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await toast(page, 'Report Submitted')

  // Without a reload.
  await staff.page.getByRole('button', { name: 'A problem with my profile', exact: true }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByText('My wins of yesterday are not counted.').waitFor()
  await dialog.getByLabel('Answer to the reporter').fill('They are counted now.')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await toast(staff.page, 'Report Resolved')

  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.waitForURL(`${site.url}/notifications`)
  await page.getByText('They are counted now.').waitFor()
  await visit(page, `${site.url}/profile`)
  const mine = page.getByRole('list', { name: 'Your bug reports' }).getByRole('listitem')
  await mine.getByText('They are counted now.').waitFor()
  await mine.getByText('Resolved', { exact: true }).waitFor()
  expect([...complaints, ...staff.complaints]).toEqual([])
  await staff.close()
  await close()
})

test.concurrent('[profile.24] Edit role changes the rank for everybody where one may, and else says who may and changes nothing', async ({
  expect,
}) => {
  const [manager, helper] = [await Person.owner(site, 'Handing over'), await Person.register(site, 'Eager')]
  await owner.do('PATCH', `/api/admin/members/${helper.id}/rank`, { rank: 'Helper' })
  const pick = async (page: Page, rank: string) => {
    await page.getByRole('button', { name: 'Edit role' }).click()
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: rank, exact: true }).click()
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save role' }).click()
  const allowed = await tabOf(manager, '/profile')
  await pick(allowed.page, 'Manager')
  await allowed.page.getByLabel('Type Owner to give it up').fill('Owner')
  await save(allowed.page)
  await toast(allowed.page, 'Role Updated')
  const visitor = await visitorAt(`/player/${manager.id}`)
  await visitor.page.getByRole('main').getByText('Manager', { exact: true }).first().waitFor()

  const refused = await tabOf(helper, '/profile')
  await pick(refused.page, 'Moderator')
  await save(refused.page)
  await refused.page
    .getByText('Your role stays Helper: only Admin, Manager, or Owner can make you Moderator.')
    .waitFor()
  expect(await helper.do('GET', '/api/user')).toMatchObject({ rank: 'Helper' })
  for (const tab of [allowed, refused, visitor]) {
    expect(tab.complaints).toEqual([])
    await tab.close()
  }
})

test.concurrent('[voice.19] [voice.21] REMIND ME brings a reminder to the bell and, where chosen, by mail as the start comes near', async ({
  expect,
}) => {
  const member = await Person.register(site, 'Planner')
  const address = 'planner@player.example'
  const mails = () => receivedMails(mail).filter(({ to }) => to === address)
  await member.do('PATCH', '/api/user', { email: address })
  await member.do('POST', '/api/email/verification')
  await expect.poll(() => mails().length).toBe(1)
  const token = /#(\S+)/.exec(mails()[0]!.text)?.[1]
  await member.do('POST', '/api/email/confirm', { token })
  const startDate = new Date(Date.now() + 48 * 3_600_000).toISOString()
  const { id } = await owner.do('POST', '/api/events', { title: 'Bridge Cup', startDate })

  const { page, complaints, close } = await tabOf(member, '/notifications')
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/choices') && response.request().method() === 'PUT',
  )
  // Not check(): the choice is shown a moment later, when what was being asked for is cancelled.
  await page.getByLabel('Email: Reminders and changes of events you registered for').click()
  await stored
  await visit(page, `${site.url}/events`)
  await card(page, 'Bridge Cup').getByRole('button', { name: 'REMIND ME' }).click()
  await card(page, 'Bridge Cup').getByRole('button', { name: 'UNREGISTER' }).waitFor()
  expect(mails()).toHaveLength(1)

  await withDatabase(site, (client) =>
    client.query("UPDATE events SET start_date = now() + interval '1 hour' WHERE id = $1", [id]),
  )
  // The site looks for events that begin soon every 30 s.
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click({ timeout: 90_000 })
  await page.getByRole('main').getByText('Bridge Cup').first().waitFor()
  await expect
    .poll(() => mails().map(({ subject }) => subject), { timeout: 90_000 })
    .toEqual([expect.any(String), expect.stringContaining('Bridge Cup')])
  expect(complaints).toEqual([])
  await close()
})

test.concurrent('[frame.24] The footer’s labels lead to policies from the content', async ({ expect }) => {
  const { page, complaints, close } = await visitorAt('/rules')
  for (const name of legalPageNames) {
    await page.getByRole('contentinfo').getByRole('link', { name: legalPages[name], exact: true }).click()
    await page.waitForURL(`${site.url}/${name}`)
    await page.getByRole('heading', { level: 1, name: legalPages[name] }).waitFor()
    const markdown = await readFile(join(rootDir, `content/${name}.md`), 'utf8')
    const headings = [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings.length).toBeGreaterThan(1)
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      headings,
    )
  }
  expect(complaints).toEqual([])
  await close()
})

/** A Discord that answers 503 until it has a number of members. */
async function discordServer() {
  let members: number | undefined
  const server = createServer((_, response) => {
    response.writeHead(members === undefined ? 503 : 200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        guild: { name: 'Isles' },
        approximate_member_count: members,
        approximate_presence_count: 87,
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v10`,
    setMembers(count: number) {
      members = count
    },
    close: () => server.close(),
  }
}

test.concurrent('[discord.01] [discord.04] Members are Discord’s figure, else the operator’s, else no number', async ({
  expect,
  onTestFinished,
}) => {
  const contentDir = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), contentDir, { recursive: true })
  const discord = await discordServer()
  const environment = { CONTENT_DIR: contentDir, DISCORD_INVITE: 'isles', DISCORD_API_URL: discord.url }
  let own = await startSite(environment)
  onTestFinished(async () => {
    await endSite(own)
    discord.close()
    await rm(contentDir, { recursive: true, force: true })
  })
  const shown = async () => {
    const { page, close } = await visitorAt('/community', own.url)
    const discordCard = page.getByRole('heading', { name: 'Discord', exact: true }).locator('..')
    await discordCard.getByRole('link', { name: 'Join Discord' }).waitFor()
    const text = await discordCard.textContent()
    await close()
    return /([\d,]+) members/.exec(text ?? '')?.[1]
  }
  expect(await shown()).toBe('12,000')
  const links = join(contentDir, 'links.yaml')
  await writeFile(links, (await readFile(links, 'utf8')).replace(/^discordMembers:.*$/m, ''))
  // Asked for without a browser, which takes its time to show it.
  const html = async () => (await fetch(`${own.url}/community`)).text()
  await expect.poll(html).not.toContain('12,000')
  expect(await shown()).toBeUndefined()
  discord.setMembers(4_321)
  await own.stop()
  own = await startSite(environment, own.dataDir)
  expect(await shown()).toBe('4,321')
})

test.concurrent('[community.04] [community.08] [community.09] [home.07] What is to come is said, events are linked, and a thread counts as active once somebody comments', async ({
  expect,
}) => {
  const [author, reader] = [await Person.register(site, 'Starter'), await Person.register(site, 'Talker')]
  const { id } = await author.do('POST', '/api/posts', { content: 'Who is on tonight?' })
  const threads = async (path: string) => {
    const { page, close } = await visitorAt(path)
    const figure = page.getByText('Active Threads').locator('..')
    await figure.scrollIntoViewIfNeeded()
    const text = await figure.textContent()
    await close()
    return text
  }
  expect(await threads('/community')).toBe('0 Active Threads')
  const { page, complaints, close } = await tabOf(reader, `/posts/${id}`)
  await page.getByLabel('Your comment').fill('Me, from eight')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Me, from eight' }).waitFor()
  for (const path of ['/community', '/']) await expect.poll(() => threads(path)).toBe('1 Active Threads')

  await visit(page, `${site.url}/community`)
  const box = page.getByRole('heading', { name: 'Coming Soon' }).locator('..')
  expect(await box.getByRole('listitem').allTextContents()).toEqual([expect.stringMatching(/^Forums/)])
  expect(await page.getByText('Events System').count()).toBe(0)
  await box.getByRole('link').click()
  await page.waitForURL(`${site.url}/events`)
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

test.concurrent('[redirect.01] [voice.93] Forums are announced as coming, and say where to go meanwhile', async ({
  expect,
}) => {
  const { page, complaints, close } = await visitorAt('/rules')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Forums' }).click()
  await page.waitForURL(`${site.url}/`)
  await toast(page, 'Forums Coming Soon')
  const note = page.getByRole('region', { name: /notifications/i })
  await note.getByRole('link', { name: 'Go to the community' }).click()
  await page.waitForURL(`${site.url}/community`)
  await page.getByRole('heading', { level: 1, name: 'Community' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
