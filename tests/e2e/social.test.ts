import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  load,
  openTab,
  quiet,
  register,
  revisit,
  sizes,
  visit,
} from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** Writes posts without the page, as the member who is signed in there. */
const writePosts = (page: Page, texts: readonly string[]) =>
  page.evaluate(async (all) => {
    for (const content of all) {
      await fetch('/api/posts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      })
    }
  }, texts)

test('[social.36] [voice.09] [voice.10] A comment is written from the feed, and another browser sees it and the count at once', async () => {
  const [mine, theirs] = [
    await openTab(browser, { size: 'narrow' }),
    await openTab(browser, { size: 'wide' }),
  ]
  await register(mine.page, site.url, 'commenter')
  await visit(mine.page, `${site.url}/social`)
  await writePosts(mine.page, ['Who is on tonight?'])
  await revisit(mine.page)
  await visit(theirs.page, `${site.url}/social`)
  await card(mine.page, 'Who is on tonight?').getByRole('link', { name: '0 comments' }).click()
  await mine.page.getByText('No comments yet').waitFor()
  await mine.page.getByRole('textbox', { name: /Your comment/ }).fill('Me, from eight')
  await mine.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await mine.page.getByRole('listitem').filter({ hasText: 'Me, from eight' }).waitFor()
  await expectAccessible(mine.page)
  await expectNoSidewaysScroll(mine.page)
  await card(theirs.page, 'Who is on tonight?').getByRole('link', { name: '1 comment' }).click()
  await theirs.page.getByRole('listitem').filter({ hasText: 'Me, from eight' }).waitFor()
  await theirs.page.getByRole('link', { name: 'Sign in' }).waitFor()
  await expectAccessible(theirs.page)
  await mine.page.getByRole('button', { name: 'Delete comment' }).click()
  await mine.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await theirs.page.getByText('No comments yet').waitFor()
  expect([...mine.complaints, ...theirs.complaints]).toEqual([])
  await mine.close()
  await theirs.close()
})

test('[social.05] [social.06] On small screens the composer is behind a toggle and a floating button, on wide ones neither exists', async () => {
  const { page, close } = await openTab(browser, { size: 'narrow' })
  await register(page, site.url, 'toggler')
  await visit(page, `${site.url}/social`)
  const box = page.getByRole('textbox', { name: /on your mind/ })
  const toggle = page.getByRole('button', { name: 'Create New Post' })
  const float = page.getByRole('button', { name: 'Write a post' })
  await toggle.waitFor()
  await expect.poll(() => box.isVisible()).toBe(false)
  await toggle.click()
  await box.waitFor()
  await page.getByRole('button', { name: 'Hide Post Form' }).click()
  await box.waitFor({ state: 'hidden' })
  await page.setViewportSize(sizes.wide)
  expect([await box.isVisible(), await toggle.isVisible(), await float.isVisible()]).toEqual([
    true,
    false,
    false,
  ])
  await page.setViewportSize(sizes.narrow)

  const { width, height } = (await float.boundingBox())!
  expect(width).toBe(height)
  expect(await float.evaluate((button) => getComputedStyle(button).borderRadius)).not.toBe('0px')
  await page.mouse.wheel(0, 2_000)
  await float.click()
  await float.waitFor({ state: 'detached' })
  await expectFocus(box)
  await box.waitFor()

  await close()
})

test('The feed loads its older posts while the reader scrolls, and all of it works by keyboard', async () => {
  const writer = await openTab(browser)
  await register(writer.page, site.url, 'scribe')
  await writePosts(
    writer.page,
    Array.from({ length: 45 }, (_, at) => `Chronicle ${at + 1}.`),
  )
  await writer.close()

  const { page, complaints, close } = await openTab(browser)
  await register(page, site.url, 'reader')
  await visit(page, `${site.url}/social`)
  await card(page, 'Chronicle 45.').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(45)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000)
      return card(page, 'Chronicle 1.').count()
    })
    .toBe(1)

  const menu = card(page, 'Chronicle 44.').getByRole('button', { name: /^Options for/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Report' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('Spoils the chronicle')
  // Past the class and Cancel.
  for (let count = 0; count < 3; count++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page
    .getByText('Thank you for your report. Our team will review it.', { exact: true })
    .first()
    .waitFor()
  await expectFocus(menu)
  expect(complaints).toEqual([])
  await close()
})

test('A jump past the end of the feed loads one part more and no other, until the reader comes back to its end', async () => {
  const writer = await openTab(browser)
  await register(writer.page, site.url, 'jumper')
  await writePosts(
    writer.page,
    Array.from({ length: 70 }, (_, at) => `Saga ${at + 1}.`),
  )
  await writer.close()

  const { page, close } = await openTab(browser, { size: 'narrow' })
  await visit(page, `${site.url}/social`)
  await card(page, 'Saga 70.').waitFor()
  const posts = page.getByRole('article')
  const part = await posts.count()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => posts.count()).toBe(2 * part)
  // Who reads the footer is not followed by a feed that grows without end.
  await quiet(page)
  await expect.poll(() => posts.count()).toBe(2 * part)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect.poll(() => posts.count()).toBeGreaterThan(2 * part)
  await close()
})

