import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { userEndpoints } from '../../contract/accounts/users-endpoints.ts'
import { postEndpoints } from '../../contract/posts/posts-endpoints.ts'
import { api } from '../platform/api.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { changeViewer, viewerQuery } from '../platform/viewer.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse } from '../testing/fake-api.ts'
import { TestProviders, testViewer } from '../testing/site.tsx'
import { SessionNotice } from './frame.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

function show(viewer: typeof testViewer | null) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter([{ path: '*', element: <SessionNotice /> }], {
    initialEntries: ['/social?from=home#latest'],
  })
  render(
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  return { client, viewer: () => client.getQueryData(viewerQuery.queryKey) }
}

const refusedCall = () => api(postEndpoints.list, {}).catch(() => undefined)
const notice = () => screen.queryByText('Your session has ended.')

test('A visitor hears of no session, and a wrong password ends none', async () => {
  fakeApi({
    'GET /api/posts': refuse(401, 'unauthorized', 'You must be signed in'),
    'POST /api/login': refuse(401, 'wrong_credentials', 'Invalid username or password'),
  })
  show(null)
  await act(refusedCall)
  expect(notice()).toBeNull()
})

test('A call that was refused for a wrong password ends no session', async () => {
  fakeApi({ 'POST /api/login': refuse(401, 'wrong_credentials', 'Invalid username or password') })
  const { viewer } = show(testViewer)
  const body = { username: 'steve', password: 'wrong horse' }
  await act(() => api(userEndpoints.login, { body }).catch(() => undefined))
  expect(notice()).toBeNull()
  expect(viewer()).toEqual(testViewer)
})

test('A session that ended is said once, however many calls learn it, with the way to sign in and back', async () => {
  fakeApi({ 'GET /api/posts': refuse(401, 'unauthorized', 'You must be signed in') })
  const { viewer } = show(testViewer)
  await act(async () => void (await Promise.all([refusedCall(), refusedCall(), refusedCall()])))
  expect(screen.getAllByText('Your session has ended.')).toHaveLength(1)
  expect(viewer()).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    `/auth?redirect=${encodeURIComponent('/social?from=home#latest')}`,
  )
  await whenReady.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(notice()).toBeNull()
})

test('The notice goes when somebody signs in, and comes again when that session ends', async () => {
  fakeApi({ 'GET /api/posts': refuse(401, 'unauthorized', 'You must be signed in') })
  const { client } = show(testViewer)
  await act(refusedCall)
  expect(notice()).not.toBeNull()
  await act(() => changeViewer(client, testViewer))
  expect(notice()).toBeNull()
  await act(refusedCall)
  await waitFor(() => expect(notice()).not.toBeNull())
})
