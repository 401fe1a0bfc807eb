import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NotFound } from '../pages/not-found.tsx'
import { regardless, whenReady } from '../testing/actions.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { TestProviders } from '../testing/site.tsx'
import { Frame } from './frame.tsx'

const scrollTo = vi.fn()

beforeEach(() => {
  scrollTo.mockReset()
  vi.stubGlobal('scrollTo', scrollTo)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const frame = (
  <Frame viewer={null} onLogout={() => {}} statusIndicator="5 Players Online">
    <h1>Rules</h1>
  </Frame>
)

test('[frame.01] Ordinary pages show header, page content and footer, in this order', async () => {
  await renderOnPages(frame)
  const [header, content, footer] = [
    screen.getByRole('banner'),
    screen.getByRole('main'),
    screen.getByRole('contentinfo'),
  ]
  expect(content.textContent).toBe('Rules')
  const follows = Node.DOCUMENT_POSITION_FOLLOWING
  expect(header.compareDocumentPosition(content) & follows).toBe(follows)
  expect(content.compareDocumentPosition(footer) & follows).toBe(follows)
})

test('[frame.02] Every route change scrolls the page to the top; the way back returns to where the page was left', async () => {
  const { go } = await renderOnPages(frame, '/rules')
  scrollTo.mockReset()
  vi.stubGlobal('scrollY', 500)
  await go('/shop')
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
  vi.stubGlobal('scrollY', 70)
  await go(-1)
  expect(scrollTo.mock.lastCall).toEqual([0, 500])
  await go(1)
  expect(scrollTo.mock.lastCall).toEqual([0, 70])
  expect(history.scrollRestoration).toBe('manual')
})

test('A page that is left for good gives the scroll place back to the browser', async () => {
  await renderOnPages(frame)
  regardless(window, new Event('pagehide'))
  expect(history.scrollRestoration).toBe('auto')
})

test('The first thing that the keyboard meets leads past the navigation', async () => {
  await renderOnPages(frame)
  const first = document.querySelector('a[href], button, input')
  expect(first?.textContent).toBe('Skip to content')
  expect(document.querySelector(first!.getAttribute('href')!)).toBe(screen.getByRole('main'))
})

test("The browser takes over the server's frame without a mismatch", async () => {
  const page = () => (
    <TestProviders>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: frame }])} />
    </TestProviders>
  )
  const place = document.createElement('div')
  place.innerHTML = renderToString(page())
  expect(place.querySelector('header')?.textContent).toContain('Leaderboards')
  const mismatches: unknown[] = []
  const root = hydrateRoot(place, page(), { onRecoverableError: (error) => mismatches.push(error) })
  await act(async () => {})
  expect(mismatches).toEqual([])
  act(() => root.unmount())
})

test("[frame.25] Any other path shows '404 Page Not Found' with 'Did you forget to add the page to the router?'", async () => {
  await renderOnPages(<NotFound />, '/no-such-page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 Page Not Found')
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
})

test('The 404 page lets players search for a player, also without scripts', async () => {
  await renderOnPages(<NotFound />, '/no-such-page')
  const form = screen.getByRole<HTMLFormElement>('search')
  expect([form.method, form.getAttribute('action')]).toEqual(['get', '/community'])
  const input = screen.getByLabelText<HTMLInputElement>('Player name')
  await whenReady.change(input, { target: { value: 'alex & co' } })
  expect([...new FormData(form)]).toEqual([['player', 'alex & co']])
})
