import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { TestProviders } from '../../testing/site.tsx'
import { Rivals } from './rivals.tsx'
import { failing } from './testing/setup.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = 'GET /api/players/5/opponents'
const bob = {
  user: { id: 6, username: 'Bob', avatarUrl: null, rank: 'Member' },
  wins: 4,
  losses: 2,
  draws: 1,
  lastMatchAt: '2026-01-05T15:03:20.000Z',
  recent: ['loss', 'draw', 'win', 'win', 'win', 'win', 'loss'],
}
const carl = { ...bob, user: { ...bob.user, id: 7, username: 'Carl' }, wins: 0, losses: 9, draws: 0 }

function open(address = '/player/5') {
  const router = createMemoryRouter([{ path: '*', element: <Rivals id={5} /> }], {
    initialEntries: [address],
  })
  const page = (
    <TestProviders client={makeQueryClient()}>
      <RouterProvider router={router} />
    </TestProviders>
  )
  return { router, ...render(page) }
}

test('[ranked.27] A player page lists whom the player met most, with the record and a comparison', async () => {
  fakeApi({ [path]: respondWith([bob]) })
  open()
  const link = await screen.findByRole('link')
  expect(link.textContent).toBe('BOBob7 matches, 1 draw4–2')
  expect(link.getAttribute('href')).toBe('/compare/5/6')
})

test('[evening.04] rivals are played, lost to or beaten most, each with the last results, and the address says which', async () => {
  fakeApi({
    [path]: respondWith([bob]),
    [`${path}?order=lost`]: respondWith([carl, bob]),
    [`${path}?order=beaten`]: respondWith([]),
  })
  const { router, unmount } = open()
  expect(await screen.findByRole('img', { name: 'Won 4 of the last 7' })).toBeTruthy()
  await whenReady.click(screen.getByRole('button', { name: 'Lost to' }))
  await vi.waitFor(() =>
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/compare/5/7',
      '/compare/5/6',
    ]),
  )
  expect(router.state.location.search).toBe('?rivals=lost')
  unmount()
  open('/player/5?rivals=beaten')
  expect(await screen.findByText('No 1v1 won yet.')).toBeTruthy()
})

test('[ranked.27] Who met nobody has no such list', async () => {
  const calls = fakeApi({ [path]: respondWith([]) })
  const { container } = open()
  await vi.waitFor(() => expect([calls.length, container.textContent]).toEqual([1, '']))
})

test('[ranked.27] A list that cannot be loaded can be asked for again', async () => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    [path]: failing(500, 'Internal Server Error'),
  }
  fakeApi(responses)
  open()
  await screen.findByText('Failed to load the opponents.')
  responses[path] = respondWith([bob])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  expect(await screen.findByText('4–2')).toBeTruthy()
})
