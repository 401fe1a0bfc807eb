import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { OwnUser } from '../../../../../contract/accounts/users-schemas.ts'
import { live } from '../../../../platform/live/live-socket.ts'
import { makeQueryClient } from '../../../../platform/query-client.ts'
import { SiteProvider } from '../../../../platform/site.tsx'
import { clearToasts } from '../../../../platform/toasts.ts'
import { viewerQuery } from '../../../../platform/viewer.ts'
import { testSite } from '../../../../testing/site.tsx'
import { ToastRegion } from '../../../../ui/toast.tsx'
import { Leaderboard } from '../leaderboard.tsx'

export interface SetupOptions {
  readonly at?: string
  readonly viewer?: OwnUser | null
  readonly maintenance?: boolean
  readonly content?: ReactNode
  /** The same browser as before. */
  readonly keepStorage?: boolean
}

/** Lets time pass, until the responses to what it triggered are on the screen. */
export async function settle(ms = 0) {
  for (const step of [ms, 1, 1]) await act(async () => void (await vi.advanceTimersByTimeAsync(step)))
}

/** The widget on a page of its own, with a socket that is not open yet. Needs fake timers. */
export async function show(options: SetupOptions = {}) {
  const {
    at = '/leaderboards?view=short',
    viewer = null,
    maintenance = false,
    content = <Leaderboard />,
  } = options
  const { keepStorage = false } = options
  act(clearToasts)
  if (!keepStorage) localStorage.clear()
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter([{ path: '*', element: content }], { initialEntries: [at] })
  const view = render(
    <SiteProvider site={{ ...testSite, leaderboardMaintenance: maintenance }}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <ToastRegion />
      </QueryClientProvider>
    </SiteProvider>,
  )
  // The socket outlives pages; each test gets a connection of its own.
  live.reopen()
  await settle()
  return {
    ...view,
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to: string | number) => act(async () => void (await router.navigate(to as string))),
  }
}

const textOf = (node: Element) => node.textContent?.trim() ?? ''

/** Text of each cell of each row of the page. */
export const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].map(textOf))

/** Names on the page, from the first row to the last. */
export const names = () =>
  [...document.querySelectorAll('tbody th')].map((cell) => textOf(cell.querySelector('bdi') ?? cell))

export const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** One of the boards or periods. */
export const boardLink = (name: string) => screen.getByRole('link', { name })

/** The page buttons, without the steps to the sides. */
export const pageButtons = () =>
  [...screen.getByRole('navigation', { name: 'Pages' }).querySelectorAll('button')].filter(
    ({ textContent }) => textContent !== '',
  )

/** Title and description of the toast on screen; null when there is none. */
export function shownToast() {
  const [title, description] = document.querySelector('li[data-variant]')?.firstElementChild?.children ?? []
  return title === undefined ? null : [title.textContent, description?.textContent]
}
