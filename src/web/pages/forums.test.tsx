import { act, cleanup, render, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, Outlet, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { clearToasts } from '../platform/toasts.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import Forums, { meta } from './forums.tsx'

afterEach(() => {
  cleanup()
  act(clearToasts)
})

const siteAt = (initialEntries: string[]) =>
  createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <ToastRegion />
          </>
        ),
        children: [
          { path: '/forums', element: <Forums /> },
          { path: '*', element: <p>another page</p> },
        ],
      },
    ],
    { initialEntries },
  )

const page = (router: ReturnType<typeof siteAt>) => (
  <StrictMode>
    <TestProviders>
      <RouterProvider router={router} />
    </TestProviders>
  </StrictMode>
)

const toastTitles = () =>
  [...document.querySelectorAll('li[data-variant]')].map(
    (toast) => toast.firstElementChild?.firstElementChild?.textContent,
  )

test("[redirect.01] /forums on a way inside the site shows toast 'Forums Coming Soon' and redirects to /", async () => {
  const router = siteAt(['/rules'])
  render(page(router))
  expect(toastTitles()).toEqual([])
  await act(() => router.navigate('/forums'))
  expect(router.state.location.pathname).toBe('/')
  expect(toastTitles()).toEqual(['Forums Coming Soon'])
  // Back leads to where the visitor came from, not here again.
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/rules')
  expect(toastTitles()).toHaveLength(1)
})

test("[redirect.01] /forums as a document shows toast 'Forums Coming Soon' and redirects to /", async () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(page(siteAt(['/forums'])))
  document.body.append(container)
  expect(toastTitles()).toEqual([])
  const router = siteAt(['/forums'])
  render(page(router), { container, hydrate: true })
  await act(async () => {})
  expect(router.state.location.pathname).toBe('/')
  expect(router.state.historyAction).toBe('REPLACE')
  expect(toastTitles()).toEqual(['Forums Coming Soon'])
})

test('[voice.93] Without scripts /forums says that it is coming, and links to the community and home', () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(page(siteAt(['/forums'])))
  expect(within(container).getByRole('heading', { level: 1 }).textContent).toBe('Forums Coming Soon')
  const links = within(container).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/community', '/'])
})

test('Search engines are asked to leave /forums out', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})
