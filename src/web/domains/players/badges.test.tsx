import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { TestProviders } from '../../testing/site.tsx'
import { Badges } from './badges.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = 'GET /api/players/5/milestones'
const badge = (figure: string, step: number) => ({
  figure,
  step,
  matchId: '00000000-0000-4000-8000-000000000001',
  at: '2026-01-05T15:04:00.000Z',
})

const open = () =>
  render(
    <TestProviders client={makeQueryClient()}>
      <MemoryRouter>
        <Badges id={5} />
      </MemoryRouter>
    </TestProviders>,
  )

test('[voice.61] a failure can be retried, and a player without badges has no heading for them', async () => {
  const responses = { [path]: refuse(400, 'bad_request', 'Bad request') }
  fakeApi(responses)
  open()
  await screen.findByText('Badges could not be loaded')
  responses[path] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Badges' })).toBeNull())
})

test('[voice.61] a badge says what was reached when and leads to its match; older ones are asked for', async () => {
  fakeApi({
    [path]: respondWith([
      badge('wins', 1_000),
      badge('bestStreak', 10),
      badge('wins', 1),
      ...[10, 50, 100, 500].map((step) => badge('kills', step)),
    ]),
  })
  open()
  const link = await screen.findByRole('link', { name: /1,000 wins.*Jan/ })
  expect(link.getAttribute('href')).toBe('/match/00000000-0000-4000-8000-000000000001')
  screen.getByRole('link', { name: /^10 wins in a row/ })
  screen.getByRole('link', { name: /^First win/ })
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
  await whenReady.click(screen.getByRole('button', { name: 'Show all 7' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
})
