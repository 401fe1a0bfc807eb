import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, launch, openTab, sizes, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { endSite, type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await endSite(site)
})

async function tabOf(person: Person) {
  const tab = await openTab(browser)
  await person.sitDownAt(tab.context)
  return tab
}

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function expectGoodAtBothSizes(page: Page) {
  for (const size of [sizes.narrow, sizes.wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

test('[voice.59] [voice.60] who follows a player on their page reads their post in "Your day"; muted and unfollowed players show nothing', async () => {
  const [fan, author] = [await Person.register(site, 'Fan'), await Person.register(site, 'Author')]
  await author.do('POST', '/api/posts', { content: 'Before anybody followed' })
  const { page, close } = await tabOf(fan)
  await visit(page, `${site.url}/player/${author.id}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Unfollow', exact: true }).waitFor()
  const { id } = await author.do('POST', '/api/posts', { content: 'Tournament at eight' })
  await visit(page, site.url)
  const feed = page.getByRole('region', { name: 'Players I follow' })
  await feed.getByText('Tournament at eight').waitFor()
  expect(await feed.getByRole('link', { name: 'posted' }).first().getAttribute('href')).toBe(`/posts/${id}`)

  await visit(page, `${site.url}/following`)
  await page.getByRole('button', { name: 'Mute Author' }).click()
  await page.getByText('Muted', { exact: true }).waitFor()
  await expect.poll(() => fan.do('GET', '/api/follows')).toMatchObject([{ isMuted: true }])
  await expectGoodAtBothSizes(page)
  await visit(page, site.url)
  await feed.getByText('Nothing new in the last few days.').waitFor()

  await visit(page, `${site.url}/following`)
  await page.getByRole('button', { name: 'Unfollow Author' }).click()
  await page.getByText('You do not follow anybody yet').waitFor()
  await expect.poll(() => fan.do('GET', '/api/follows')).toEqual([])
  await close()
})

test('[voice.17] [voice.18] the bell counts live, the list leads to what happened, and a kind that is muted leaves nothing', async () => {
  const [member, other] = [await Person.register(site, 'Belle'), await Person.register(site, 'Other')]
  const { page, close } = await tabOf(member)
  await visit(page, site.url)
  await bell(page, 'Notifications').waitFor()
  const { id } = await member.do('POST', '/api/posts', { content: 'Who plays?' })
  // Without a reload: the browser hears of it.
  await other.do('POST', `/api/posts/${id}/comments`, { content: 'Me' })
  await bell(page, 'Notifications, 1 unread').waitFor()
  await other.do('POST', `/api/posts/${id}/reactions`, { type: 'like' })
  await other.do('PUT', `/api/players/${member.id}/follow`)
  await bell(page, 'Notifications, 3 unread').click()
  await page.getByText('Other follows you').waitFor()
  await page.getByText('Other likes your post').waitFor()
  await expectGoodAtBothSizes(page)
  await page.getByText('Other commented on your post').click()
  await page.waitForURL(`${site.url}/posts/${id}**`)
  await bell(page, 'Notifications, 2 unread').waitFor()

  await visit(page, `${site.url}/notifications`)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await bell(page, 'Notifications').waitFor()
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/choices') && response.request().method() === 'PUT',
  )
  await page.getByLabel(/^Site: .*comment/i).uncheck()
  expect((await stored).status()).toBe(200)
  await other.do('POST', `/api/posts/${id}/comments`, { content: 'And me again' })
  // What is not muted comes later, and is counted alone.
  await (await Person.register(site, 'Third')).do('PUT', `/api/players/${member.id}/follow`)
  await bell(page, 'Notifications, 1 unread').waitFor()
  const list: { kind: string; isRead: boolean }[] = await member.do('GET', '/api/notifications')
  expect(list.filter(({ isRead }) => !isRead).map(({ kind }) => kind)).toEqual(['follow'])
  await close()
})

test('[evening.44] [evening.48] [evening.49] a name that is chosen while typing is a link in the post, and tells its member', async () => {
  const [writer, named] = [await Person.register(site, 'Scribe'), await Person.register(site, 'Named One')]
  const { page, close } = await tabOf(writer)
  await page.setViewportSize(sizes.wide)
  await visit(page, `${site.url}/social`)
  const text = page.getByRole('textbox', { name: 'What is on your mind?' })
  await text.click()
  await text.pressSequentially('Well played @na')
  await page.getByRole('option', { name: /Named One/ }).waitFor()
  await expectGoodAtBothSizes(page)
  await text.press('Enter')
  await expect.poll(() => text.inputValue()).toBe('Well played @Named One ')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const link = page.getByRole('article').getByRole('link', { name: '@Named One' })
  await link.waitFor()
  await expect
    .poll(() => named.do('GET', '/api/notifications'))
    .toMatchObject([{ kind: 'mention', title: 'mentioned you in a post', by: { id: writer.id } }])
  await link.click()
  await page.waitForURL(`${site.url}/player/${named.id}`)
  await close()
})
