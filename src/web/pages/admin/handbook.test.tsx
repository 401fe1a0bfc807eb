import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '../../domains/events/testing/setup.tsx'
import { queryClientForHere } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { testViewer } from '../../testing/site.tsx'
import AdminHandbook from './handbook.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

test('[fair.88] /admin/handbook shows the handbook, after a failure with Retry, and the staff area links it', async () => {
  const responses = { 'GET /api/admin/handbook': refuse(500, 'internal', 'Something went wrong') }
  fakeApi(responses)
  showPage(<AdminHandbook />, { viewer: { ...testViewer, rank: 'Helper' }, at: '/admin/handbook' })
  await screen.findByText('Failed to load the handbook.', undefined, { timeout: 5_000 })
  responses['GET /api/admin/handbook'] = respondWith({ html: '<h2>The queue</h2>' })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { level: 2, name: 'The queue' })
  expect(screen.getByRole('link', { name: 'Handbook' }).getAttribute('aria-current')).toBe('page')
})
