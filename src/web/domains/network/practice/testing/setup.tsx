import { act, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { PracticeCategory, PracticeMode } from '../../../../../contract/network/practice-schemas.ts'
import { PageProgressBar } from '../../../../frame/frame.tsx'
import { makeQueryClient } from '../../../../platform/query-client.ts'
import { TestProviders } from '../../../../testing/site.tsx'

export const aMode = (over: Partial<PracticeMode> = {}): PracticeMode => ({
  id: 1,
  name: 'Boxing',
  description: 'First to 100 hits.',
  category: 'duels',
  queue: null,
  ...over,
})

export const addressOf = (category: PracticeCategory) => `GET /api/practice?category=${category}`

/** Advances time and flushes what it rendered. Needs fake timers. */
export async function settle(ms = 0) {
  for (const step of [ms, 1, 1]) await act(async () => void (await vi.advanceTimersByTimeAsync(step)))
}

/** `page` at /minigames under the page-loading bar, reached from another page of the site. */
export async function arriveAt(page: ReactNode) {
  const withBar = (content: ReactNode) => (
    <>
      <PageProgressBar />
      {content}
    </>
  )
  const router = createMemoryRouter(
    [
      { path: '/minigames', element: withBar(page) },
      { path: '*', element: withBar(<p>another page</p>) },
    ],
    { initialEntries: ['/rules'] },
  )
  render(
    <TestProviders client={makeQueryClient()}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  await act(async () => void (await router.navigate('/minigames')))
  return { leave: () => act(async () => void (await router.navigate('/rules'))) }
}

export const section = (name: string) => within(screen.getByRole('region', { name }))
export const skeletons = (name: string) =>
  screen.getByRole('region', { name }).querySelectorAll('[data-skeleton-card]').length
export const bar = () => screen.queryByRole('progressbar')
