import { act, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { FoundPlayer } from '../../../../contract/players/players-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { takenOver } from '../../../testing/taken-over.tsx'
import { failing } from '../testing/setup.tsx'
import { PlayerSearch } from './player-search.tsx'

afterEach(() => vi.unstubAllGlobals())

const hint = 'Type at least 3 characters to search'

const alex: FoundPlayer = {
  user: { id: 5, username: 'Alexandra', avatarUrl: 'https://pictures.example/a.png', rank: 'Product Staff' },
  stats: { wins: 1, points: 12_345 },
}

const page = (at = '/community') => (
  <TestProviders client={makeQueryClient()}>
    <MemoryRouter initialEntries={[at]}>
      <PlayerSearch intro="Look up anybody." />
    </MemoryRouter>
  </TestProviders>
)
const renderSearch = () => render(page())

const input = () => screen.getByLabelText<HTMLInputElement>('Player name')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Search' })
const type = async (value: string) => await whenReady.change(input(), { target: { value } })
/** As Enter does: the browser submits a form with a disabled button by no means, this does. */
const enter = async () => await whenReady.submit(input().closest('form') as HTMLFormElement)

async function search(text: string) {
  await type(text)
  await whenReady.click(button())
}

test.each([
  ['', true],
  ['a', true],
  ['al', true],
  ['   ', true],
  ['a  ', true],
  ['𝕒𝕝', true],
  ['ale', false],
  ['𝕒𝕝𝕖', false],
])('[search.01] The Search button is disabled below 3 characters: %j', async (text, disabled) => {
  fakeApi({})
  renderSearch()
  await type(text)
  expect(button().disabled).toBe(disabled)
})

test.each([
  ['', false],
  ['a', true],
  ['al', true],
  ['ale', false],
  ['alexandra', false],
])(
  "[search.02] With 1 to 2 characters the hint 'Type at least 3 characters to search' shows; not with 0 or 3: %j",
  async (text, shown) => {
    fakeApi({})
    renderSearch()
    await type(text)
    expect(screen.queryByText(hint) !== null).toBe(shown)
    expect(input().hasAttribute('aria-describedby')).toBe(shown)
  },
)

test('[search.03] Search calls GET /api/players/search?username={text} only when the text is longer than 2 characters', async () => {
  const calls = fakeApi({ 'GET /api/players/search?username=al%20%26%20x': respondWith([]) })
  renderSearch()
  for (const text of ['', 'a', 'al', 'a  ']) {
    await type(text)
    await enter()
  }
  await type('ale')
  expect(calls).toEqual([])
  await search(' al & x ')
  await screen.findByText(/^No players found/)
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/players/search?username=al%20%26%20x',
  ])
})

test('[search.04] A search result shows username, avatar, rank, wins and points, and leads to the player', async () => {
  fakeApi({ 'GET /api/players/search?username=alex': respondWith([alex]) })
  renderSearch()
  await search('alex')
  const link = await screen.findByRole('link')
  expect(link.getAttribute('href')).toBe('/player/5')
  expect(within(link).getByText('Alexandra')).toBeTruthy()
  expect(within(link).getByText('Isles Staff')).toBeTruthy()
  expect(link.textContent).toContain('1 win, 12,345 points')
  expect(link.querySelector('img')?.getAttribute('src')).toBe('https://pictures.example/a.png')
  expect(screen.getByRole('status').textContent).toBe('1 player found')
})

test('[search.04] [link.05] Results keep the order of the answer, and names are text', async () => {
  const markup = '<img src=x onerror=alert(1)>'
  const others = ['محارب', markup].map((username, index) => ({
    user: { id: 20 + index, username, avatarUrl: null, rank: 'Member' },
    stats: { wins: 0, points: 0 },
  }))
  fakeApi({ 'GET /api/players/search?username=img': respondWith([alex, ...others]) })
  renderSearch()
  await search('img')
  await screen.findByText(markup)
  expect(screen.getAllByRole('link').map((link) => link.querySelector('bdi')?.textContent)).toEqual([
    'Alexandra',
    'محارب',
    markup,
  ])
  expect(document.querySelectorAll('img')).toHaveLength(1)
})

test('[search.05] No results: \'No players found matching "{query}"\'', async () => {
  fakeApi({ 'GET /api/players/search?username=nobody': respondWith([]) })
  renderSearch()
  await search('nobody')
  const said = async () => (await screen.findByText(/^No players found/)).textContent
  expect(await said()).toBe('No players found matching "nobody"')
  // It is about what was asked, not about what is being typed.
  await type('nobody else')
  expect(await said()).toBe('No players found matching "nobody"')
})

test("[search.06] Failed search: 'Error searching for players: {status} {statusText}'; the same again asks again", async () => {
  const address = 'GET /api/players/search?username=alex'
  const responses: Record<string, () => Response> = { [address]: failing(500, 'Internal Server Error') }
  fakeApi(responses)
  renderSearch()
  await search('alex')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Error searching for players: 500 Internal Server Error',
  )
  responses[address] = () => Response.json([alex])
  await whenReady.click(button())
  expect(await screen.findByText('Alexandra')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('While the answer is awaited the panel says so', async () => {
  let release = (_: Response) => {}
  const held = new Promise<Response>((resolve) => {
    release = resolve
  })
  fakeApi({ 'GET /api/players/search?username=alex': () => held })
  renderSearch()
  await search('alex')
  expect((await screen.findByRole('status')).textContent).toBe('Searching...')
  release(Response.json([alex]))
  await waitFor(() => expect(screen.queryByText('Searching...')).toBeNull())
})

test('What was typed before the page came alive can be searched for', async () => {
  fakeApi({})
  await takenOver(page(), (html) => {
    html.querySelector('input')!.value = 'alex'
  })
  expect(input().value).toBe('alex')
  expect(button().disabled).toBe(false)
})

test('Without scripts the browser searches by itself: the form leads to the address of the search', () => {
  const html = document.createElement('div')
  html.innerHTML = renderToString(page('/community?player=alex'))
  const form = html.querySelector('form')!
  expect([form.method, form.getAttribute('action')]).toEqual(['get', '/community'])
  expect([...new FormData(form)]).toEqual([['player', 'alex']])
  expect(html.querySelector('button')?.disabled).toBe(false)
})

test('A search is kept in the address: a link to it searches, and Back returns to the one before', async () => {
  fakeApi({
    'GET /api/players/search?username=alex': respondWith([alex]),
    'GET /api/players/search?username=nobody': respondWith([]),
  })
  const router = createMemoryRouter([{ path: '*', element: <PlayerSearch intro="Look up anybody." /> }], {
    initialEntries: ['/community?player=alex'],
  })
  render(
    <TestProviders client={makeQueryClient()}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  await screen.findByText('Alexandra')
  expect(input().value).toBe('alex')
  await search('nobody')
  await screen.findByText(/^No players found/)
  expect(router.state.location.search).toBe('?player=nobody')
  await act(() => router.navigate(-1))
  await screen.findByText('Alexandra')
  expect(input().value).toBe('alex')
})

test.each(['', '?player=', '?player=al', `?player=${'a'.repeat(65)}`, '?other=alex'])(
  'An address without a name to search for asks nothing: %j',
  (query) => {
    const calls = fakeApi({})
    render(page(`/community${query}`))
    expect(calls).toEqual([])
    expect(input().value).toBe('')
  },
)
