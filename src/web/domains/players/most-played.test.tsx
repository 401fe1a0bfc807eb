import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { TestProviders } from '../../testing/site.tsx'
import { MostPlayed } from './most-played.tsx'
import { failing } from './testing/setup.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = 'GET /api/players/5/opponents'
const bob = {
  user: { id: 6, username: 'Bob', avatarUrl: null, rank: 'Member' },
  wins: 4,
  losses: 2,
  draws: 1,
  lastMatchAt: '2026-01-05T15:03:20.000Z',
}

const open = () =>
  render(
    <TestProviders client={makeQueryClient()}>
      <MemoryRouter>
        <MostPlayed id={5} />
      </MemoryRouter>
    </TestProviders>,
  )

test('[ranked.27] A player page lists whom the player met most, with the record and a comparison', async () => {
  fakeApi({ [path]: respondWith([bob]) })
  open()
  const link = await screen.findByRole('link')
  expect(link.textContent).toBe('BOBob7 matches, 1 draw4–2')
  expect(link.getAttribute('href')).toBe('/compare/5/6')
})

test('[ranked.27] Who met nobody has no such list', async () => {
  const calls = fakeApi({ [path]: respondWith([]) })
  const { container } = open()
  await vi.waitFor(() => expect([calls.length, container.textContent]).toEqual([1, '']))
  expect(screen.queryByText('Most played against')).toBeNull()
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
