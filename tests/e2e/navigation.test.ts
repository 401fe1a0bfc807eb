import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/server/platform/database/embedded-postgres.ts'
import { homeShown, load, openTab, register, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])
await (await Person.register(site, 'Navigator')).do('POST', '/api/posts', { content: 'Follow the links' })

test('[frame.31] Navigation inside the site shows the new page at once with its loading state, without waiting for its requests', async () => {
  const { page, complaints, close } = await openTab(browser)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/posts**', async (route) => {
    await held
    await route.continue()
  })
  await visit(page, site.url)
  await page.getByRole('link', { name: 'Open the social feed' }).click()
  await page.getByRole('heading', { name: 'Social Feed', level: 1 }).waitFor()
  await page.getByText('Loading posts...').waitFor()
  release()
  await page.getByRole('article').first().waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('a page is painted before the browser asks for React DOM', async () => {
  const { page, complaints, close } = await openTab(browser)
  await visit(page, site.url)
  // A busy browser says only after a while when it painted and what it fetched; who waits longer than a second for the
  // paint gets React DOM before that.
  await page.waitForFunction(
    () =>
      performance.getEntriesByName('first-contentful-paint').length === 1 &&
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/hydrate-')),
  )
  const { painted, entered, asked } = await page.evaluate(() => {
    const startsOf = (script: RegExp) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => script.test(name))
        .map(({ startTime }) => startTime)
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      entered: startsOf(/\/assets\/entry\.client-[^/]*\.js$/),
      asked: startsOf(/\/assets\/hydrate-[^/]*\.js$/),
    }
  })
  expect(entered).toHaveLength(1)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toBeGreaterThanOrEqual(Math.min(painted, entered[0]! + 1_000))
  expect(complaints).toEqual([])
  await close()
})

test('the document preloads the modules of its routes, not what they import', async () => {
  const html = await (await fetch(site.url)).text()
  const preloads = [
    ...html.matchAll(/<link rel="modulepreload" href="\/assets\/([a-z.-]+)-[\w-]{8}\.js"/g),
  ].map(([, name]) => name)
  expect(preloads.length).toBeGreaterThan(2)
  const own = /^(?:manifest|entry\.client|(?:root|boundary|home)(?:-main)?)$/
  expect(preloads.filter((name) => !own.test(name!))).toEqual([])
})

test('what is pressed on a painted page before its scripts are there is done when they are', async () => {
  const { page, complaints, close } = await openTab(browser, { size: 'narrow' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held
    await route.continue()
  })
  await load(page, `${site.url}/auth`, { waitUntil: 'commit' })
  await page.getByRole('tab', { name: 'Register' }).click()
  release()
  await page
    .getByRole('tabpanel')
    .getByLabel(/confirm/i)
    .waitFor()
  await page.unroute('**/assets/entry.client-*.js')

  const again = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await again
    await route.continue()
  })
  await load(page, site.url, { waitUntil: 'commit' })
  await page.getByRole('button', { name: /why join us/i }).click()
  expect(await page.getByText('Why Join Vulx Network?').count()).toBe(0)
  release()
  const toast = page.getByRole('listitem').filter({ hasText: 'Why Join Vulx Network?' })
  await toast.waitFor()
  expect(await toast.count()).toBe(1)
  expect(complaints).toEqual([])
  await close()
})

test('[frame.30] Page data later than 300 ms is left out of the HTML; the browser then asks and shows the specified loading state', async () => {
  const store = await openEmbeddedPostgres({
    dataDir: site.dataDir,
    log: pino({ level: 'silent' }),
    as: 'guest',
  })
  const locker = new Client({ connectionString: store.ownerUrl })
  await locker.connect()
  const { page, close } = await openTab(browser)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The browser's own question waits here: the site would give up after 4 s.
  await page.route('**/api/posts**', async (route) => {
    await held
    await route.continue()
  })
  try {
    await locker.query('BEGIN')
    await locker.query('LOCK TABLE posts IN ACCESS EXCLUSIVE MODE')
    const begun = Date.now()
    // The posts cannot come before the lock is gone: that a page comes at all is that it did not wait for them.
    const html = await (await fetch(`${site.url}/social`)).text()
    expect(Date.now() - begun).toBeGreaterThanOrEqual(290)
    expect(html).toContain('Loading posts...')
    await load(page, `${site.url}/social`)
    await page.getByText('Loading posts...').waitFor()
    await locker.query('ROLLBACK')
    release()
    await page.getByRole('article').first().waitFor()
  } finally {
    await close()
    await locker.end()
    await store.stop()
  }
})

