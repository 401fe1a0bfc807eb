import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadWebBundle } from '../../src/server/web-bundle.ts'
import { load, openTab, register, visit } from './support/browser.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => endSite(site))

const frame = [/<header/, /<main/, /<footer/]

async function member(name: string): Promise<string> {
  const response = await fetch(`${site.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: 'correct horse' }),
  })
  expect(response.status).toBe(201)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const offline = { isOnline: false, playerCount: 0 }

const post = (cookie: string, content: string) =>
  fetch(`${site.url}/api/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ content }),
  })

describe('documents of members', () => {
  const paths = [
    ...['/', '/social', '/community', '/leaderboards', '/matches', '/live', '/cups', '/events', '/news'],
    ...['/shop', '/rules', '/faq', '/contact', '/terms', '/rank-perks', '/staff', '/seasons', '/minigames'],
    ...['/profile', '/notifications', '/following', '/admin/moderation', '/nowhere', '/rules?lang=de'],
  ]

  test('[fast.08] Members who open a page in the same second each get the document that they get alone', async () => {
    const cookies = await Promise.all(['Canary One', 'Canary Two', 'Canary Three'].map(member))
    const ids = await Promise.all(
      cookies.map(async (cookie) => {
        const user = await (await fetch(`${site.url}/api/user`, { headers: { cookie } })).json()
        await post(cookie, `A post of ${user.username}`)
        return user.id as number
      }),
    )
    await fetch(`${site.url}/api/players/${ids[1]}/follow`, {
      method: 'PUT',
      headers: { cookie: cookies[0]! },
    })
    const open = [...paths, ...ids.map((id) => `/player/${id}`), '/posts/1']
    const documentOf = async (path: string, cookie: string) => {
      const html = await (await fetch(site.url + path, { headers: { cookie } })).text()
      expect(html).not.toContain('<kept-')
      const [, nonce] = / nonce="([^"]+)"/.exec(html) ?? []
      // The data beside the page says when it came, and the page itself when it was made.
      const shown = html
        .replace(/<script[^>]*>window\.__reactRouterContext[\s\S]*?<\/script>/g, '')
        .replace(/(?<=content=")\d{13}(?=")/, 'now')
      return shown.replaceAll(nonce!, 'nonce')
    }
    /** Begins with a second, in which documents share what they have in common. */
    const inOneSecond = async (readers: readonly string[]) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000)))
      const read: [string, string][] = []
      for (const path of open)
        for (const cookie of readers) read.push([`${path} ${cookie}`, await documentOf(path, cookie)])
      return read
    }
    const differing = async () => {
      const alone = new Map<string, string>()
      for (const cookie of cookies)
        for (const [key, html] of await inOneSecond([cookie])) alone.set(key, html)
      return (await inOneSecond(cookies)).flatMap(([key, html]) => {
        const own = alone.get(key)!
        const at = [...html].findIndex((letter, index) => letter !== own[index])
        return html === own
          ? []
          : [`${key}: ${html.slice(at - 80, at + 80)} and not ${own.slice(at, at + 80)}`]
      })
    }
    // Something may have become a minute older meanwhile.
    await expect.poll(differing, { timeout: 20_000 }).toEqual([])
  })
})