test("[social.03] [social.07] Without JavaScript a visitor reads the feed in the server's HTML", async () => {
  const writer = await openTab(browser)
  await register(writer.page, site.url, 'printer')
  await writePosts(writer.page, ['Readable by everybody'])
  await writer.close()

  const { page, close } = await openTab(browser, { javaScriptEnabled: false })
  await load(page, `${site.url}/social`)
  await card(page, 'Readable by everybody').waitFor()
  expect(await page.title()).toContain('Social Feed')
  await expect.poll(() => page.locator('meta[name=description]').getAttribute('content')).toBeTruthy()
  await expect
    .poll(() => page.locator('meta[property="og:title"]').getAttribute('content'))
    .toContain('Social Feed')
  await page.getByRole('link', { name: 'Login to Post' }).click()
  expect(new URL(page.url()).pathname).toBe('/auth')
  await close()
})

test('[social.08] With a slow API, navigation inside the site shows Loading posts... at once', async () => {
  const { page, complaints, close } = await openTab(browser)
  let response = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    response = resolve
  })
  await page.route('**/api/posts*', async (route) => {
    await isAnswered
    await route.continue()
  })
  await visit(page, site.url)
  await page.locator('main a[href="/social"]').first().click()
  // While nothing has been answered yet.
  await page.getByText('Loading posts...').waitFor()
  response()
  await page.getByRole('article').first().waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('[field.58] A notified member opens a reply to the first of 121 comments at 360 px: it is in view and marked', async () => {
  const [reader, writer] = [
    await Person.register(site, 'LinkReader'),
    await Person.register(site, 'LinkWriter'),
  ]
  const { id: postId } = await reader.do('POST', '/api/posts', { content: 'Much discussed' })
  const path = `/api/posts/${postId}/comments`
  const first = await reader.do('POST', path, { content: 'The first comment' })
  for (let n = 2; n <= 120; n += 1) await writer.do('POST', path, { content: `Comment ${n}` })
  const reply = await writer.do('POST', path, { content: 'The reply that is meant', parentId: first.id })
  const { context, page, complaints, close } = await openTab(browser, { size: 'narrow' })
  await reader.sitDownAt(context)
  await visit(page, `${site.url}/notifications`)
  await page.getByRole('link', { name: /replied to your comment/ }).click()
  await page.waitForURL(`${site.url}/posts/${postId}#comment-${reply.id}`)
  const row = page.locator(`#comment-${reply.id}`)
  await row.getByText('The reply that is meant').waitFor()
  const isInView = async () => {
    const box = await row.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= 740
  }
  await expect.poll(isInView).toBe(true)
  await expect.poll(() => row.getAttribute('aria-current')).toBe('true')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // A link that was opened anew, as from a mail, ends there as well.
  await revisit(page)
  await row.waitFor()
  await expect.poll(isInView).toBe(true)
  expect(complaints).toEqual([])
  await close()
})
