import { act, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Event, EventRecord, Participant } from '../../../../contract/events/events-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'

/** An upcoming event by somebody else, unless said otherwise. */
export const createEvent = (over: Partial<Event> = {}): Event => ({
  id: 4,
  title: 'Bridge Cup',
  description: 'Two against two.',
  status: 'upcoming',
  startDate: '2090-07-04T18:00:00.000Z',
  endDate: null,
  rewards: [],
  creator: { username: 'Organizer' },
  participants: [],
  participantCount: 0,
  ...over,
})

export const aRecord = (over: Partial<EventRecord> = {}): EventRecord => {
  const { participants: _, ...event } = createEvent()
  return { ...event, words: {}, tba: false, version: 1, createdAt: '2026-01-05T15:04:00.000Z', ...over }
}

export const participant = (userId: number, username = `Player ${userId}`): Participant => ({
  userId,
  status: 'registered',
  user: { username, avatarUrl: null },
})

/** What Radix and the page use of a browser and jsdom does not have. */
function fillBrowserGaps() {
  Element.prototype.scrollIntoView = () => {}
}

interface Stage {
  readonly viewer?: OwnUser | null
  readonly at?: string
  readonly client?: ReturnType<typeof makeQueryClient>
}

/** A page at an address of the site, as the viewer meets it; another page stands at every other address. */
export function showPage(page: ReactNode, { viewer = null, at = '/events', client }: Stage = {}) {
  fillBrowserGaps()
  act(clearToasts)
  const ownClient = client ?? makeQueryClient()
  ownClient.setQueryData(viewerQuery.queryKey, viewer)
  const path = at.split(/[?#]/, 1)[0]!
  const router = createMemoryRouter(
    [
      { path, element: page },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [at] },
  )
  const view = render(
    <TestProviders client={ownClient}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  return { ...view, client: ownClient, go: (to: string) => act(async () => void (await router.navigate(to))) }
}

export const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('article')!)

export const expectToast = (title: string, description: string) =>
  waitFor(() => {
    const [said, more] = document.querySelector('li[data-variant]')?.firstElementChild?.children ?? []
    expect([said?.textContent, more?.textContent]).toEqual([title, description])
  })

/** Waits for what is under way to come to rest. */
export const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 30)))
