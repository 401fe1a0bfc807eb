import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnSession } from '../../../../contract/accounts/sessions-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { SessionsCard } from './sessions-card.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const here: OwnSession = {
  id: 5,
  createdAt: '2026-01-05T15:04:00.000Z',
  lastUsedAt: new Date().toISOString(),
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
  isCurrent: true,
}
const phone: OwnSession = {
  ...here,
  id: 4,
  lastUsedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1',
  isCurrent: false,
}

function show() {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, testViewer)
  render(
    <TestProviders client={client}>
      <SessionsCard member={testViewer} />
      <ToastRegion />
    </TestProviders>,
  )
}

const gone = () => new Response(null, { status: 204 })

test('A failure says so and offers another try', async () => {
  fakeApi({ 'GET /api/sessions': refuse(500, 'internal', 'Something went wrong on our side') })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Your devices could not be loaded')
  fakeApi({ 'GET /api/sessions': respondWith([here]) })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Firefox on Linux')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('While it loads it says so; alone on one device there is nothing to end', async () => {
  fakeApi({ 'GET /api/sessions': respondWith([here]) })
  show()
  expect(screen.getByRole('status').textContent).toBe('Loading your devices...')
  await screen.findByText('No other sessions')
  expect(screen.getByText('This device')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /End/ })).toBeNull()
})

test('Another device is shown with its browser, system and last use, and is ended by its number', async () => {
  let list = [here, phone]
  const calls = fakeApi({
    'GET /api/sessions': () => Response.json(list),
    'DELETE /api/sessions/4': () => {
      list = [here]
      return gone()
    },
  })
  show()
  const row = (await screen.findByText('Safari on iPhone')).closest('li')!
  expect(row.textContent).toContain('Last used 2 h ago')
  expect(row.textContent).toContain('from 192.0.2.7')
  await whenReady.click(within(row).getByRole('button', { name: 'End the session of Safari on iPhone' }))
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/sessions',
    'DELETE /api/sessions/4',
    'GET /api/sessions',
  ])
})

test('What could not be ended stays, and a toast says why', async () => {
  fakeApi({
    'GET /api/sessions': respondWith([here, phone]),
    'DELETE /api/sessions/4': refuse(429, 'too_many_requests', 'Too many requests.'),
  })
  show()
  await whenReady.click(await screen.findByRole('button', { name: 'End the session of Safari on iPhone' }))
  await screen.findByText('Signing out failed')
  expect(screen.getByText('Safari on iPhone')).toBeTruthy()
})

test('All others are ended once it is confirmed', async () => {
  const calls = fakeApi({ 'GET /api/sessions': respondWith([here, phone]), 'DELETE /api/sessions': gone })
  show()
  await whenReady.click(await screen.findByRole('button', { name: 'End all others' }))
  expect(calls).toHaveLength(1)
  const dialog = screen.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await whenReady.click(within(dialog).getByRole('button', { name: 'End all others' }))
  await waitFor(() => expect(calls.map(({ method }) => method)).toContain('DELETE'))
})