describe('status codes', () => {
  test.each(['/nowhere', '/players', '/social/extra', '/wp-login.php'])(
    '[frame.25] [frame.26] A document request to an unknown path answers HTTP 404 in the normal layout: %s',
    async (path) => {
      const response = await fetch(site.url + path)
      expect(response.status).toBe(404)
      const html = await response.text()
      for (const part of frame) expect(html).toMatch(part)
      expect(html).toContain('404 Page Not Found')
      expect(html).toContain('Did you forget to add the page to the router?')
    },
  )

  test.each(['/%0a1', '/x%E2%80%A8', '/a/%0D', '/social%0a', '/%E2%80%A9/b'])(
    '[frame.25] A path with a line break is an unknown path, and no failure of the site: %s',
    async (path) => {
      const logged = site.output().length
      const response = await fetch(site.url + path)
      expect(response.status).toBe(404)
      const html = await response.text()
      for (const part of frame) expect(html).toMatch(part)
      expect(html).toContain('<title>404 Page Not Found')
      expect((await fetch(`${site.url}${path}.data`)).status).toBe(404)
      const { page, complaints, close } = await openTab(browser)
      await visit(page, site.url + path)
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
      await page.getByRole('link', { name: 'Rules' }).first().click()
      await page.waitForURL(`${site.url}/rules`)
      // The browser's own line about the status is not a complaint of the page.
      expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])
      await close()
      expect(site.output().slice(logged)).not.toContain('"level":"error"')
    },
  )

  test.each(['*', 'ftp://a/b', 'abc://x'])('an address of another kind answers 400: %s', async (target) => {
    const { hostname, port } = new URL(site.url)
    const logged = site.output().length
    const response = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      )
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text)).on('error', reject)
    })
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(site.output().slice(logged)).not.toContain('"level":"error"')
  })

  test('[frame.27] A page whose rendering itself fails answers HTTP 500 in the normal layout, without internals', async () => {
    const { render } = await loadWebBundle(rootDir)
    const reported: unknown[] = []
    const settings = {
      name: 'Vulx Network',
      shortName: 'Vulx',
      gameHost: 'play.example',
      gamePort: 19_132,
      publicUrl: 'http://127.0.0.1',
      leaderboardMaintenance: false,
      sendsMail: false,
      links: {
        discord: 'https://discord.com',
        youtube: 'https://www.youtube.com',
        twitter: 'https://x.com',
        instagram: 'https://www.instagram.com',
        twitch: 'https://www.twitch.tv',
        tiktok: 'https://www.tiktok.com',
        bluesky: 'https://bsky.app',
        linkHub: 'https://linktr.ee',
        staffApplication: '/apply',
      },
      support: { support: 'support@vulx.example', partnerships: 'partnerships@vulx.example' },
      footer: { tagline: 'Duels.', legal: 'Vulx Network.' },
      boards: {
        overall: 'Overall',
        nodebuff: 'NoDebuff',
        boxing: 'Boxing',
        bedfight: 'Bedfight',
        bridge: 'Bridge',
        fireball: 'Fireball',
        sumo: 'Sumo',
      },
      modes: ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo'],
      tiers: [{ name: 'Stone', colour: '#b9bdc4', from: 0 }],
      words: {},
    }
    const response = await render(new Request('http://127.0.0.1/social'), {
      site: settings,
      viewer: null,
      nonce: 'n',
      // A post without its author: no card can be made of it.
      call: async (endpoint) => (endpoint.path === '/api/posts' ? [{ id: 1 }] : offline) as never,
      reportError: (error) => reported.push(error),
    })
    const html = await response.text()
    expect(response.status).toBe(500)
    for (const part of frame) expect(html).toMatch(part)
    expect(reported).not.toHaveLength(0)
    expect(html).not.toMatch(/TypeError|Cannot read|node_modules|at Object\.|\.tsx/)
  })

  test('[frame.28] A document request to a guarded page by somebody not allowed is answered with a redirect', async () => {
    const ask = (path: string, cookie = '') =>
      fetch(site.url + path, { redirect: 'manual', headers: { cookie } })
    const visitor = await ask('/profile')
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/auth?redirect=/profile'])
    const cookie = await member('NoStaff')
    for (const path of ['/admin', '/admin/applications', '/admin/applications/pending']) {
      for (const who of ['', cookie]) {
        const response = await ask(path, who)
        expect([response.status, response.headers.get('location')]).toEqual([
          302,
          '/auth?redirect=/admin&notice=staff',
        ])
      }
    }
    expect((await ask('/profile', cookie)).status).toBe(200)
    const auth = await ask('/auth', cookie)
    expect([auth.status, auth.headers.get('location')]).toEqual([302, '/'])
  })
})

