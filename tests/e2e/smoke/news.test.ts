import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openTab,
  revisit,
  sizes,
  visit,
} from '../support/browser.ts'
import { Person } from '../support/people.ts'
import { sharedBrowser, sharedOwner, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const owner = await sharedOwner()

const markdown = [
  'The spring season begins on **Monday**.',
  '## What is new',
  '- three maps\n- a `duel` queue',
  '> Play fair.',
  `~~~\n/queue ${'duel '.repeat(60)}\n~~~`,
  'Read the [rules](/rules).',
].join('\n\n')

/** A visitor and a member get a 404, and no list, feed or sitemap names the item. */
async function expectHidden(slug: string) {
  const member = await Person.register(site, `Early ${slug}`.slice(0, 12))
  for (const headers of [{}, { cookie: member.cookie }]) {
    for (const path of [`/news/${slug}`, `/api/news/${slug}`])
      expect((await fetch(site.url + path, { headers })).status, path).toBe(404)
    for (const path of ['/news', '/api/news', '/news/feed.xml', '/sitemap.xml']) {
      const text = await (await fetch(site.url + path, { headers })).text()
      expect(text.includes(slug), `${path} names ${slug}`).toBe(false)
    }
  }
}

test('[voice.37] [voice.38] [voice.50] [voice.51] an admin writes, previews and publishes in the browser; visitors read it and its comments, members are notified', async () => {
  const member = await Person.register(site, 'News reader')
  const { page, context, complaints, close } = await openTab(browser)
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/news`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New item' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Spring season')
  await dialog.getByLabel('Summary').fill('It begins on Monday, with three maps.')
  await dialog.getByLabel('Text', { exact: true }).fill(markdown)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog
    .getByRole('region', { name: 'Preview' })
    .getByRole('heading', { name: 'What is new' })
    .waitFor()
  for (const size of [sizes.narrow, sizes.wide]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  // What was typed is still there after a reload.
  await revisit(page)
  await page.getByRole('button', { name: 'New item' }).click()
  await dialog.getByText('Your draft is back').waitFor()
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('spring-season')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectHidden('spring-season')

  const row = page.getByRole('listitem').filter({ hasText: 'Spring season' })
  await row.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await row.getByText('PUBLISHED', { exact: true }).waitFor()
  await expectAccessible(page)
  await expect
    .poll(async () => JSON.stringify(await member.do('GET', '/api/notifications')))
    .toContain('/news/spring-season')

  const reader = await openTab(browser, { size: 'narrow' })
  await visit(reader.page, `${site.url}/news`)
  await reader.page.getByRole('link', { name: 'Spring season' }).click()
  await reader.page.waitForURL(`${site.url}/news/spring-season`)
  await reader.page.getByRole('heading', { level: 1, name: 'Spring season' }).waitFor()
  for (const size of [sizes.narrow, sizes.wide]) {
    await reader.page.setViewportSize(size)
    await expectNoSidewaysScroll(reader.page)
    await expectAccessible(reader.page)
  }
  await visit(page, `${site.url}/news/spring-season`)
  await page.getByRole('textbox', { name: /Your comment/ }).fill('See you <b>on Monday</b>')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('See you <b>on Monday</b>', { exact: true }).and(page.locator('p')).waitFor()
  await reader.page.getByText('See you <b>on Monday</b>').waitFor()
  await expectAccessible(reader.page)
  const html = await (await fetch(`${site.url}/news/spring-season`)).text()
  expect(html).toContain('See you &lt;b&gt;on Monday&lt;/b&gt;')
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await reader.page.getByText('No comments yet').waitFor()

  const feed = await fetch(`${site.url}/news/feed.xml`)
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const entries = await reader.page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      if (parsed.querySelector('parsererror')) throw new Error('the feed is no XML')
      return [...parsed.querySelectorAll('entry > link')].map((link) => link.getAttribute('href'))
    },
    await feed.text(),
  )
  expect(entries).toContain(`${site.url}/news/spring-season`)
  expect([...complaints, ...reader.complaints]).toEqual([])
  await reader.close()
  await close()
})
