import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RenderPage } from '../../platform/http/pages.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { rebuildRatings } from '../rankings/ratings/rebuild.ts'
import { badgeOf } from './badges.ts'

let rendered = 0
const render: RenderPage = async (request, { viewer, nonce, site }) => {
  rendered += 1
  const { pathname, search } = new URL(request.url)
  const body = `<script nonce="${nonce}"></script>${pathname}${search} ${site.language?.tag} ${viewer?.username ?? 'nobody'}`
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

let site: TestApp
let arena: TestGameServer
beforeAll(async () => {
  site = await testApp({
    render,
    visitorCaches: true,
    environment: { RATE_LIMITS: 'off', LANGUAGES: 'en,de' },
  })
  arena = await gameServer(site)
})
afterAll(() => site.close())

const widgets = [
  '/embed/status',
  '/embed/status/',
  '/embed/board/overall',
  '/embed/player/5',
  '/embed/cup/7?show=bracket',
]

test('[doors.60] Any site may frame a widget; every other address of this one refuses', async () => {
  const member = await site.member()
  for (const by of [site.browser(), member])
    for (const path of widgets) {
      const { headers } = await by.get(path)
      expect([path, headers['x-frame-options']]).toEqual([path, undefined])
      expect(headers['content-security-policy']).toContain('frame-ancestors *')
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    }
  for (const path of [
    ...['/', '/profile', '/overlay/status', '/embed', '/embed/', '/embed/profile', '/embed/player/5/edit'],
    ...['/Embed/status', '/%65mbed/status', '/embed/player/..%2f..%2fprofile/x', '/x?path=/embed/status'],
    ...['/embed/player/..\\..\\profile', '/api/key', '/badge/status.svg'],
  ]) {
    const { headers } = await member.get(path)
    expect([path, headers['x-frame-options']]).toEqual([path, 'DENY'])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('[doors.61] A widget knows no viewer and sets no cookie, and its language is that of its address', async () => {
  const member = await site.member('anna')
  expect((await member.get('/rules')).text).toContain(' anna')
  member.cookie += '; lang=de'
  for (const path of widgets) {
    const { text, headers } = await member.get(path, { headers: { 'accept-language': 'de' } })
    expect(text).toContain(`${path.replace('embed', 'overlay')} en nobody`)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers.vary ?? '').not.toMatch(/cookie|language/)
  }
  expect((await member.get('/embed/status?lang=de')).text).toContain(' de nobody')
})

test('[doors.62] A light and a dark widget are each kept for all visitors; an unknown colour is dark', async () => {
  const of = async (path: string) => (await site.browser().get(path)).text
  expect(await of('/embed/board/sumo?theme=light')).toContain('/overlay/board/sumo?theme=light ')
  expect(await of('/embed/board/sumo?theme=dark')).toContain('/overlay/board/sumo ')
  const before = rendered
  for (const query of ['', '?theme=dark', '?theme=light', '?theme=pink', '?utm_source=x'])
    expect(await of(`/embed/board/sumo${query}`)).toContain('/overlay/board/sumo')
  expect(rendered).toBe(before)
})

const svgOf = (xml: string) => {
  const { window } = new JSDOM('')
  const svg = new window.DOMParser().parseFromString(xml, 'application/xml').querySelector('svg')
  return {
    name: svg?.getAttribute('aria-label'),
    texts: [...(svg?.querySelectorAll('text') ?? [])].map((one) => one.textContent),
  }
}

const badge = (path: string, headers = {}) => site.app.inject({ url: path, headers })

test('[doors.63] A badge of no player and of no number is an error that says so', async () => {
  for (const [path, status] of [
    ['/badge/player/999999.svg', 404],
    ['/badge/player/abc.svg', 400],
  ] as const)
    expect([path, (await badge(path)).statusCode]).toEqual([path, status])
})

test('[doors.64] A badge says whether the game server is online, or the best rating of a player, for 60 s and then by its ETag', async () => {
  const offline = await badge('/badge/status.svg')
  expect(offline.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=60',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(svgOf(offline.body)).toEqual({ name: 'Vulx: Server Offline', texts: ['Vulx', 'Server Offline'] })
  expect(svgOf((await badge('/badge/status.svg?lang=de')).body).texts).not.toContain('Server Offline')

  await arena.report(
    event(
      'match',
      match([
        player('2533000000000001', { gamertag: 'Anna' }),
        player('2533000000000002', { result: 'loss' }),
      ]),
    ),
  )
  const id = await accountOf(site, '2533000000000001')
  expect(svgOf((await badge(`/badge/player/${id}.svg`)).body).texts).toEqual(['Anna', 'Vulx'])
  await rebuildRatings(site.database)
  const rated = await badge(`/badge/player/${id}.svg`)
  expect(svgOf(rated.body)).toEqual({ name: 'Anna: Boxing 1,662?', texts: ['Anna', 'Boxing 1,662?'] })

  const known = { 'if-none-match': rated.headers.etag as string }
  expect(await badge(`/badge/player/${id}.svg`, known)).toMatchObject({ statusCode: 304, body: '' })
  expect((await badge('/badge/status.svg', known)).statusCode).toBe(200)
})

test('[doors.65] Whatever a name holds, a badge is one picture with that text', () => {
  for (const name of [
    '<script>alert(1)</script>',
    '"><image href=x>',
    "a'b&c",
    '日本語のプレイヤー名'.repeat(9),
    '🦊',
  ])
    expect(svgOf(badgeOf({ label: name, value: ']]>', colour: '#000' })).texts).toEqual([
      [...name].length > 40 ? `${[...name].slice(0, 39).join('')}…` : name,
      ']]>',
    ])
})
