import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Bell } from '../domains/notifications/bell.tsx'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { TestProviders, testViewer } from '../testing/site.tsx'
import { makeQueryClient } from './query-client.ts'
import { changeViewer, useViewer, viewerQuery } from './viewer.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const Members = () => (useViewer() === null ? <p>A visitor</p> : <Bell />)

test('What only members see is not asked for again on behalf of the visitor who follows them', async () => {
  FakeSocket.install()
  const unread = 'GET /api/notifications/unread'
  const calls = fakeApi({ [unread]: respondWith({ unread: 3 }) })
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, testViewer)
  const router = createMemoryRouter([{ path: '*', element: <Members /> }])
  render(
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  await screen.findByRole('link', { name: 'Notifications, 3 unread' })
  await changeViewer(client, null)
  await waitFor(() => screen.getByText('A visitor'))
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([unread])
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([viewerQuery.queryKey])
})
