import { act, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { type Transport, urlOf } from '../../contract/endpoint.ts'
import { FakeBoards, fakeBoards } from '../domains/rankings/leaderboard/testing/fake-board.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { fill } from '../platform/prefetched-data.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import { takenOver } from '../testing/taken-over.tsx'
import Leaderboards, { loader, meta } from './leaderboards.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** What the loader brings for a document at this path, and what it asked for. */
async function load(path: string, viewer: OwnUser | null = null, leaderboardMaintenance = false) {
  const boards = new FakeBoards(23)
  const call: Transport = async (endpoint, input) => {
    const response = await boards.fetch(urlOf(endpoint, input as object))
    return (await response.json()) as never
  }
  const context = new RouterContextProvider()
  context.set(pageContext, {
    site: { ...testSite, leaderboardMaintenance },
    viewer,
    nonce: 'n',
    call,
    reportError: (error) => {
      throw error
    },
  })
  const request = new Request(`http://site.test${path}`)
  const data = await loader({ context, request } as unknown as Parameters<typeof loader>[0])
  return { boards, data }
}

/** The page as a document brings it. */
async function pageAt(path: string, viewer: OwnUser | null = null) {
  const { data } = await load(path, viewer)
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  fill(client, data)
  const router = createMemoryRouter([{ path: '*', element: <Leaderboards /> }], { initialEntries: [path] })
  return (
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>
  )
}

test('[board.01] /leaderboards shows a heading and the leaderboard widget with real results', async () => {
  FakeSocket.install()
  fakeBoards()
  render(await pageAt('/leaderboards?view=short'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Leaderboards')
  expect(screen.getByRole('table', { name: 'Overall · All time' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'overall-1' })).toBeTruthy()
  expect(screen.getByText('23 players')).toBeTruthy()
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Leaderboards · Ember Isles' })
})

test("[board.01] The shared page is in the server's HTML, and taking it over asks for nothing that is shown and changes nothing", async () => {
  FakeSocket.install()
  const boards = fakeBoards()
  const path = '/leaderboards?gameType=sumo&period=week&view=short&page=3'
  const container = document.createElement('div')
  container.innerHTML = renderToString(await pageAt(path, testViewer))
  expect(container.querySelector('tbody th')?.textContent).toContain('sumo-11')
  expect(container.querySelector('tfoot th')?.textContent).toContain('sumo-7')
  document.body.append(container)
  render(await pageAt(path, testViewer), { container, hydrate: true })
  await act(async () => {})
  expect(screen.getByRole('link', { name: 'sumo-11' })).toBeTruthy()
  // Whose news a member is told of follows later.
  expect(boards.asked.map(({ path }) => path)).toEqual(['/api/follows'])
})

test('[ranked.64] A board says its players in their order as structured data; a search says nothing', async () => {
  FakeSocket.install()
  fakeBoards()
  const said = async (path: string) => {
    const { container, unmount } = render(await pageAt(path))
    const text = container.querySelector('script[type="application/ld+json"]')?.textContent
    unmount()
    return text && JSON.parse(text)
  }
  expect(await said('/leaderboards?view=short&search=overall-2')).toBeFalsy()
  expect(await said('/leaderboards?gameType=sumo&view=short&page=3')).toMatchObject({
    '@type': 'ItemList',
    url: 'https://isles.example/leaderboards?gameType=sumo&view=short&page=3',
    name: 'Sumo · All time',
    numberOfItems: 23,
    itemListElement: Array.from({ length: 5 }, (_, at) => ({
      position: 11 + at,
      item: { name: `sumo-${11 + at}`, url: `https://isles.example/player/${11 + at}` },
    })),
  })
})

test('What was typed before the page came alive is searched for', async () => {
  FakeSocket.install()
  const boards = fakeBoards()
  await takenOver(await pageAt('/leaderboards?view=short'), (html) => {
    html.querySelector<HTMLInputElement>('input[type=search]')!.value = 'overall-2'
  })
  await waitFor(() => expect(boards.pages.map(({ query }) => query.get('search'))).toEqual(['overall-2']))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('overall-2')
})

test('a document asks for its page, and for the place of who is signed in', async () => {
  const requests = async (viewer: OwnUser | null) =>
    (await load('/leaderboards?gameType=boxing&view=short&page=2', viewer)).boards.asked.map(
      ({ path, query }) => `${path}?${query}`,
    )
  const page = '/api/leaderboard?gameType=boxing&period=all&limit=5&offset=5'
  expect(await requests(null)).toEqual([page])
  expect(await requests(testViewer)).toEqual([page, '/api/leaderboard/around/7?gameType=boxing&period=all'])
})

test('[board.07] Under maintenance a document asks for no board', async () => {
  expect((await load('/leaderboards?view=short', testViewer, true)).boards.asked).toEqual([])
})
