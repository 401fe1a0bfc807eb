import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assignLocation } from '../../platform/navigation/assign-location.ts'
import { SiteProvider } from '../../platform/site.tsx'
import { clearToasts } from '../../platform/toasts.ts'
import { testSite } from '../../testing/site.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import StaffApplications, { meta } from './staff-applications.tsx'

// jsdom cannot leave its page.
vi.mock('../../platform/navigation/assign-location.ts', () => ({ assignLocation: vi.fn() }))
const left = vi.mocked(assignLocation)

beforeEach(() => {
  vi.useFakeTimers()
  left.mockClear()
})
afterEach(() => {
  act(clearToasts)
  vi.useRealTimers()
})

function open(staffApplication = testSite.links.staffApplication) {
  const site = { ...testSite, links: { ...testSite.links, staffApplication } }
  const routes = [
    { path: '/staff-applications', element: <StaffApplications /> },
    { path: '*', element: <p>another page</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/staff-applications'] })
  const page = (
    <SiteProvider site={site}>
      <RouterProvider router={router} />
      <ToastRegion />
    </SiteProvider>
  )
  return { router, page }
}

test("[redirect.02] /staff-applications shows toast 'Staff Applications' / 'Redirecting you to the application form...'", () => {
  render(open().page)
  expect(document.querySelector('li[data-variant=default]')?.textContent).toBe(
    'Staff ApplicationsRedirecting you to the application form...',
  )
})

test('[redirect.03] After 1.5 s, and not before, the browser goes to the external form, once', () => {
  render(open().page)
  act(() => vi.advanceTimersByTime(1_499))
  expect(left).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(left.mock.calls).toEqual([['https://staff.example/']])
  act(() => vi.advanceTimersByTime(60_000))
  expect(left).toHaveBeenCalledTimes(1)
})

test('[redirect.04] Without STAFF_APPLICATION_URL it goes to /apply', () => {
  render(open('/apply').page)
  act(() => vi.advanceTimersByTime(1_500))
  expect(left.mock.calls).toEqual([['/apply']])
})

test('Who left the page in the meantime is not taken away', async () => {
  const { router, page } = open()
  render(page)
  act(() => vi.advanceTimersByTime(1_000))
  await act(() => router.navigate('/rules'))
  act(() => vi.advanceTimersByTime(5_000))
  expect(left).not.toHaveBeenCalled()
})

test("Without scripts a link in the server's HTML leads there", () => {
  const html = renderToString(open().page)
  expect(html).toMatch(/<a [^>]*href="https:\/\/staff\.example\/"/)
})

test('The page is titled, and kept out of search engines', () => {
  render(open().page)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Staff Applications')
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Staff Applications · Ember Isles' })
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})
