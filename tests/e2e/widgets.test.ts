import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load, openTab, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedOwner, sharedSite } from './support/shared.ts'

const browser = await sharedBrowser()
const site = await sharedSite()

/** Another site, whose page has a frame for each path in its query. */
const other: Server = createServer((request, response) => {
  const paths = new URL(request.url ?? '/', 'http://localhost').searchParams.getAll('path')
  const frames = paths.map(
    (path) => `<iframe name="${path}" src="${site.url}${path}" width="320" height="300"></iframe>`,
  )
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>A clan</title><h1>A clan</h1>${frames.join('')}`)
})
let otherUrl: string
beforeAll(async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening')
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(() => other.close())

/** What a frame shows, and what would be wrong with it. */
const shownIn = (frame: Frame) =>
  frame.evaluate(() => ({
    heading: document.querySelector('h1')?.textContent ?? document.body.textContent,
    isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    isTooHigh: document.documentElement.scrollHeight > 300,
    scripts: [...document.scripts].filter(({ src }) => src !== '').length,
    isAlive: Object.keys(document.body).some((key) => key.startsWith('__react')),
  }))

test('[doors.67] A page of another origin embeds each widget at 320 px, without cookies and without the app, and a widget renews itself; pages refuse to be framed', async () => {
  const member = await Person.register(site, 'Widget Wanda')
  const owner = await sharedOwner()
  const event = { title: 'Widget Cup', startDate: new Date(Date.now() + 86_400_000).toISOString() }
  const { id: cup } = await owner.do('POST', '/api/events', event)
  const rules = { format: 'single', mode: 'sumo', seats: 8, minimum: 4 }
  await owner.do('PUT', `/api/admin/events/${cup}/cup`, rules)
  const widgets = [`/embed/player/${member.id}`, '/embed/board/overall', `/embed/cup/${cup}`, '/embed/status']
  const refused = ['/', '/profile', `/player/${member.id}`, `/overlay/player/${member.id}`]

  const { context, page, close } = await openTab(browser)
  await member.sitDownAt(context)
  await context.clock.install()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:api|ws)\b|\.js$/.test(pathname)) calls.push(pathname)
  })
  const query = [...widgets, `${widgets[0]}?theme=light`, ...refused]
    .map((path) => `path=${encodeURIComponent(path)}`)
    .join('&')
  await load(page, `${otherUrl}/?${query}`)
  const frameOf = (path: string) => page.frame({ name: path })!

  for (const [at, heading] of ['Widget Wanda', 'Overall · All time', 'Widget Cup', 'Vulx Network'].entries())
    expect(await shownIn(frameOf(widgets[at]!))).toEqual({
      ...{ heading, isTooWide: false, isTooHigh: false, scripts: 0, isAlive: false },
    })
  expect(calls).toEqual([])
  const colourOf = (path: string) =>
    frameOf(path).evaluate(() => getComputedStyle(document.querySelector('.shown-card')!).backgroundColor)
  expect(await colourOf(widgets[0]!)).toBe('rgb(21, 24, 34)')
  expect(await colourOf(`${widgets[0]}?theme=light`)).toBe('rgb(255, 255, 255)')
  for (const path of refused) expect(frameOf(path).url()).not.toContain(site.url)

  const frame = frameOf(widgets[0]!)
  await frame.evaluate(() => document.querySelector('main')!.setAttribute('data-first', ''))
  const renewed = page.waitForRequest((request) => request.resourceType() === 'fetch')
  await page.clock.runFor(61_000)
  expect((await (await renewed).allHeaders()).cookie).toBeUndefined()
  await frame.waitForSelector('main:not([data-first])')
  expect((await shownIn(frame)).heading).toBe('Widget Wanda')

  // Its code is on the page that it is about.
  await visit(page, `${site.url}/player/${member.id}`)
  await page.getByRole('button', { name: 'Share or embed' }).click()
  await page.getByRole('menuitem', { name: 'Embed in a site…' }).click()
  await page.frameLocator('iframe[title=Preview]').getByRole('heading', { name: 'Widget Wanda' }).waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'HTML' }).inputValue())
    .toContain(`/embed/player/${member.id}"`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await close()
})