test('[auth.31] Signing in, signing out and changing the password reopen the WebSocket', async () => {
  const { page, close } = await openTab(browser)
  let opened = 0
  page.on('websocket', (socket) => {
    if (socket.url().endsWith('/ws')) opened += 1
  })
  const reopensAfter = async (what: () => Promise<void>) => {
    const before = opened
    await what()
    await expect.poll(() => opened).toBeGreaterThan(before)
  }
  await visit(page, `${site.url}/auth`)
  await expect.poll(() => opened).toBe(1)
  await page.getByRole('tab', { name: 'Register' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel('Username').fill('Reopener')
  await panel.getByLabel('Password', { exact: true }).fill('correct horse')
  await panel.getByLabel('Confirm Password').fill('correct horse')
  await reopensAfter(() => panel.getByRole('button', { name: /register|create/i }).click())
  await homeShown(page)

  await page.getByLabel('Account menu of Reopener').click()
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Change Password' }).click()
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Current Password').fill('correct horse')
  await form.getByLabel('New Password', { exact: true }).fill('better horse')
  await form.getByLabel(/Confirm/).fill('better horse')
  await reopensAfter(() => form.getByRole('button', { name: /change|update/i }).click())
  await page.waitForURL(`${site.url}/auth`)

  await page.getByLabel('Username').fill('Reopener')
  await page.getByLabel('Password').fill('better horse')
  await reopensAfter(() => panel.getByRole('button', { name: 'Login' }).click())
  await homeShown(page)
  await page.getByLabel('Account menu of Reopener').click()
  await reopensAfter(() => page.getByRole('banner').getByRole('button', { name: 'Logout' }).click())
  await page.getByRole('banner').getByRole('link', { name: 'LOGIN' }).waitFor()
  await close()
})

test('[auth.30] Signing out leaves no data of the former viewer on any page', async () => {
  const { page, close } = await openTab(browser)
  await register(page, site.url, 'Goer')
  await visit(page, `${site.url}/social`)
  await page.getByRole('textbox').first().fill('written by Goer')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('article').getByText('written by Goer').waitFor()
  await page.getByRole('article').first().getByRole('button', { name: /like/i }).click()
  await expect
    .poll(() =>
      page.getByRole('article').first().getByRole('button', { name: /like/i }).getAttribute('aria-pressed'),
    )
    .toBe('true')
  await page.getByLabel('Account menu of Goer').click()
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Please login to create posts').waitFor()
  await expect
    .poll(() =>
      page.getByRole('article').first().getByRole('button', { name: /like/i }).getAttribute('aria-pressed'),
    )
    .toBe('false')
  await visit(page, `${site.url}/profile`)
  expect(new URL(page.url()).pathname).toBe('/auth')
  await close()
})

test('[evening.55] The header is one row and no wider than the screen, from 320 px on, for visitors and members', async () => {
  const { page, complaints, close } = await openTab(browser)
  const broken = async () => {
    const found: number[] = []
    for (const width of [320, 360, 639, 640, 1023, 1024, 1279, 1280, 1920]) {
      await page.setViewportSize({ width, height: 700 })
      const isWhole = await page.evaluate(() => {
        const parts = [...document.querySelector('header > div')!.children].filter(
          (part) => part.getBoundingClientRect().width > 0,
        )
        const middles = parts.map((part) => {
          const { top, height } = part.getBoundingClientRect()
          return top + height / 2
        })
        return (
          document.documentElement.scrollWidth <= innerWidth &&
          parts.every((part) => part.scrollWidth <= part.clientWidth) &&
          Math.max(...middles) - Math.min(...middles) < 8
        )
      })
      if (!isWhole) found.push(width)
    }
    return found
  }
  await visit(page, `${site.url}/rules`)
  expect(await broken()).toEqual([])
  await register(page, site.url, 'Headed')
  await homeShown(page)
  await visit(page, `${site.url}/rules`)
  expect(await broken()).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
