import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Transport } from '../../contract/endpoint.ts'
import { postsQuery } from '../domains/posts/posts-query.ts'
import { fillBrowserGaps } from '../domains/posts/testing/browser-gaps.ts'
import { fakeApi } from '../domains/posts/testing/fake-api.ts'
import { aPost } from '../domains/posts/testing.tsx'
import { makeQueryClient } from '../platform/query-client.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import Social, { meta } from './social.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The page with the data that its loader brings, for a visitor. */
async function prefetchedPage() {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, null)
  const call = (async () => [aPost()]) as unknown as Transport
  await client.prefetchInfiniteQuery(postsQuery(call))
  const router = createMemoryRouter([{ path: '*', element: <Social /> }], { initialEntries: ['/social'] })
  return (
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>
  )
}

test("[social.01] /social is titled 'Social Feed'", async () => {
  fakeApi()
  render(await prefetchedPage())
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Social Feed')
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Social Feed · Ember Isles' })
})

test('[social.02] /social has a back link to /community', async () => {
  fakeApi()
  render(await prefetchedPage())
  expect(screen.getByRole('link', { name: /^back/i }).getAttribute('href')).toBe('/community')
})

test("[social.03] Without scripts the posts are readable in the server's HTML, and taking it over changes nothing", async () => {
  fillBrowserGaps()
  const api = fakeApi()
  const container = document.createElement('div')
  container.innerHTML = renderToString(await prefetchedPage())
  expect(container.textContent).toContain('Won the bridge finals')
  expect(container.querySelector('time')?.textContent).toBe('Jan 5, 2026, 3:04 PM')
  document.body.append(container)
  render(await prefetchedPage(), { container, hydrate: true })
  await act(async () => {})
  expect(screen.getByText('Won the bridge finals')).toBeTruthy()
  expect(api.calls).toHaveLength(0)
})
