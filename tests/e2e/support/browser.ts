import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
  type Response,
} from 'playwright-core'
import { expect } from 'vitest'
import { chromiumFlags } from '../../../scripts/lib/chromium-flags.mjs'
import { noteCookie, noteRequest } from '../../../src/server/testing/noted-secrets.ts'
import { isLookedAt, someOf } from '../../../src/server/testing/size.ts'

/**
 * Debian's Chromium, unless CHROMIUM_PATH names another. `whole`: with what only a browser with windows has, like
 * notifications of the system.
 */
export const launch = ({ whole = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath:
      (whole && process.env.WHOLE_CHROMIUM_PATH) || (process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'),
    args: chromiumFlags,
  })

declare global {
  interface Window {
    /** While axe is on the page. */
    axe: typeof axe
  }
}

export const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } } as const

/** For tests that are the same in each window. */
export const eachSize = someOf(Object.keys(sizes) as (keyof typeof sizes)[])

export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** What the console complained of, policy reports and page errors included. */
  readonly complaints: string[]
  close(): Promise<void>
}

interface TabOptions {
  readonly size?: keyof typeof sizes
  readonly javaScriptEnabled?: boolean
  readonly timezoneId?: string
  readonly hasTouch?: boolean
  readonly reducedMotion?: 'reduce' | 'no-preference'
}

/** What a browser sends and is given to keep, for the search of the logs. */
export function noteTraffic(context: BrowserContext): void {
  context.on('response', async (response) => {
    noteRequest(response.status(), { body: response.request().postData() })
    if (!response.url().includes('/api/')) return
    // A page that is closed meanwhile says no more.
    for (const cookie of await response.headerValues('set-cookie').catch(() => [])) noteCookie(cookie)
  })
}

/** A tab of a fresh profile. It asks for less motion: animations take time and processor from every journey. */
export async function openTab(
  browser: Browser,
  { size = 'wide', reducedMotion = 'reduce', ...options }: TabOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({ viewport: sizes[size], reducedMotion, ...options })
  context.setDefaultTimeout(180_000)
  noteTraffic(context)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints, close: () => context.close() }
}

/**
 * Waits until whatever fades or slides in has arrived: colours half-way through an opening are nobody's contrast.
 * Endless animations (a spinner, a skeleton's shimmer) are part of the picture and not waited for.
 */
async function arrived(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity,
      ),
  )
}

/** Waits until the page takes part: a link that is pressed earlier loads a whole page, and a button does nothing. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body ?? {}).some((key) => key.startsWith('__react')))

const underWay = new WeakMap<Page, Set<Request>>()

/** The requests of a page that have no response yet, counted from the first call on. */
function requestsOf(page: Page): Set<Request> {
  const known = underWay.get(page)
  if (known !== undefined) return known
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** Waits until nothing is under way that the page asked for, nor anything that would ask for more. */
export async function quiet(page: Page): Promise<void> {
  const requests = requestsOf(page)
  do {
    for (const until = Date.now() + 180_000; requests.size > 0; await pause(20))
      if (Date.now() > until)
        throw new Error(`still under way: ${[...requests].map((request) => request.url()).join(', ')}`)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  } while (requests.size > 0)
}

/** Opens a page and waits until it takes part and has what it asked for. */
export async function visit(page: Page, url: string): Promise<Response | null> {
  requestsOf(page)
  const response = await page.goto(url)
  await hydrated(page)
  await quiet(page)
  return response
}

/** The same of the page that is open. */
export async function revisit(page: Page): Promise<void> {
  requestsOf(page)
  await page.reload()
  await hydrated(page)
  await quiet(page)
}

/** Opens a document and waits for no script of it: where none runs, or what comes before is looked at. */
export const load = (page: Page, url: string, options?: { readonly waitUntil: 'commit' }) =>
  page.goto(url, options)

/** Without comments and long names, of which a browser reads 1.3 MB on each page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page by some of its rules: a line for each of these. */
export async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  // Half a megabyte of text, which stays on the page until another is loaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    // From the top: what has scrolled below the header would count as covered by it.
    const { scrollX, scrollY } = window
    window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
    // Only violations are described; the rest costs more than finding them.
    const { violations } = await window.axe.run({ runOnly, resultTypes: ['violations'] })
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, runOnly)
}

/** WCAG 2.2 A and AA, as far as axe can see. Only the complete run asks axe: it costs more than most journeys. */
export async function expectAccessible(page: Page): Promise<void> {
  await arrived(page)
  if (!isLookedAt()) return
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  expect(await violationsOf(page, { type: 'tag', values: tags }), `axe on ${page.url()}`).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, `width of ${page.url()}`).toBeLessThanOrEqual(window ?? 0)
}

/** Looks at the page: it fits both windows, and is accessible in the window of the journey. */
export async function look(page: Page): Promise<void> {
  const own = page.viewportSize()
  // With its fonts: axe measures what a person reads.
  await page.evaluate(async () => void (await document.fonts.ready))
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
  }
  if (own !== null) await page.setViewportSize(own)
  await expectAccessible(page)
}

/** Waits for the focus: a dialog gives it back in a timer of its own, after it has gone. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Walks to something with the Tab key, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Looked for once: to find something by its role after each press takes longer than all the rest.
  const element = await target.elementHandle()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await element?.evaluate((wanted) => wanted === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${target}`)
}

/** Walks through the whole page with the Tab key: it comes to everything that can be used, and out again. */
export async function expectKeyboardReach(page: Page): Promise<void> {
  const usable = await page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ]
    // Of a group of radio buttons or tabs the Tab key comes to the chosen one.
    const isStop = (one: HTMLElement) =>
      one.tabIndex >= 0 &&
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.matches(':disabled, [type=radio]')
    const left = new Set(all.filter(isStop))
    document.addEventListener('focusin', ({ target }) => left.delete(target as HTMLElement))
    document.body.tabIndex = -1
    document.body.focus()
    Object.assign(window, { unreached: () => [...left].map((one) => one.outerHTML.slice(0, 120)) })
    return left.size
  })
  const unreached = () =>
    page.evaluate(() => (window as unknown as { unreached: () => string[] }).unreached())
  for (let presses = 0; presses < 4 * usable + 100; presses += 1) {
    await page.keyboard.press('Tab')
    if (presses % 20 === 19 && (await unreached()).length === 0) return
  }
  expect(await unreached(), `by keyboard on ${page.url()}`).toEqual([])
}

/** Registers by the form, as a newcomer does, and ends where the site leads. */
export async function register(
  page: Page,
  url: string,
  name: string,
  password = 'correct horse',
): Promise<void> {
  await visit(page, `${url}/auth`)
  await page.getByRole('tab', { name: 'Register' }).click()
  const form = page.getByRole('tabpanel', { name: 'Register' })
  await form.getByLabel('Username').fill(name)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel(/confirm/i).fill(password)
  await form.getByRole('button', { name: /register|create/i }).click()
  await page.waitForURL(`${url}/`)
  await homeShown(page)
}

/**
 * Waits until the home page is shown to somebody who just signed in: the page of signing in empties first, then the
 * address changes, and the new page, with which open menus close, comes last.
 */
export const homeShown = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('heading', { level: 1 }).and(page.locator(':not(#enter)')).waitFor()
