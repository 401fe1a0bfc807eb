import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { publicPaths } from '../../src/contract/content/public-paths.ts'
import { expectAccessible, load, openTab, type Tab, violationsOf, visit } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { sharedBrowser, sharedSite } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

async function register(username: string): Promise<{ id: number; cookie: string }> {
  const response = await fetch(`${site.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'correct horse' }),
  })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: number }
  return { id, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]

/** What a document says to machines; empty where it says nothing. */
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')

describe('documents', () => {
  test.each([...publicPaths])(
    '%s has a title, a description, its address and a share image that exists',
    async (path) => {
      const response = await fetch(site.url + path)
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html).toMatch(/<title>[^<]*Vulx Network<\/title>/)
      expect(metaOf(html, 'description')).toBeTruthy()
      expect(html).toContain(`<link rel="canonical" href="${site.url}${path}"`)
      expect(metaOf(html, 'robots')).toBeUndefined()
      for (const name of ['og:image', 'twitter:image']) {
        const image = await fetch(metaOf(html, name) ?? 'none')
        expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
      }
    },
  )

  test('a player’s page unfurls with the player; the other layouts and debug pages are not listed', async () => {
    const { id } = await register('Vixen')
    const html = await (await fetch(`${site.url}/player/${id}`)).text()
    expect(metaOf(html, 'og:type')).toBe('profile')
    expect(metaOf(html, 'og:image')).toBe(`${site.url}/share/player/${id}.png`)
    expect(metaOf(html, 'robots')).toBeUndefined()
    // A document does not wait long for its data: on a busy machine the first may go without.
    await expect
      .poll(async () => dataOf(await (await fetch(`${site.url}/player/${id}`)).text()))
      .toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: 'Vixen' } })
    for (const path of [`/player-new/${id}`, `/player-simple/${id}`, '/player-test', '/auth']) {
      expect(metaOf(await (await fetch(site.url + path)).text(), 'robots'), path).toBe('noindex')
    }
  })

  test('[voice.91] [voice.92] a post’s page may be indexed, says what it is, has headings in order, and ends with the post', async () => {
    const { cookie } = await register('Foxhound')
    const write = async (path: string, content: string) => {
      const response = await fetch(site.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ content }),
      })
      return ((await response.json()) as { id: number }).id
    }
    const id = await write('/api/posts', 'Cup at eight')
    await write(`/api/posts/${id}/comments`, 'I am in')
    const { page, close } = await openTab(browser, { size: 'narrow' })
    await visit(page, `${site.url}/posts/${id}`)
    await page.getByText('I am in').waitFor()
    const html = await (await fetch(`${site.url}/posts/${id}`)).text()
    expect(metaOf(html, 'robots')).toBeUndefined()
    expect(metaOf(html, 'og:image')).toBe(`${site.url}/share/post/${id}.png`)
    const image = await fetch(`${site.url}/share/post/${id}.png`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(dataOf(html)).toMatchObject({
      '@type': 'DiscussionForumPosting',
      text: 'Cup at eight',
      author: { name: 'Foxhound' },
      commentCount: 1,
    })
    await expectAccessible(page)
    const headings = ['heading-order', 'page-has-heading-one']
    expect(await violationsOf(page, { type: 'rule', values: headings })).toEqual([])
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await fetch(`${site.url}/api/posts/${id}`, { method: 'DELETE', headers: { cookie } })
    await expect.poll(async () => (await fetch(`${site.url}/posts/${id}`)).status).toBe(404)
    const gone = await fetch(`${site.url}/posts/${id}`)
    expect(metaOf(await gone.text(), 'robots')).toBe('noindex')
    await close()
  })

  test('Home says to machines what the site is; icons and manifest are where the document says', async () => {
    const html = await (await fetch(site.url)).text()
    expect(dataOf(html)['@graph'].map((thing: Record<string, string>) => thing['@type'])).toEqual([
      'Organization',
      'WebSite',
    ])
    for (const rel of ['icon', 'apple-touch-icon', 'manifest']) {
      const links = [...html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]+)"`, 'g'))]
      expect(links.length, rel).toBeGreaterThan(0)
      for (const [, href] of links) expect((await fetch(site.url + href)).status, href).toBe(200)
    }
  })

  test('a browser finds nothing wrong with the manifest', async () => {
    const { page, close } = await openTab(browser)
    await visit(page, site.url)
    const devtools = await page.context().newCDPSession(page)
    const { url, errors } = await devtools.send('Page.getAppManifest')
    expect([url, errors]).toEqual([`${site.url}/manifest.webmanifest`, []])
    await close()
  })
})

/** A page that the worker has in its hands. */
async function withWorker(page: Page, url: string): Promise<void> {
  await visit(page, url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    }
  })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describe('without network', () => {
  let tab: Tab
  let own: Site | undefined
  afterAll(() => endSite(own))

  test('it needs nothing that is not stored, and breaks no policy', async () => {
    tab = await openTab(browser)
    const { page, context, complaints } = tab
    await withWorker(page, site.url)
    await context.setOffline(true)
    await load(page, `${site.url}/faq`)
    await heading(page, 'You are offline').waitFor()
    const isLoaded = () => document.fonts.ready.then((fonts) => fonts.check('16px Display'))
    expect(await page.evaluate(isLoaded)).toBe(true)
    // That the document itself did not come from the network is all that there is to complain of.
    expect(complaints.filter((text) => !/503|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
    await tab.close()
  })

  test('answers of the API are never stored', async () => {
    tab = await openTab(browser)
    const { page, context } = tab
    await withWorker(page, `${site.url}/social`)
    const stored = await page.evaluate(async () => {
      const names = await caches.keys()
      const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return caught.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(stored).toEqual(['/offline'])
    await context.setOffline(true)
    expect(await page.evaluate(() => fetch('/api/posts').catch((error: Error) => error.name))).toBe(
      'TypeError',
    )
    await expect(load(page, `${site.url}/api/docs`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await tab.close()
  })

  test('a site that has stopped is told apart from a device without network, and the page comes when it is back', async () => {
    const port = String(await freePort())
    own = await startSite({ PORT: port })
    tab = await openTab(browser)
    const { page } = tab
    await withWorker(page, own.url)
    const stored = () => page.evaluate(() => caches.keys())
    const [before] = await stored()
    await own.stop()
    await load(page, `${own.url}/leaderboards`)
    await heading(page, 'You are offline, or we are').waitFor()
    await page.getByText('Vulx Network did not answer').waitFor()

    own = await startSite({ PORT: port, SITE_NAME: 'Night Foxes' }, own.dataDir)
    await heading(page, 'Leaderboards').waitFor()
    expect(page.url()).toBe(`${own.url}/leaderboards`)
    // The worker has replaced itself, and the page that it kept with the old name is gone.
    await expect.poll(stored).not.toContain(before)
    expect(await stored()).toHaveLength(1)
    await own.stop()
    await load(page, `${own.url}/leaderboards`)
    await page.getByText('Night Foxes did not answer').waitFor()
    await tab.close()
  })
})

describe('with network', () => {
  test('a page is always the newest, with the worker installed', async () => {
    const { cookie } = await register('Newest')
    const { page, complaints, close } = await openTab(browser)
    await withWorker(page, `${site.url}/social`)
    for (const content of ['the first that is seen', 'the second that is seen']) {
      const response = await fetch(`${site.url}/api/posts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ content }),
      })
      expect(response.status).toBe(201)
      const shown = await visit(page, `${site.url}/social`)
      expect([shown?.status(), await shown?.text()]).toEqual([200, expect.stringContaining(content)])
    }
    expect(complaints).toEqual([])
    await close()
  })
})
