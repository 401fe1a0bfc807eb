import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  openTab,
  revisit,
  tabTo,
  visit,
} from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedOwner, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const owner = await sharedOwner()

const ways = ['mouse', 'keyboard', 'narrow'] as const
type Way = (typeof ways)[number]

/** Reported posts, each a case; the oldest is the first of the list, the more severe before it. */
async function casesOf(name: string, count: number) {
  const [author, reporter] = await Promise.all(
    ['author', 'accuser'].map((part) => Person.register(site, `${part} ${name}`)),
  )
  const report = async (nth: number, about = 'other') => {
    const { id } = await author!.do('POST', '/api/posts', { content: `${name} case ${nth}.` })
    await reporter!.do('POST', `/api/posts/${id}/reports`, { reason: 'spam', class: about })
    return `post-${id}`
  }
  for (let nth = 1; nth <= count; nth += 1) await report(nth)
  return { author: author!, report, address: `/admin/moderation?q=${encodeURIComponent(`${name} case`)}` }
}

/** Status and note of each case, by its text, as stored. */
async function stored(name: string) {
  const of = async (state: string) =>
    (await owner.do('GET', `/api/admin/cases?state=${state}&q=${encodeURIComponent(`${name} case`)}`))
      .cases as { excerpt: string; status: string; note: string | null }[]
  const all = [...(await of('open')), ...(await of('decided'))]
  return Object.fromEntries(all.map(({ excerpt, status, note }) => [excerpt, [status, note]]))
}

async function sitDown(person: Person, way: Way) {
  const tab = await openTab(browser, way === 'narrow' ? { size: 'narrow', hasTouch: true } : {})
  await person.sitDownAt(tab.context)
  // Its time goes on by itself until it is held.
  await tab.page.clock.install()
  const writes: string[] = []
  tab.page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname)
  })
  return { ...tab, writes }
}

/** From here on the time of the page passes only when a test says so: its second is a second on any machine. */
const holdClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

/** Waits for the page while hardly any of its time passes. */
const soon = <T>(page: Page, read: () => T | Promise<T>) =>
  expect.poll(async () => {
    await page.clock.runFor(1)
    return read()
  })

const openKey = (page: Page) => new URL(page.url()).searchParams.get('open')
const detailOf = (page: Page) => page.locator('[data-detail]')
/** A decision, also one in the menu that is closed. */
const buttonOf = (page: Page, name: string) =>
  detailOf(page).getByRole('button', { name: new RegExp(`^${name}`), includeHidden: true })
/** Opens the menu that a decision is in. */
async function unfold(page: Page, name: string) {
  if (!(await buttonOf(page, name).isVisible())) await detailOf(page).getByText('More actions').click()
}
const noteOf = (page: Page) => detailOf(page).getByLabel('Note for the team')
const rowsOf = (page: Page) => page.getByRole('article')
const keysOf = (page: Page) =>
  rowsOf(page).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.key))
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName = '', textContent = '' } = document.activeElement ?? {}
    return tagName === 'BUTTON' ? textContent : tagName
  })

/** Opens the first row as somebody does who works this way, and lets what moved meanwhile come to rest. */
async function openFirst(page: Page, way: Way) {
  if (way === 'keyboard') {
    await expect
      .poll(async () => {
        if ((await focused(page)) === 'BODY') await page.keyboard.press('j')
        return focused(page)
      })
      .toBe('ARTICLE')
    await page.keyboard.press('Enter')
  } else if (way === 'narrow') await rowsOf(page).first().getByRole('button').tap()
  else await rowsOf(page).first().getByRole('button').click()
  await detailOf(page).waitFor()
}

async function middleOf(page: Page, name: string) {
  await unfold(page, name)
  const button = buttonOf(page, name)
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
}

/** Presses twice, without a look at what the first press did; never waits until a button is ready. */
async function pressTwice(page: Page, way: Way, { x, y }: { x: number; y: number }) {
  if (way === 'mouse') return page.mouse.dblclick(x, y)
  for (let presses = 0; presses < 2; presses += 1)
    if (way === 'keyboard') await page.keyboard.press('Enter')
    else await page.touchscreen.tap(x, y)
}

/** Goes to a decision of the open case: with the focus, or with the pointer, which it answers. */
async function reach(page: Page, way: Way, name: string) {
  await unfold(page, name)
  if (way === 'keyboard') await tabTo(page, buttonOf(page, name))
  return middleOf(page, name)
}

