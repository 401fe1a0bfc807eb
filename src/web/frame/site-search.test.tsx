import { act, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FoundPlayer } from '../../contract/players/players-schemas.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { sayIn } from '../platform/translation.tsx'
import { regardless, whenReady } from '../testing/actions.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import { fits, pagesFor } from './site-pages.ts'
import { SiteSearchButton } from './site-search-button.tsx'

// jsdom lays nothing out, so it has nothing to scroll.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const found = (id: number, username: string): FoundPlayer => ({
  user: { id, username, avatarUrl: null, rank: 'Member' },
  stats: { wins: 1, points: 20 },
})

const newsItem = (slug: string, title: string) => ({ id: 1, slug, title })

const noNews = { 'GET /api/news?limit=50': respondWith([]) }

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search the site' })
const options = () => screen.queryAllByRole('option').map((option) => option.getAttribute('href'))
const selected = () => screen.getByRole('option', { selected: true }).getAttribute('href')
const said = () => screen.getAllByRole('status').map((status) => status.textContent)

async function opened() {
  const pages = await renderOnPages(<SiteSearchButton />, '/rules')
  await whenReady.keyDown(document.body, { key: '/' })
  await screen.findByRole('combobox')
  return pages
}
const type = (value: string) => whenReady.change(input(), { target: { value } })
const press = (key: string) => whenReady.keyDown(input(), { key })

test('[evening.27] The key / opens the search of the site, not while somebody types or with another key held', async () => {
  fakeApi({})
  await renderOnPages(
    <>
      <SiteSearchButton />
      <input aria-label="Other" />
      <select aria-label="Choice" />
    </>,
  )
  for (const place of [screen.getByLabelText('Other'), screen.getByLabelText('Choice')])
    regardless.keyDown(place, { key: '/' })
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    regardless.keyDown(document.body, { key: '/', ...held })
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  regardless.keyDown(document.body, { key: '/' })
  // Typed while the code is on its way.
  for (const key of ['b', 'r', 'Shift']) regardless.keyDown(document.body, { key })
  await screen.findByRole('dialog', { name: 'Search the site' })
  expect(input().value).toBe('br')
  await press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Search' }))
})

test('[evening.27] Without scripts the search of the header leads to the search for players', async () => {
  fakeApi({})
  await renderOnPages(<SiteSearchButton />)
  expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/community')
})

test('[evening.28] The search asks for players from three letters, or two of Chinese, Japanese or Korean', async () => {
  const calls = fakeApi({
    ...noNews,
    'GET /api/players/search?username=%E5%BD%B1%E7%8B%90': respondWith([found(5, '影狐')]),
    'GET /api/players/search?username=zoe': respondWith([found(6, 'Zoe')]),
  })
  await opened()
  const asked = () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/players'))
  await type('zo')
  await waitFor(() => expect(said()).toContain('Type at least 3 letters to find players'))
  await type('影')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked()).toEqual([])
  await type('影狐')
  await waitFor(() => expect(options()).toEqual(['/player/5']))
  await type('zoe')
  await waitFor(() => expect(options()).toEqual(['/player/6']))
  expect(asked()).toHaveLength(2)
})

test('[field.61] Pages, modes and news are found without case, accents and width', () => {
  for (const typed of ['noticias', 'NOTÍCIAS', 'ｎｏｔｉ', 'hóy noti'])
    expect(fits(typed, 'Notícias de hoy'), typed).toBe(true)
  expect(fits('hoja', 'Notícias de hoy')).toBe(false)
})

test('[evening.28] The search finds modes, pages, news and a match by its id, each kind by its name', async () => {
  const id = '3f2b1c7e-5d4a-4e6b-9c8d-0a1b2c3d4e5f'
  const unknown = '3f2b1c7e-5d4a-4e6b-9c8d-000000000000'
  fakeApi({
    'GET /api/news?limit=50': respondWith([
      newsItem('bridge', 'Bridge is back'),
      newsItem('sumo', 'A cup of sumo'),
    ]),
    'GET /api/players/search?username=bri': respondWith([found(5, 'Brian')]),
    'GET /api/players/search?username=cup': respondWith([]),
    [`GET /api/matches/${id}`]: respondWith({
      matchId: id,
      gameType: 'sumo',
      players: [found(5, 'Brian'), found(6, 'Zoe')],
    }),
    [`GET /api/matches/${unknown}`]: respondWith({ error: 'Not found', message: '', code: 'NOT_FOUND' }, 404),
  })
  await opened()
  await type('bri')
  await waitFor(() =>
    expect(options()).toEqual(['/player/5', '/leaderboards?gameType=bridge', '/news/bridge']),
  )
  expect(within(screen.getByRole('group', { name: 'Modes' })).getByText('Bridge')).toBeTruthy()
  await type('cup')
  await waitFor(() => expect(options()).toEqual(['/cups', '/news/sumo']))
  await type(`https://isles.example/match/${id}`)
  await waitFor(() => expect(options()).toEqual([`/match/${id}`]))
  expect(screen.getByRole('option').textContent).toBe('Sumo matchBrian, Zoe')
  await type(unknown)
  await waitFor(() => expect(said()).toContain(`Nothing found for “${unknown}”`))
})

