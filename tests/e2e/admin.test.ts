import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eachSize,
  expectAccessible,
  expectFocus,
  expectNoSidewaysScroll,
  look,
  openTab,
  revisit,
  visit,
} from './support/browser.ts'
import { cli, Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
let owner: Person

beforeAll(async () => {
  site = await startSite()
  owner = await Person.owner(site, 'Paper Owner')
})

afterAll(() => endSite(site))

const adminPages = [
  '/admin',
  '/admin/moderation',
  '/admin/messages',
  '/admin/members',
  '/admin/audit',
] as const

test('Every page of the staff area is accessible and fits its window, its dialogs as well', async () => {
  // A few rows of each kind: what axe costs grows with each.
  const [author, reporter] = await Promise.all(
    ['seen author', 'seen reporter'].map((name) => Person.register(site, name)),
  )
  for (const decision of ['action', undefined]) {
    const { id } = await author!.do('POST', '/api/posts', { content: `Seen ${decision ?? 'open'}` })
    await reporter!.do('POST', `/api/posts/${id}/reports`, { reason: 'spam' })
    if (decision !== undefined)
      await owner.do('POST', '/api/admin/moderation/decisions', {
        subjectType: 'post',
        subjectId: id,
        decision,
        note: 'Seen to',
      })
  }
  await reporter!.do('POST', `/api/players/${author!.id}/reports`, { reason: 'spams everywhere' })
  for (const subject of ['First', 'Second'])
    await reporter!.do('POST', '/api/contact', {
      name: 'Asker',
      email: 'asker@mail.example',
      subject,
      message: 'A question of some length.',
    })
  const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
  await owner.sitDownAt(context)
  for (const path of [...adminPages, '/admin/moderation?show=decided', '/admin/messages?show=all']) {
    await visit(page, site.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null)
    await look(page)
  }
  const dialogs = [
    ['/admin/moderation', /^Restrict/, /^Post by/],
    ['/admin/moderation', /^Remove post/, /^Post by/],
    ['/admin/members', /^Change rank/, undefined],
  ] as const
  for (const [path, name, row] of dialogs) {
    // What is pressed before the page is alive is lost.
    await visit(page, site.url + path)
    if (row !== undefined) {
      await page.getByRole('article', { name: row }).first().getByRole('button').click()
      await page.locator('[data-detail]').waitFor()
      await page.locator('[data-detail]').getByText('More actions').click()
      await look(page)
    }
    const button = page.getByRole('button', { name }).first()
    await button.click()
    await page.locator('[role=dialog]:not([data-detail]), [role=alertdialog]').waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await expectFocus(button)
  }
  expect(complaints).toEqual([])
  await close()
})

/** Short enough for a gamertag. None of them may ever be anything but text. */
const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg onload=alert(3)>',
  '"><script>alert(4)</script>',
  "'><img src=x onerror=alert(5)>",
  '<iframe src=javascript:alert(6)></iframe>',
  'javascript:alert(7)',
  '<a href=javascript:alert(8)>click</a>',
  '<body onload=alert(9)>',
  '</title><script>alert(10)</script>',
  '</script><script>alert(11)</script>',
  "<style>@import'//x.example'</style>",
  '<details open ontoggle=alert(13)>',
  "{{constructor.constructor('alert(14)')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as text.
  '${alert(15)}',
  '<math><mtext></mtext><script>alert(16)</script>',
  '<!--><img src=x onerror=alert(17)>-->',
  '&lt;script&gt;alert(18)&lt;/script&gt;',
  '<template><script>alert(19)</script></template>',
  '\u202e<script>alert(20)</script>',
] as const
const payload = (at: number) => payloads[at % payloads.length] as string
/** As a name or title may be: characters that nobody sees are refused there. */
const named = (text: string) => text.replace(/\p{Cf}/gu, '')
/** Those that would leave a title, structured data or an attribute; the staff views show them all. */
const breakouts = [0, 1, 3, 4, 9, 10, 15, 16, 19]

