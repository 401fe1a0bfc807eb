import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({
    environment: {
      SITE_NAME: 'Night <Foxes> & "Co"',
      SITE_SHORT_NAME: 'Foxes',
      GAME_HOST: 'play.foxes.example',
      GAME_PORT: '19999',
      PUBLIC_URL: 'https://foxes.example',
    },
  })
})
afterAll(() => site.close())

const ask = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers, remoteAddress: '10.9.9.9' })

describe('icons', () => {
  test.each([
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable-512.png', 512],
  ])('%s is a PNG of %i pixels a side', async (url, side) => {
    const response = await ask(url)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
    const { width, height, format } = await sharp(response.rawPayload).metadata()
    expect([width, height, format]).toEqual([side, side, 'png'])
  })

  test('/favicon.ico is an icon container with a PNG of 32 pixels a side', async () => {
    const { rawPayload, headers } = await ask('/favicon.ico')
    expect(headers['content-type']).toBe('image/x-icon')
    expect([rawPayload.readUInt16LE(0), rawPayload.readUInt16LE(2), rawPayload.readUInt16LE(4)]).toEqual([
      0, 1, 1,
    ])
    expect([rawPayload[6], rawPayload[7]]).toEqual([32, 32])
    const [length, offset] = [rawPayload.readUInt32LE(14), rawPayload.readUInt32LE(18)]
    expect(offset + length).toBe(rawPayload.length)
    const { width, height, format } = await sharp(rawPayload.subarray(offset)).metadata()
    expect([width, height, format]).toEqual([32, 32, 'png'])
  })

  test('/favicon.svg is an image that no browser refuses', async () => {
    const response = await ask('/favicon.svg')
    expect(response.headers['content-type']).toBe('image/svg+xml')
    expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await sharp(response.rawPayload).metadata()).format).toBe('svg')
  })

  const opaque = async (url: string) => {
    const { rawPayload } = await ask(url)
    return (await sharp(rawPayload).stats()).isOpaque
  }

  test('what systems cut into a shape of their own has no transparent part', async () => {
    expect(await opaque('/apple-touch-icon.png')).toBe(true)
    expect(await opaque('/icon-maskable-512.png')).toBe(true)
    expect(await opaque('/icon-512.png')).toBe(false)
  })

  test('the maskable icon has the mark inside the circle that every launcher shows', async () => {
    const { rawPayload } = await ask('/icon-maskable-512.png')
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const ground = data.subarray(0, 3)
    let furthest = 0
    for (let index = 0; index < info.width * info.height; index += 1) {
      if (data.subarray(index * info.channels, index * info.channels + 3).equals(ground)) continue
      const [x, y] = [index % info.width, Math.floor(index / info.width)]
      furthest = Math.max(furthest, Math.hypot(x + 0.5 - 256, y + 0.5 - 256))
    }
    expect(furthest).toBeGreaterThan(128)
    expect(furthest).toBeLessThanOrEqual(0.4 * 512)
  })

  test('anyone who has an icon learns that it is still the same', async () => {
    const first = await ask('/icon-192.png')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask('/icon-192.png', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })
})