test('a request line with a whole address is the page behind its host (RFC 9112, absolute form)', async () => {
  const { hostname, port } = new URL(site.url)
  const response = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${site.url}/social HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text)).on('error', reject)
  })
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response).toContain('Social Feed')
})

describe('without scripts', () => {
  test("[frame.29] The HTML of a document request already contains the page's data, readable without scripts", async () => {
    const cookie = await member('Scriptless')
    await post(cookie, 'readable <b>without</b> scripts')
    const { page, close } = await openTab(browser, { javaScriptEnabled: false })
    await load(page, `${site.url}/social`)
    await page.getByRole('heading', { name: 'Social Feed', level: 1 }).waitFor()
    await page.getByText('readable <b>without</b> scripts').waitFor()
    for (const path of ['/', '/social']) {
      await load(page, site.url + path)
      expect(await page.title()).toMatch(/Vulx Network/)
      for (const name of ['og:title', 'og:description', 'og:image', 'og:url']) {
        await expect.poll(() => page.locator(`meta[property="${name}"]`).getAttribute('content')).toBeTruthy()
      }
      await expect.poll(() => page.locator('meta[name="description"]').getAttribute('content')).toBeTruthy()
      await expect
        .poll(() => page.locator('link[rel="canonical"]').getAttribute('href'))
        .toBe(path === '/' ? `${site.url}/` : site.url + path)
      await page.getByRole('link', { name: 'JOIN SERVER' }).or(page.getByText('PLAY NOW')).first().waitFor()
    }
    await close()
  })
})

describe('viewer and policy', () => {
  test('[frame.32] [auth.17] A visitor’s page load has no 401 in the browser console: the viewer comes with the HTML', async () => {
    const { page, complaints, close } = await openTab(browser)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    for (const path of ['/', '/social', '/auth']) await visit(page, site.url + path)
    expect(requests).not.toContain('/api/user')
    expect(complaints).toEqual([])
    await close()
  })

  test('a page allows scripts only by this answer’s nonce, and never with unsafe-inline', async () => {
    const responses = await Promise.all([fetch(site.url), fetch(site.url)])
    const [one, other] = responses.map((response) => response.headers.get('content-security-policy') ?? '')
    const scripts = /script-src ([^;]+)/.exec(one ?? '')?.[1] ?? ''
    expect(scripts).toMatch(/^'self' 'nonce-[A-Za-z0-9_-]{22}'$/)
    expect(one).not.toBe(other)
    const html = (await responses[0]?.text()) ?? ''
    const nonce = /'nonce-([^']+)'/.exec(one ?? '')?.[1]
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map((match) => match[1])
    expect(inline.length).toBeGreaterThan(0)
    for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`)
    expect(responses[0]?.headers.get('cache-control')).toBe('no-store')
  })

  test('built assets are kept for a year, compressed, and an unknown one is a 404 without a page', async () => {
    const html = await (await fetch(site.url)).text()
    const script = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? ''
    const response = await fetch(site.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    const missing = await fetch(`${site.url}/assets/missing.js`)
    expect([missing.status, missing.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })

  test('[frame.33] Site name, short name, game host and port come from configuration and change every place that shows them', async () => {
    const own = await startSite({
      SITE_NAME: 'Night Foxes',
      SITE_SHORT_NAME: 'Foxes',
      GAME_HOST: 'play.foxes.example',
      GAME_PORT: '19200',
    })
    const { page, close } = await openTab(browser)
    await visit(page, own.url)
    expect(await page.title()).toBe('Night Foxes')
    const html = await page.content()
    expect(html).not.toMatch(/Vulx/)
    const footer = page.getByRole('contentinfo')
    await expect.poll(() => footer.textContent()).toMatch(/play\.foxes\.example[\s\S]*19200/)
    await expect
      .poll(() => footer.getByRole('link', { name: 'PLAY NOW' }).getAttribute('href'))
      .toBe('minecraft://?addExternalServer=Night%20Foxes|play.foxes.example:19200')
    await register(page, own.url, 'Anyone')
    await close()
    await endSite(own)
  })
})
