import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { FollowButton } from './follow-button.tsx'

beforeEach(() => act(clearToasts))
afterEach(() => vi.unstubAllGlobals())

const path = '/api/players/5/follow'
const stranger = { isFollowing: false, isMuted: false }

function open(viewer: typeof testViewer | null, id = 5) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  return render(
    <TestProviders client={client}>
      <MemoryRouter>
        <FollowButton player={{ id, username: 'Alex' }} />
        <ToastRegion />
      </MemoryRouter>
    </TestProviders>,
  )
}
const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))

test('[voice.59] a visitor is asked to sign in, and nobody follows themselves', async () => {
  const calls = fakeApi({})
  const { unmount } = open(null)
  await press('Follow')
  await screen.findByText('You must be logged in to follow players')
  expect(calls).toEqual([])
  unmount()
  open(testViewer, testViewer.id)
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
})

test('[voice.59] Follow, Mute, Unmute and Unfollow say what they did', async () => {
  const calls = fakeApi({
    [`GET ${path}`]: respondWith(stranger),
    [`PUT ${path}`]: respondWith({ isFollowing: true, isMuted: false }),
    [`PATCH ${path}`]: respondWith({ isFollowing: true, isMuted: true }),
    [`DELETE ${path}`]: respondWith(stranger),
  })
  open(testViewer)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-disabled')).toBeNull(),
  )
  await press('Follow')
  await whenReady.click(await screen.findByRole('button', { name: 'Mute' }))
  await screen.findByRole('button', { name: 'Unmute' })
  expect(screen.getByRole('status').textContent).toBe('You follow Alex, muted')
  await press('Unfollow')
  await screen.findByRole('button', { name: 'Follow' })
  expect(screen.queryByRole('button', { name: 'Unmute' })).toBeNull()
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ['GET', undefined],
    ['PUT', undefined],
    ['PATCH', { isMuted: true }],
    ['DELETE', undefined],
  ])
})

test('[voice.59] a refusal is shown, and the button says what is true', async () => {
  fakeApi({
    [`GET ${path}`]: respondWith(stranger),
    [`PUT ${path}`]: refuse(409, 'conflict', 'You can follow at most 200 players'),
  })
  open(testViewer)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-disabled')).toBeNull(),
  )
  await press('Follow')
  await screen.findByText('You can follow at most 200 players')
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy()
})

test('[tonight.46] Follow says so at once; what was pressed meanwhile is sent after it, in order', async () => {
  const release: (() => void)[] = []
  const slow = (follow: unknown) => () =>
    new Promise<Response>((resolve) => release.push(() => resolve(Response.json(follow))))
  const calls = fakeApi({
    [`GET ${path}`]: respondWith(stranger),
    [`PUT ${path}`]: slow({ isFollowing: true, isMuted: false }),
    [`DELETE ${path}`]: slow(stranger),
  })
  open(testViewer)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-disabled')).toBeNull(),
  )
  await press('Follow')
  await screen.findByRole('button', { name: 'Unfollow' })
  await press('Unfollow')
  await screen.findByRole('button', { name: 'Follow' })
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  release[0]?.()
  await waitFor(() => expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']))
  release[1]?.()
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy()
})