test('/manifest.webmanifest names the site as it is configured, with icons and pages that exist', async () => {
  const response = await ask('/manifest.webmanifest')
  expect(response.headers['content-type']).toBe('application/manifest+json')
  const manifest = response.json()
  expect(manifest).toMatchObject({
    name: 'Night <Foxes> & "Co"',
    short_name: 'Foxes',
    description: expect.stringContaining('Night <Foxes> & "Co" is a Minecraft Bedrock practice server'),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#0a0b10',
    background_color: '#0a0b10',
  })
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/leaderboards', '/community'])
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp((await ask(src)).rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('/robots.txt lets everybody in but where there is nothing for a visitor, and names the sitemap', async () => {
  const response = await ask('/robots.txt')
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.body.split('\n')).toEqual([
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    'Disallow: /admin',
    'Disallow: /profile',
    'Disallow: /staff-reports',
    '',
    'Sitemap: https://foxes.example/sitemap.xml',
    '',
  ])
})

describe('without network', () => {
  test('/offline says so, needs nothing else, and is kept out of search engines', async () => {
    const response = await ask('/offline')
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
    const name = 'Night &lt;Foxes&gt; &amp; &quot;Co&quot;'
    expect(response.body).toContain(`<title>Offline · ${name}</title>`)
    expect(response.body).toMatch(/<h1 [^>]*>You are offline<\/h1>/)
    expect(response.body).toContain(`>${name} cannot be reached without a connection.</p>`)
    expect(response.body).toMatch(/<button type="button">Retry<\/button>/)
    expect(response.body).toContain('<meta name="robots" content="noindex">')
    const outside = [...response.body.matchAll(/\s(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)].map(
      ([, attribute, style]) => attribute ?? style ?? '',
    )
    expect(outside.length).toBeGreaterThan(0)
    expect(outside.filter((address) => !address.startsWith('data:'))).toEqual([])
  })

  test('its policy permits exactly its own style and script', async () => {
    const response = await ask('/offline')
    const policy = String(response.headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    for (const [directive, tag] of [
      ['style-src', 'style'],
      ['script-src', 'script'],
    ] as const) {
      const found = [...response.body.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
      expect(found).toHaveLength(1)
      const hash = createHash('sha256').update(String(found[0]?.[1])).digest('base64')
      expect(policy).toContain(`${directive} 'sha256-${hash}'`)
    }
    expect(response.body).not.toMatch(/ style=| on[a-z]+=/)
  })

  test('/sw.js is asked for each time, may ask this site, and changes when the page does', async () => {
    const response = await ask('/sw.js')
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    )
    const other = await testApp()
    expect((await other.app.inject('/sw.js')).body).not.toBe(response.body)
    await other.close()
  })
})

test('[field.42] The offline page and its worker are in the language of the browser, its cookie before it', async () => {
  const german = await testApp({ environment: { LANGUAGES: 'en, de' } })
  const get = (url: string, headers: Record<string, string>) => german.app.inject({ url, headers })
  const page = await get('/offline', { 'accept-language': 'de-AT' })
  expect(page.body).toContain('<html lang="de" dir="ltr">')
  expect(page.body).toMatch(/<h1 [^>]*>Du bist offline<\/h1>/)
  expect(page.body).not.toMatch(/\b(?:You|Retry|cannot)\b/)
  expect(page.headers.vary).toContain('accept-language')
  const chosen = await get('/offline', { 'accept-language': 'de', cookie: 'lang=en' })
  expect(chosen.body).toMatch(/<h1 [^>]*>You are offline<\/h1>/)
  const workerOf = async (language: string) => (await get('/sw.js', { 'accept-language': language })).body
  expect(await workerOf('de')).not.toBe(await workerOf('en'))
  expect(await workerOf('de')).toBe(await workerOf('de-AT'))
  await german.close()
})

test('A page’s policy permits the worker and the manifest of this site alone', async () => {
  const shown = await testApp({ render: async () => new Response('<p>page</p>') })
  const policy = String((await shown.app.inject('/')).headers['content-security-policy']).split('; ')
  expect(policy).toContain("worker-src 'self'")
  expect(policy).toContain("manifest-src 'self'")
  await shown.close()
})

test('Another network’s name stands nowhere', async () => {
  for (const url of ['/manifest.webmanifest', '/robots.txt', '/sitemap.xml', '/offline', '/sw.js']) {
    expect((await ask(url)).body, url).not.toMatch(/vulx/i)
  }
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /vulx/i.test(readFileSync(folder + name, 'utf8')))
  expect(sources).toEqual([])
})

test('All of it counts towards the limit of the address that asks', async () => {
  const browser = site.browser()
  await site.countRequests(browser.address, 599)
  expect((await browser.get('/robots.txt')).status).toBe(200)
  for (const url of ['/robots.txt', '/icon-192.png', '/share.png', '/sitemap.xml', '/offline']) {
    const { status, headers } = await browser.get(url)
    expect([status, Number(headers['retry-after']) > 0], url).toEqual([429, true])
  }
})