const applicationOf = (at: number) => {
  const names = [
    ...['minecraft_username', 'discord_username', 'timezone', 'past_server_names', 'past_positions'],
    ...['past_duration', 'current_server_names', 'current_position', 'current_duration', 'why_join'],
    ...[
      'how_handle_conflict',
      'additional_questions',
      'moderation_scenario_toxic',
      'moderation_scenario_cheats',
    ],
    ...['moderation_scenario_glitch', 'staff_abuse_response', 'staff_conflict_response'],
  ]
  return {
    position: 'helper',
    age: 20,
    email: `applicant${at}@mail.example`,
    hours_per_week: 4,
    previous_experience: 'yes_current',
    has_microphone: true,
    has_recording_software: true,
    device_type: ['windows'],
    ...Object.fromEntries(names.map((name, offset) => [name, payload(at + offset)])),
  }
}

/** A world in which anyone who can write anything wrote an attack; and each member is linked to a gamertag that is one. */
async function writeAttacks() {
  const key = (await cli(site, ['key', 'create', 'Attacker <b>1</b>'])).split(' ').at(-1)
  const linkCode = (at: number) => `ABCDEF${String(22 + at)}`
  const now = new Date().toISOString()
  const events = payloads.map((gamertag, at) => ({
    id: randomUUID(),
    type: 'link.code',
    at: now,
    data: { xuid: `25354${at}`, gamertag, code: linkCode(at) },
  }))
  const taken = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  const { results } = (await taken.json()) as { results: { status: string }[] }
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['accepted']))

  const writers: Person[] = []
  const posts: number[] = []
  for (const [at, text] of payloads.entries()) {
    const writer = await Person.register(site, `writer${at}`)
    writers.push(writer)
    await writer.do('POST', '/api/link', { code: linkCode(at) })
    await writer.do('PATCH', '/api/user', { bio: text })
    posts.push((await writer.do('POST', '/api/posts', { content: text })).id)
    await writer.do('POST', '/api/reports', {
      gameMode: 'sumo',
      severity: 'low',
      reason: `Title ${text}`,
      details: `Details of some length ${text}`,
      mediaLink: 'https://x.example/"><script>alert(21)</script>',
    })
    await writer.do('POST', '/api/staff-applications', applicationOf(at))
    await writer.do('POST', '/api/contact', {
      name: text,
      email: `asker+${at}@mail.example`,
      subject: text,
      message: text,
    })
    await owner.do('POST', '/api/events', {
      title: `Event ${named(text)}`,
      description: text,
      startDate: '2096-01-01T00:00:00Z',
      rewards: [text],
    })
    const news = {
      title: `${at} ${named(text)}`,
      slug: `attack-${at}`,
      summary: text,
      markdown: `[${text}](/rules)\n\n${text}`,
    }
    const { id: newsId } = await owner.do('POST', '/api/admin/news', news)
    await owner.do('POST', `/api/admin/news/${newsId}/publication`, {})
    await owner.do('POST', '/api/practice', {
      category: 'ffa',
      name: `${at} ${named(text)}`,
      description: text,
    })
  }
  for (const [at, writer] of writers.entries()) {
    const next = (at + 1) % writers.length
    await writer.do('POST', `/api/posts/${posts[next]}/reports`, { reason: payload(at) })
    await writer.do('POST', `/api/players/${writers[next]?.id}/reports`, { reason: payload(at) })
  }
  for (const [at, writer] of writers.entries()) {
    if (at >= 10)
      await owner.do('POST', '/api/admin/moderation/decisions', {
        subjectType: 'player',
        subjectId: writer.id,
        decision: 'action',
        note: payload(at),
      })
    else
      await owner.do('POST', `/api/admin/members/${writer.id}/restriction`, {
        reason: payload(at),
        days: null,
      })
  }
  const { applications } = await owner.do('GET', '/api/staff-applications')
  for (const [at, { id }] of applications.entries())
    await owner.do('PATCH', `/api/staff-applications/${id}`, { status: 'reviewing', adminNotes: payload(at) })
  return writers
}

const textOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.textContent)