test('[evening.29] Arrows choose a result, around the ends, and Enter opens it, once an awaited one is there', async () => {
  let release = (_: Response) => {}
  fakeApi({
    ...noNews,
    'GET /api/players/search?username=bri': () =>
      new Promise<Response>((resolve) => {
        release = resolve
      }),
  })
  const pages = await opened()
  await type('bri')
  await press('Enter')
  await new Promise((resolve) => setTimeout(resolve, 350))
  expect(pages.pathname()).toBe('/rules')
  await act(async () => release(Response.json([found(5, 'Brian'), found(6, 'Brina')])))
  await waitFor(() => expect(pages.pathname()).toBe('/player/5'))
  expect(screen.queryByRole('dialog')).toBeNull()

  await whenReady.keyDown(document.body, { key: '/' })
  await screen.findByRole('combobox')
  await type('bri')
  await waitFor(() => expect(options()).toHaveLength(3))
  expect(selected()).toBe('/player/5')
  await press('ArrowDown')
  expect(selected()).toBe('/player/6')
  expect(input().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  )
  await press('ArrowUp')
  await press('ArrowUp')
  expect(selected()).toBe('/leaderboards?gameType=bridge')
  await press('ArrowDown')
  expect(selected()).toBe('/player/5')
})

test.each([
  ['as browsers say it', { isComposing: true }],
  ['as Safari says it', { keyCode: 229 }],
])('[field.135] Enter during a composition opens nothing, %s', async (_how, composing) => {
  fakeApi({
    ...noNews,
    'GET /api/players/search?username=%E5%BD%B1%E7%8B%90': respondWith([found(5, '影狐')]),
  })
  const pages = await opened()
  await type('影狐')
  await waitFor(() => expect(options()).toEqual(['/player/5']))
  expect(await whenReady.keyDown(input(), { key: 'Enter', ...composing })).toBe(true)
  expect([pages.pathname(), options()]).toEqual(['/rules', ['/player/5']])
  await press('Enter')
  await waitFor(() => expect(pages.pathname()).toBe('/player/5'))
})

test('[evening.29] A failed search says so, and what is found without it stays', async () => {
  fakeApi({ ...noNews, 'GET /api/players/search?username=bri': respondWith({ error: 'x' }, 500) })
  render(
    <TestProviders client={makeQueryClient()}>
      <MemoryRouter>
        <SiteSearchButton />
      </MemoryRouter>
    </TestProviders>,
  )
  regardless.keyDown(document.body, { key: '/' })
  await screen.findByRole('combobox')
  await type('bri')
  expect((await screen.findByRole('alert', {}, { timeout: 3_000 })).textContent).toContain(
    'Part of the search failed',
  )
  expect(options()).toEqual(['/leaderboards?gameType=bridge'])
})

test('[evening.30] The search offers no page of a part that is switched off, and the staff area to staff only', () => {
  const paths = (...args: Parameters<typeof pagesFor>) => pagesFor(...args).map(({ to }) => to)
  const forVisitors = paths(testSite, null)
  expect(forVisitors).not.toContain('/admin')
  expect(forVisitors).not.toContain('/profile')
  expect(forVisitors).toContain('/auth')
  expect(paths(testSite, { ...testViewer, rank: 'Member' })).not.toContain('/admin')
  expect(paths(testSite, testViewer)).toContain('/admin')
  const without = paths({ ...testSite, off: ['shop', 'social'] }, null)
  for (const path of ['/shop', '/rank-perks', '/social']) {
    expect(forVisitors).toContain(path)
    expect(without).not.toContain(path)
  }
  const header = [
    { label: 'Our servers', to: '/p/servers' },
    { label: 'Shop', to: 'https://shop.example/' },
    { label: 'Laws', to: '/rules' },
  ]
  const own = pagesFor({ ...testSite, navigation: { header, footer: [] } }, null).map(({ label, to }) => ({
    label: sayIn(undefined, label),
    to,
  }))
  expect(own.filter(({ to }) => to === '/p/servers' || to === '/rules' || to.startsWith('http'))).toEqual([
    { label: 'Rules', to: '/rules' },
    { label: 'Our servers', to: '/p/servers' },
  ])
})
