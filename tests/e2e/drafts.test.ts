import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  eachSize,
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  openTab,
  revisit,
  visit,
} from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

/** Also while it is hidden behind its toggle. */
const post = (page: Page) => page.getByRole('textbox', { name: /on your mind/, includeHidden: true })

async function signIn(page: Page, name: string) {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
}

/** The member ends every session from elsewhere, as somebody does who lost a phone. */
async function endEverySession(person: Person) {
  const body = { currentPassword: 'correct horse', newPassword: 'correct horse 2' }
  await person.do('POST', '/api/change-password', body)
}

describe.each(eachSize)('a %s window', (size) => {
  test('A session that ends is said once, and the way through /auth leads back to what was typed', async () => {
    const name = `Drafter-${size}`
    const person = await Person.register(site, name)
    const { page, context, close } = await openTab(browser, { size })
    await person.sitDownAt(context)
    await visit(page, `${site.url}/social`)
    const toggle = page.getByRole('button', { name: 'Create New Post' })
    if (await toggle.isVisible()) await toggle.click()
    await post(page).fill('A long story')

    // Left by a link and read again, then reloaded.
    await page.getByRole('link', { name: 'Back to Community' }).click()
    await page.waitForURL(`${site.url}/community`)
    await page.goBack()
    await page.getByText(/^Your draft is back/).waitFor()
    await expect.poll(() => post(page).inputValue()).toBe('A long story')
    await revisit(page)
    await expect.poll(() => post(page).inputValue()).toBe('A long story')
    await post(page).fill('A long story, with its end')

    await endEverySession(person)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    const notice = page.getByText('Your session has ended.')
    await notice.waitFor()
    await expect.poll(() => notice.count()).toBe(1)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(`${site.url}/auth?redirect=%2Fsocial`)
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password').fill('correct horse 2')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`${site.url}/social`)
    await notice.waitFor({ state: 'detached' })
    await expect.poll(() => post(page).inputValue()).toBe('A long story, with its end')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByRole('article').filter({ hasText: name }).waitFor()
    await revisit(page)
    await expect.poll(() => post(page).inputValue()).toBe('')
    await close()
  })

  test('What a visitor typed on /report is there after the sign-in, and goes when they sign out', async () => {
    const name = `Reporter-${size}`
    await Person.register(site, name)
    const { page, close } = await openTab(browser, { size })
    await visit(page, `${site.url}/report`)
    await page.getByLabel('Title').fill('The bridge is gone')
    await page.getByLabel('Details').fill('It was there on Monday.')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await page.getByRole('link', { name: 'Log in or register' }).first().click()
    await signIn(page, name)
    await page.waitForURL(`${site.url}/report`)
    await page.getByText(/^Your draft is back/).waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('The bridge is gone')
    await expect.poll(() => page.getByLabel('Details').inputValue()).toBe('It was there on Monday.')
    await expectNoSidewaysScroll(page)
    await visit(page, `${site.url}/profile`)
    await page.getByLabel('Bio').fill('Half a bio')
    await page.getByRole('button', { name: 'Logout', exact: true }).click()
    await page.waitForURL(`${site.url}/auth`)
    const stored = () => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
    expect((await stored()).filter((key) => /^(member|visitor):/.test(key))).toEqual([])
    await close()
  })

  test('A picture opens large and closes by keyboard; a name leads to its player, an address out', async () => {
    const person = await Person.register(site, `Painter-${size}`)
    const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#ff7d33' } })
      .png()
      .toBuffer()
    await person.do('POST', '/api/posts', {
      content: `Seen by ${size} on https://clips.example/a.`,
      mediaUrl: `data:image/png;base64,${picture.toString('base64')}`,
      mediaType: 'image',
    })
    const { page, close, complaints } = await openTab(browser, { size })
    await visit(page, `${site.url}/social`)
    const card = page.getByRole('article').filter({ hasText: `Seen by ${size}` })
    const opener = card.getByRole('button', { name: `Open the picture posted by Painter-${size}` })
    const small = await opener.boundingBox()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Picture by Painter-${size}` })
    const large = dialog.getByRole('img', { name: `Posted by Painter-${size}` })
    await large.waitFor()
    const [shown, window] = [await large.boundingBox(), page.viewportSize()]
    expect(shown?.width).toBeLessThanOrEqual(window?.width ?? 0)
    expect(shown?.height).toBeLessThanOrEqual(window?.height ?? 0)
    expect(shown?.width).toBeGreaterThan(small?.width ?? 0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(opener)
    const link = card.getByRole('link', { name: 'https://clips.example/a', exact: true })
    await expect.poll(() => link.getAttribute('rel')).toBe('nofollow ugc noopener')
    await expectNoSidewaysScroll(page)
    await card.getByRole('link', { name: `Painter-${size}`, exact: true }).click()
    await page.waitForURL(`${site.url}/player/${person.id}`)
    await page.getByRole('button', { name: 'Copy link' }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })
})