/** What a page made of the attacks, apart from text: nothing. */
async function expectHarmless(page: Page) {
  const made = await page.evaluate(() => ({
    violations: (window as { violations?: string[] }).violations ?? [],
    elements: [...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')].flatMap((part) =>
      [
        ...part.querySelectorAll(
          // Structured data is the site's own; whatever breaks out of it would be another script.
          'script:not([type="application/ld+json"]), iframe, style, math, template, [onload], [onerror], img[src="x"]',
        ),
      ].map(({ outerHTML }) => outerHTML),
    ),
    links: [...document.querySelectorAll('a[href]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/^(\/|#|https?:|mailto:|minecraft:)/.test(href)),
  }))
  expect(made, page.url()).toEqual({ violations: [], elements: [], links: [] })
}

async function expectTexts(page: Page, selector: string, texts: readonly string[]) {
  const missing = async () => {
    const shown = await textOf(page, selector)
    return texts.filter((text) => !shown?.includes(text))
  }
  await expect.poll(missing).toEqual([])
  await expectHarmless(page)
}

test('Stored attacks in every free-text field appear as text in every staff view: no dialog, no script, no policy report', async () => {
  const writers = await writeAttacks()
  const { page, context, complaints, close } = await openTab(browser)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { violations: seen })
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective))
  })
  await owner.sitDownAt(context)

  const views: readonly (readonly [path: string, texts: readonly string[]])[] = [
    ['/admin', ['Attacker <b>1</b>']],
    ['/admin/moderation', payloads],
    ['/admin/moderation?show=decided', payloads.slice(10)],
    ['/admin/messages?show=all', payloads],
    ['/admin/members', payloads],
    ['/admin/audit', payloads.slice(0, 10)],
    ['/admin/audit?what=moderation', payloads.slice(10)],
    ['/staff-reports', payloads.map((text) => `Title ${text}`)],
    ['/admin/applications', payloads],
    ['/admin/events', payloads.map((text) => `Event ${named(text)}`)],
    ['/admin/news', payloads.map(named)],
    ['/admin/practice', payloads.map(named)],
  ]
  for (const [path, texts] of views) {
    await visit(page, site.url + path)
    await expectTexts(page, 'main', texts)
  }
  // What the server's HTML shows safely, the browser has to show safely by itself as well.
  const places = page.getByRole('navigation', { name: 'Staff area' })
  for (const [path, texts] of views.filter(([address]) => !address.includes('?'))) {
    await places.locator(`a[href="${path}"]`).click()
    await page.waitForURL(site.url + path)
    await expectTexts(page, 'main', texts)
  }
  // A member's own page, from which staff come to judge them: name, bio and structured data.
  for (const at of breakouts) {
    await visit(page, `${site.url}/player/${writers[at]?.id}`)
    await expectTexts(page, 'main', [payload(at)])
  }

  // News, which everybody reads: title, summary, rendered text and structured data.
  for (const at of breakouts) {
    await visit(page, `${site.url}/news/attack-${at}`)
    await expectTexts(page, 'main', [payload(at)])
  }

  await visit(page, `${site.url}/staff-reports`)
  for (const text of payloads.slice(0, 3)) {
    await page.getByRole('button', { name: `Title ${text}`, exact: true }).click()
    await expectTexts(page, '[role=dialog]', [`Details of some length ${text}`, 'alert(21)'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  await visit(page, `${site.url}/admin/applications`)
  for (const name of ['View', 'Update'])
    for (const at of [0, 10]) {
      await page
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .nth(at)
        .click()
      await page.getByRole('dialog').waitFor()
      // The newest application is the last writer's.
      const shown = 19 - at
      const texts = name === 'View' ? Array.from({ length: 17 }, (_, offset) => payload(shown + offset)) : []
      await expectTexts(page, '[role=dialog]', texts)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }

  await visit(page, `${site.url}/admin/moderation`)
  const cases = page.getByRole('article')
  for (const at of [0, 10, 25]) {
    await cases.nth(at).getByRole('button').click()
    await page.locator('[data-detail]').waitFor()
    await expectHarmless(page)
  }
  await page.locator(`[data-key="player-${writers[3]?.id}"]`).getByRole('button').click()
  await page.locator('[data-detail]').getByText('More actions').click()
  await page.getByRole('button', { name: /^Restriction/ }).click()
  await page.locator('[role=dialog]:not([data-detail])').waitFor()
  await expectHarmless(page)
  await page.keyboard.press('Escape')
  await visit(page, `${site.url}/admin/members`)
  await page
    .getByRole('button', { name: /^Change rank/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await expectHarmless(page)
  await page.keyboard.press('Escape')

  // What staff wrote meets its reader.
  await writers[3]?.sitDownAt(context)
  await visit(page, `${site.url}/profile`)
  await page.getByRole('region', { name: 'Notices' }).waitFor()
  await expectTexts(page, 'main', [payload(3)])

  expect(dialogs).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

test('[admin.01] [admin.02] Visitors and members are led away from every page below /admin, and told why', async () => {
  const member = await Person.register(site, 'plain member')
  for (const person of [null, member]) {
    const { page, context, close } = await openTab(browser)
    await person?.sitDownAt(context)
    for (const path of adminPages) {
      await visit(page, site.url + path)
      await page.getByText('You must be a staff member to access this page.').first().waitFor()
      await page.waitForURL((url) => url.pathname === (person === null ? '/auth' : '/'))
      await expect.poll(() => page.getByRole('navigation', { name: 'Staff area' }).count()).toBe(0)
    }
    await close()
  }
})

test('Somebody demoted while a list is open hears no further news, is refused at the next call and led away', async () => {
  const [demoted, colleague, author, reporter] = await Promise.all(
    ['demoted one', 'colleague', 'author one', 'reporter one'].map((name) => Person.register(site, name)),
  )
  for (const person of [demoted!, colleague!])
    await owner.do('PATCH', `/api/admin/members/${person.id}/rank`, { rank: 'Helper' })
  const open = async (person: Person) => {
    const tab = await openTab(browser)
    const heard: string[] = []
    tab.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => heard.push(String(payload))),
    )
    await person.sitDownAt(tab.context)
    await visit(tab.page, `${site.url}/admin/moderation`)
    await tab.page.getByRole('heading', { name: 'Moderation' }).waitFor()
    const of = (type: string) => heard.filter((text) => text.includes(type)).length
    return { ...tab, news: () => of('staff_update'), ownNews: () => of('notifications_update') }
  }
  const { id: own } = await demoted!.do('POST', '/api/posts', { content: 'Written by a helper' })
  const [one, two] = [await open(demoted!), await open(colleague!)]
  const reportPost = async (content: string) => {
    const { id } = await author!.do('POST', '/api/posts', { content })
    await reporter!.do('POST', `/api/posts/${id}/reports`, { reason: 'spam' })
  }

  await reportPost('Seen by both')
  for (const { page } of [one, two]) await page.getByText('Seen by both').waitFor()
  const before = one.news()
  expect(before).toBeGreaterThan(0)

  await owner.do('PATCH', `/api/admin/members/${demoted!.id}/rank`, { rank: 'Member' })
  await reportPost('Seen by staff alone')
  await two.page.getByText('Seen by staff alone').waitFor()
  // What the demoted still hears comes on the same connection, after what they should not have heard.
  await author!.do('POST', `/api/posts/${own}/comments`, { content: 'Well written' })
  await expect.poll(one.ownNews).toBeGreaterThan(0)
  expect(one.news()).toBe(before)
  await expect.poll(() => one.page.getByText('Seen by staff alone').count()).toBe(0)

  const refused = one.page.waitForResponse((response) => response.url().includes('/api/admin/cases?'))
  await one.page.getByRole('button', { name: 'Decided' }).click()
  expect((await refused).status()).toBe(403)
  await one.page.getByText('You must be a staff member to access this page.').first().waitFor()
  await one.page.waitForURL(`${site.url}/`)
  await expect.poll(() => one.page.getByText('Seen by both').count()).toBe(0)
  await one.close()
  await two.close()
})

test.each(eachSize)(
  '[fair.93] [fair.96] [fair.97] A case is read beside the list or in its place, and the next one follows its decision (%s)',
  async (size) => {
    const [author, reporter] = await Promise.all(
      [`beside author ${size}`, `beside reporter ${size}`].map((name) => Person.register(site, name)),
    )
    for (const nth of ['first', 'second']) {
      const { id } = await author!.do('POST', '/api/posts', { content: `Beside ${size} ${nth}` })
      await reporter!.do('POST', `/api/posts/${id}/reports`, { reason: 'spam' })
    }
    const { page, context, complaints, close } = await openTab(browser, { size })
    await owner.sitDownAt(context)
    const list = `${site.url}/admin/moderation?q=Beside+${size}`
    await visit(page, list)
    const rows = page.getByRole('article')
    const names = await rows.evaluateAll((found) => found.map((row) => (row as HTMLElement).dataset.key))
    await rows.first().getByRole('button').click()
    const detail = page.locator('[data-detail]')
    const open = () => new URL(page.url()).searchParams.get('open')
    await detail.waitFor()
    expect(open()).toBe(names[0])
    await expect.poll(() => rows.first().isVisible()).toBe(size === 'wide')
    await detail.getByText('More actions').click()
    await detail.getByRole('button', { name: /^Duplicate/ }).click()
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
    await expect.poll(open).toBe(size === 'wide' ? names[1] : null)
    await expectFocus(rows)
    await expectNoSidewaysScroll(page)
    if (size === 'wide') await revisit(page)
    else await rows.getByRole('button').click()
    await detail.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.url()).toBe(list)
    await visit(page, `${list}&assignee=nobody&open=${names[1]}`)
    await detail.getByRole('button', { name: /^Claim/ }).click()
    await detail.getByText(/^Yours until/).waitFor()
    expect(open()).toBe(names[1])
    await visit(page, `${list}&open=${names[0]}`)
    await detail.getByText('by Paper Owner').first().waitFor()
    expect(complaints).toEqual([])
    await close()
  },
)

test.each(eachSize)(
  '[fair.65] A message is read beside the list or in its place, and Back leads to where the list was (%s)',
  async (size) => {
    const sender = await Person.register(site, `many messages ${size}`)
    for (let n = 1; n <= 12; n += 1)
      await sender.do('POST', '/api/contact', {
        name: 'Asker',
        email: 'asker@mail.example',
        subject: `Position ${size} ${n}`,
        message: `The text of message ${n}. `.repeat(10),
      })
    const { page, context, complaints, close } = await openTab(browser, { size })
    await owner.sitDownAt(context)
    await visit(page, `${site.url}/admin/messages?q=Position+${size}`)
    const row = page
      .getByRole('article')
      .filter({ hasText: `Position ${size} 2` })
      .last()
    const title = row.getByRole('button')
    await title.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(0)
    await title.click()
    const detail = page.getByRole('dialog', { name: `Position ${size} 2` })
    await detail.getByRole('button', { name: /^Mark as read/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('open')).not.toBeNull()
    await expect.poll(() => row.isVisible()).toBe(size === 'wide')
    if (size === 'wide') {
      const [list, beside] = [await row.boundingBox(), await detail.boundingBox()]
      expect(beside!.x).toBeGreaterThanOrEqual(list!.x + list!.width)
    }
    expect(await detail.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goBack()
    await detail.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
    expect(complaints).toEqual([])
    await close()
  },
)

/**
 * Enter opens the row that has the focus, and once more goes to where the work in its detail begins; to the detail itself
 * while its work is not there yet.
 */
const enterDetail = (page: Page) =>
  expect
    .poll(async () => {
      const tag = () => page.evaluate(() => document.activeElement?.tagName)
      if (['ARTICLE', 'DIV'].includes((await tag()) ?? '')) await page.keyboard.press('Enter')
      return tag()
    })
    .toBe('TEXTAREA')

test('[fair.90] By keyboard alone twenty cases are decided in a row: after each the next one has the focus', async () => {
  const [author, reporter] = await Promise.all(
    ['twenty author', 'twenty reporter'].map((name) => Person.register(site, name)),
  )
  for (let n = 1; n <= 20; n += 1) {
    const { id } = await author!.do('POST', '/api/posts', { content: `Twenty in a row, ${n}` })
    await reporter!.do('POST', `/api/posts/${id}/reports`, { reason: 'spam' })
  }
  const { page, context, complaints, close } = await openTab(browser)
  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/moderation?q=Twenty+in+a+row`)
  const cards = page.getByRole('article').filter({ hasText: 'Twenty in a row' })
  await expect.poll(() => cards.count()).toBe(20)
  const focused = () =>
    page.evaluate(() => {
      const { tagName = '', textContent = '' } = document.activeElement ?? {}
      return tagName === 'BUTTON' ? textContent : tagName
    })
  // The first press that is heard moves there.
  await expect
    .poll(async () => {
      if ((await focused()) === 'BODY') await page.keyboard.press('j')
      return focused()
    })
    .toBe('ARTICLE')
  for (let left = 20; left > 0; left -= 1) {
    await expect.poll(focused).toBe('ARTICLE')
    await enterDetail(page)
    for (let steps = 0; steps < 20 && !/^No violation/.test(await focused()); steps += 1)
      await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/^No violation/)
    // What opened after another case closed takes no decision for a second.
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaDisabled)).not.toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => cards.count()).toBe(left - 1)
  }
  const { cases } = await owner.do('GET', '/api/admin/cases?state=decided&q=Twenty+in+a+row')
  expect(cases.map(({ status }: { status: string }) => status)).toEqual(Array(20).fill('dismissed'))
  expect(complaints).toEqual([])
  await close()
})