describe.each(ways)('wrong clicks (%s)', (way) => {
  test('[guards.60] Two presses of a decision decide one case: what comes under them takes none for a second, and says whose case closed, with Undo', async () => {
    const name = `Twice ${way}`
    const { address } = await casesOf(name, 3)
    const { page, complaints, writes, close } = await sitDown(owner, way)
    await visit(page, site.url + address)
    const keys = await keysOf(page)
    expect(keys).toHaveLength(3)
    await openFirst(page, way)
    const place = await reach(page, way, 'No violation')
    await holdClock(page)
    await pressTwice(page, way, place)
    await soon(page, () => keysOf(page)).toEqual(keys.slice(1))
    await soon(page, () => openKey(page)).toBe(way === 'narrow' ? null : keys[1])
    const toast = page.locator('li[data-state=open]').filter({ hasText: 'Reports Dismissed' })
    await expect.poll(() => toast.textContent()).toContain(`Post by author ${name}`)

    // The same place, where the next case is now.
    if (way === 'keyboard') await tabTo(page, buttonOf(page, 'No violation'))
    if (way === 'narrow') await rowsOf(page).first().getByRole('button').tap()
    await soon(page, () => buttonOf(page, 'No violation').getAttribute('aria-disabled')).toBe('true')
    const next = await middleOf(page, 'No violation')
    if (way === 'mouse') await pressTwice(page, way, place)
    await pressTwice(page, way, next)
    await page.clock.runFor(900)
    await pressTwice(page, way, next)
    await expect.poll(() => buttonOf(page, 'No violation').getAttribute('aria-disabled')).toBe('true')
    expect(writes).toEqual(['/api/admin/moderation/decisions'])
    expect(await stored(name)).toEqual({
      [`${name} case 1.`]: ['dismissed', null],
      [`${name} case 2.`]: ['open', null],
      [`${name} case 3.`]: ['open', null],
    })
    await expectNoSidewaysScroll(page)

    await page.clock.runFor(200)
    if (way === 'keyboard') await page.keyboard.press('u')
    else await toast.getByRole('button', { name: 'Undo' }).click()
    await soon(page, () => page.getByText('1 Case Reopened', { exact: true }).count()).toBeGreaterThan(0)
    await soon(page, () => page.locator('[data-row]').count()).toBe(3)
    expect(new Set(Object.values(await stored(name)).map(([status]) => status))).toEqual(new Set(['open']))
    // Once the second is over, a press decides again.
    await page.clock.runFor(1_000)
    await soon(page, () => buttonOf(page, 'No violation').getAttribute('aria-disabled')).toBeNull()
    await page.clock.resume()
    // At the foot of a page the header covers links of the list at the side in part, which axe takes for small ones.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  test('[guards.63] Rows that arrive while pointer or focus is in the list wait behind "2 new", and nothing moves', async () => {
    const name = `Held ${way}`
    const { report, address } = await casesOf(name, 2)
    const { page, complaints, close } = await sitDown(owner, way)
    await visit(page, site.url + address)
    const keys = await keysOf(page)
    if (way === 'mouse') await rowsOf(page).last().hover()
    else
      await expect
        .poll(async () => {
          if ((await focused(page)) === 'BODY') await page.keyboard.press('j')
          return focused(page)
        })
        .toBe('ARTICLE')
    const before = await rowsOf(page).last().boundingBox()
    const added = [await report(3, 'hate'), await report(4, 'hate')]
    const more = page.getByRole('button', { name: '2 new' })
    await more.waitFor()
    expect(await keysOf(page)).toEqual(keys)
    expect(await rowsOf(page).last().boundingBox()).toEqual(before)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    if (way === 'keyboard') {
      await more.focus()
      await page.keyboard.press('Enter')
    } else await more.click()
    await expect.poll(() => keysOf(page)).toEqual([...added, ...keys])
    await expectFocus(rowsOf(page).first())
    await more.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

test('[guards.61] A note survives a look at the player and a reload, and lands on no other case, nor on a later one about the same post', async () => {
  const [name, way] = ['Note kept', 'narrow'] as const
  const { author, address } = await casesOf(name, 2)
  const { page, complaints, close } = await sitDown(owner, way)
  await visit(page, site.url + address)
  const [first, second] = await keysOf(page)
  await openFirst(page, way)
  const text = 'I look at the player before'
  await noteOf(page).fill(text)

  await detailOf(page).getByRole('link', { name: author.name }).first().click()
  await page.waitForURL(`${site.url}/player/${author.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await detailOf(page).waitFor()
  expect(openKey(page)).toBe(first)
  await expect.poll(() => noteOf(page).inputValue()).toBe(text)
  await revisit(page)
  await expect.poll(() => noteOf(page).inputValue()).toBe(text)

  await visit(page, `${site.url}${address}&open=${second}`)
  await expect.poll(() => detailOf(page).textContent()).toContain(`${name} case 2.`)
  await expect.poll(() => noteOf(page).inputValue()).toBe('')

  await visit(page, `${site.url}${address}&open=${first}`)
  await expect.poll(() => noteOf(page).inputValue()).toBe(text)
  await unfold(page, 'Dealt with')
  await buttonOf(page, 'Dealt with').click()
  await expect
    .poll(() => stored(name))
    .toEqual({
      [`${name} case 1.`]: ['actioned', text],
      [`${name} case 2.`]: ['open', null],
    })
  const later = await Person.register(site, `later ${name}`)
  await later.do('POST', `/api/posts/${first!.replace('post-', '')}/reports`, { reason: 'spam again' })
  await visit(page, `${site.url}${address}&open=${first}`)
  await expect.poll(() => detailOf(page).textContent()).toContain('spam again')
  await expect.poll(() => noteOf(page).inputValue()).toBe('')
  expect(complaints).toEqual([])
  await close()
})

test('[guards.62] What ends something for a person is not decided without a note: the form says so, and the server stores nothing', async () => {
  const [name, way] = ['Empty note', 'keyboard'] as const
  const { address } = await casesOf(name, 2)
  const open = { [`${name} case 1.`]: ['open', null], [`${name} case 2.`]: ['open', null] }
  const { page, complaints, writes, close } = await sitDown(owner, way)
  await visit(page, site.url + address)
  const [first] = await keysOf(page)
  const subject = { subjectType: 'post', subjectId: Number(first!.replace('post-', '')) }
  for (const decision of ['action', 'remove'])
    for (const note of [undefined, null, '', ' \n\t']) {
      const body = { ...subject, decision, ...(note !== undefined && { note }) }
      expect((await owner.send('POST', '/api/admin/moderation/decisions', body)).status).toBe(400)
    }
  expect(await stored(name)).toEqual(open)

  await openFirst(page, way)
  await reach(page, way, 'Dealt with')
  await page.keyboard.press('Enter')
  await detailOf(page).getByText('Say in a note what you saw and did').waitFor()
  await expect.poll(() => focused(page)).toBe('TEXTAREA')
  await noteOf(page).fill('   ')
  await buttonOf(page, 'Dealt with').click()
  await detailOf(page).getByText('Say in a note what you saw and did').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await detailOf(page).getByRole('button', { name: 'Close' }).click()
  await detailOf(page).waitFor({ state: 'detached' })
  await page.clock.runFor(1_000)
  for (const box of await page.getByRole('checkbox', { name: /^Select/ }).all()) await box.check()
  const bar = page.getByRole('region', { name: 'Selected cases' })
  const together = bar.getByRole('button', { name: /^Dealt with/ })
  await together.click()
  await bar.getByText('Say in a note what you saw and did').waitFor()
  await expectNoSidewaysScroll(page)
  expect(writes).toEqual([])
  expect(await stored(name)).toEqual(open)

  await bar.getByLabel(/note/i).fill('Both were seen to')
  await together.click()
  await expect
    .poll(() => stored(name))
    .toEqual({
      [`${name} case 1.`]: ['actioned', 'Both were seen to'],
      [`${name} case 2.`]: ['actioned', 'Both were seen to'],
    })
  expect(complaints).toEqual([])
  await close()
})

test('[guards.64] An Owner lowers their own rank only by typing the word for it', async () => {
  const self = await Person.owner(site, 'Tired Owner')
  const rank = async () => {
    const members = await owner.do('GET', `/api/admin/members?search=${encodeURIComponent(self.name)}`)
    return members.map((member: { rank: string }) => member.rank)
  }
  for (const confirmation of [undefined, '', 'owner', 'Manager', 'Owner '])
    expect(
      (await self.send('PATCH', `/api/admin/members/${self.id}/rank`, { rank: 'Moderator', confirmation }))
        .status,
    ).toBe(400)
  expect(await rank()).toEqual(['Owner'])

  const { page, complaints, writes, close } = await sitDown(self, 'keyboard')
  await visit(page, `${site.url}/admin/members`)
  const change = page.getByRole('button', { name: `Change rank of ${self.name}` })
  await tabTo(page, change)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByRole('combobox', { name: 'Rank' })
  await tabTo(page, choice)
  await page.keyboard.press('Enter')
  // Step by step: letters typed in more than a second each would begin another search.
  const option = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(option).toBe('Owner')
  for (const rank of ['Manager', 'Admin', 'Vulx Staff', 'Moderator']) {
    await page.keyboard.press('ArrowUp')
    await expect.poll(option).toBe(rank)
  }
  await page.keyboard.press('Enter')
  await dialog.getByText('This is your own rank').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const press = () => page.keyboard.press('Enter')
  const word = dialog.getByLabel('Type Owner to give it up')
  for (const wrong of ['', 'owner', 'Owne']) {
    await word.fill(wrong)
    await press()
    await press()
  }
  expect(writes).toEqual([])
  expect(await rank()).toEqual(['Owner'])
  await word.fill('Owner')
  await press()
  await dialog.waitFor({ state: 'detached' })
  expect(await rank()).toEqual(['Moderator'])
  expect(complaints).toEqual([])
  await close()
})

test.each(['mouse', 'narrow'] as const)(
  '[guards.93] The timeline of a case, however late it comes, moves no decision (%s)',
  async (way) => {
    const name = `Late ${way}`
    const { address } = await casesOf(name, 1)
    const { page, close } = await sitDown(owner, way)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/timeline$|\/api\/stats\/|\/api\/players\/\d+\/matches/, async (route) => {
      await held
      await route.continue()
    })
    await visit(page, site.url + address)
    await openFirst(page, way)
    const place = await reach(page, way, 'Duplicate')
    release()
    await detailOf(page).getByRole('region', { name: 'Timeline' }).waitFor()
    await detailOf(page).getByText('No matches yet').waitFor()
    expect(await middleOf(page, 'Duplicate')).toEqual(place)
    await close()
  },
)

test.each([
  ['mouse', 20],
  ['keyboard', 5],
  ['narrow', 20],
] as const)(
  '[guards.65] [guards.95] Different cases in a row, decided as fast as the browser presses, each get their own outcome and note (%s, %i)',
  async (way, count) => {
    const name = `Fast ${way}`
    const { address } = await casesOf(name, count)
    const outcomes = [
      ['Dealt with', 'actioned'],
      ['No violation', 'dismissed'],
      ['Insufficient', 'insufficient'],
      ['Duplicate', 'duplicate'],
    ] as const
    const outcomeOf = (nth: number) => outcomes[(nth * 7) % 4]!
    const { page, complaints, writes, close } = await sitDown(owner, way)
    await visit(page, site.url + address)
    if (way !== 'narrow') await openFirst(page, way)
    await holdClock(page)
    for (let left = count; left > 0; left -= 1) {
      // On a phone the list is back after each decision, unless a press too many opened the next case.
      if (way === 'narrow' && openKey(page) === null) {
        const row = rowsOf(page).first().getByRole('button')
        await row.scrollIntoViewIfNeeded()
        const { x, y, width, height } = (await row.boundingBox())!
        await page.touchscreen.tap(x + width / 2, y + height / 2)
      }
      await soon(page, () => detailOf(page).count()).toBe(1)
      const quoted = await detailOf(page).locator('blockquote').textContent()
      const nth = Number(/case (\d+)\./.exec(quoted ?? '')![1])
      await noteOf(page).focus()
      await page.keyboard.insertText(`Note of ${nth}`)
      const [decision] = outcomeOf(nth)
      // One that a press too many opened takes its decision a moment later, which is seen.
      while ((await buttonOf(page, decision).getAttribute('aria-disabled')) !== null)
        await page.clock.runFor(100)
      const place = await reach(page, way, decision)
      const key = openKey(page)
      await pressTwice(page, way, place)
      await soon(page, () => openKey(page)).not.toBe(key)
      expect(writes.slice(count - left)).toEqual(['/api/admin/moderation/decisions'])
      await soon(page, () => rowsOf(page).count()).toBe(left - 1)
      // Too many presses of one who is used to the place, and meanwhile another case is there.
      await pressTwice(page, way, place)
      await pressTwice(page, way, place)
      expect(writes).toHaveLength(count + 1 - left)
      await page.clock.runFor(1_000)
    }
    const expected = Array.from({ length: count }, (_, at) => [
      `${name} case ${at + 1}.`,
      [outcomeOf(at + 1)[1], `Note of ${at + 1}`],
    ])
    expect(await stored(name)).toEqual(Object.fromEntries(expected))
    expect(new Set(writes)).toEqual(new Set(['/api/admin/moderation/decisions']))
    expect(complaints).toEqual([])
    await close()
  },
)
