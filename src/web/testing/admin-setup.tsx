import { act, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, type LoaderFunction, RouterContextProvider, RouterProvider } from 'react-router'
import { expect, vi } from 'vitest'
import type { Rank } from '../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import type { StaffList } from '../../contract/staff-lists.ts'
import { live } from '../platform/live/live-socket.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { queryClientForHere } from '../platform/query-client.ts'
import { clearToasts } from '../platform/toasts.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { whenReady } from './actions.ts'
import { type Call, respondWith } from './fake-api.ts'
import { FakeSocket } from './fake-socket.ts'
import { TestProviders, testSite, testViewer } from './site.tsx'

export const staffRanks: readonly Rank[] = [
  'Helper',
  'Moderator',
  'Product Staff',
  'Admin',
  'Manager',
  'Owner',
]
export const otherRanks: readonly Rank[] = ['Member', 'Gold', 'Emerald', 'Diamond']
export const viewerOf = (rank: Rank): OwnUser => ({ ...testViewer, rank })

/** Where the guard of a staff page leads (docs/spec/rulings.md, Pages). */
export const refusedTo = '/auth?redirect=/admin&notice=staff'

interface PageModule {
  readonly default: ComponentType
  readonly loader: (request: never) => Promise<unknown>
  readonly clientLoader: () => Promise<unknown>
}

/** What staff pages need of a browser with a layout, and jsdom does not have. Call it before each test. */
export function prepareAdmin() {
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.hasPointerCapture = () => false
  FakeSocket.install()
}

export function leaveAdmin() {
  act(clearToasts)
  localStorage.clear()
  queryClientForHere().clear()
  vi.unstubAllGlobals()
}

/** A staff page as somebody meets it who comes from another page of the site; other addresses are other pages. */
export async function openAdmin(page: PageModule, path: string, viewer: OwnUser | null) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter(
    [
      {
        path: path.split('?')[0] ?? path,
        Component: page.default,
        loader: page.clientLoader as LoaderFunction,
      },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: ['/rules'] },
  )
  const view = render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => void (await router.navigate(path)))
  // The socket outlives pages; each test gets a connection of its own.
  live.reopen()
  return { ...view, address: () => router.state.location.pathname + router.state.location.search, router }
}

/** A document request for a staff page: its data, or the redirect that it was refused with, and what was asked for it. */
export async function adminDocument(
  page: PageModule,
  path: string,
  viewer: OwnUser | null,
  responses: Readonly<Record<string, unknown>> = {},
) {
  const requests: string[] = []
  const context = new RouterContextProvider()
  const call = async ({ path: address }: { path: string }, { query }: { query?: object } = {}) => {
    requests.push(`${address} ${JSON.stringify(query ?? {})}`)
    return responses[address] ?? []
  }
  context.set(pageContext, { site: testSite, viewer, nonce: '', call: call as never, reportError() {} })
  const request = new Request(`https://isles.example${path}`)
  const result: unknown = await page
    .loader({ context, request, params: {} } as never)
    .catch((thrown: unknown) => thrown)
  return { requests, result, redirect: result instanceof Response ? result.headers.get('location') : null }
}

/** A colleague changed something in a list, and the server says so. */
export const hearFeed = (list: StaffList) =>
  act(async () => {
    FakeSocket.last.open()
    FakeSocket.last.hear({ type: 'staff_update', list })
  })

/** Responses of a call one after the other; the last one repeats. */
export function inTurn(...bodies: readonly unknown[]) {
  let at = 0
  return () => respondWith(bodies[Math.min(at++, bodies.length - 1)])()
}

/** A response that waits for `release`. */
export function delayedResponse(respond: () => Response | Promise<Response>) {
  let release = () => {}
  const held = new Promise<Response>((resolve) => {
    release = () => void Promise.resolve(respond()).then(resolve)
  })
  return { respond: () => held, release: () => act(async () => release()) }
}

export const press = async (name: string | RegExp) =>
  await whenReady.click(screen.getByRole('button', { name }))

export const sent = (calls: readonly Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => [path, body])

export const asked = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.method === 'GET' && call.path === path).length

/** Opens a select as the keyboard does, and says what it offers. */
export async function optionsOf(label: string) {
  await whenReady.keyDown(screen.getByRole('combobox', { name: label }), { key: 'Enter' })
  return screen.findAllByRole('option')
}

export async function choose(label: string, option: string) {
  const wanted = (await optionsOf(label)).find(({ textContent }) => textContent === option)
  if (wanted === undefined) throw new Error(`${label} does not offer ${option}`)
  await whenReady.keyDown(wanted, { key: 'Enter' })
}

const toastCard = () => document.querySelector<HTMLElement>('li[data-variant]')

/** What the toast on screen says, without what it offers. */
const toastWords = () =>
  [...(toastCard()?.firstElementChild?.children ?? [])]
    .filter((part) => part.tagName !== 'BUTTON' && part.querySelector('button') === null)
    .map(({ textContent }) => textContent ?? '')

export const expectToast = (title: string, description?: string, variant = 'default') =>
  waitFor(() => {
    const [shownTitle, ...rest] = toastWords()
    expect(shownTitle).toBe(title)
    if (description !== undefined) expect(rest.join('')).toBe(description)
    expect(toastCard()?.dataset.variant).toBe(variant)
  })
