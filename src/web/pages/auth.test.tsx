import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { expectToast, press, toastCard, type } from '../domains/accounts/sign-in/testing/setup.tsx'
import { useLogout } from '../domains/accounts/sign-in/use-logout.ts'
import { Frame } from '../frame/frame.tsx'
import { pageContext } from '../platform/navigation/page-context.ts'
import { queryClientForHere } from '../platform/query-client.ts'
import { clearToasts } from '../platform/toasts.ts'
import { useViewer, viewerQuery } from '../platform/viewer.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeAudio } from '../testing/audio.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import Auth, { clientLoader, loader } from './auth.tsx'

beforeEach(() => {
  fakeAudio()
  // jsdom has no layout, so nothing to scroll.
  vi.stubGlobal('scrollTo', () => {})
})

afterEach(() => {
  cleanup()
  act(clearToasts)
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

function Framed() {
  const logout = useLogout()
  return (
    <Frame viewer={useViewer()} onLogout={() => logout.mutate()} statusIndicator={null}>
      <Outlet />
    </Frame>
  )
}

/** The page in its frame, at an address of the site, as `viewer` meets it with the document. */
function openAuth(address: string, viewer: OwnUser | null = null) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter(
    [
      {
        Component: Framed,
        children: [
          { path: '/auth', Component: Auth, loader: ({ request }) => clientLoader({ request } as never) },
          { path: '*', element: <p>another page</p> },
        ],
      },
    ],
    { initialEntries: [address], hydrationData: { loaderData: { '0-0': null } } },
  )
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  return router
}

async function logIn() {
  await type('Username', 'steve')
  await type('Password', 'correct horse')
  await press('Login')
}

test('[auth.01] /auth has login and register tabs; login is the default', async () => {
  openAuth('/auth')
  const selected = () => screen.getByRole('tab', { selected: true }).textContent
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Login', 'Register'])
  expect(selected()).toBe('Login')
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy()
  expect(screen.queryByLabelText('Confirm Password')).toBeNull()
  await whenReady.mouseDown(screen.getByRole('tab', { name: 'Register' }))
  expect(selected()).toBe('Register')
  expect(screen.getByLabelText('Confirm Password')).toBeTruthy()
})

describe('[auth.02] A signed-in user who opens /auth is redirected to /', () => {
  const documentRequest = async (address: string, viewer: OwnUser | null) => {
    const context = new RouterContextProvider()
    context.set(pageContext, {
      site: testSite,
      viewer,
      nonce: '',
      call: () => Promise.reject(new Error('no data is needed')),
      reportError() {},
    })
    const request = new Request(`https://isles.example${address}`)
    return loader({ context, request } as never).catch((thrown: unknown) => thrown as Response)
  }

  test('with a document', async () => {
    const response = await documentRequest('/auth?redirect=/admin', testViewer)
    expect(response?.status).toBe(302)
    expect(response?.headers.get('location')).toBe('/')
    expect(await documentRequest('/auth', null)).toBeNull()
  })

  test('on a way inside the site', async () => {
    const router = openAuth('/rules', testViewer)
    await act(() => router.navigate('/auth?redirect=/admin'))
    expect(router.state.location.pathname).toBe('/')
    expect(toastCard()).toBeNull()
  })

  test('and still reads the notice of the guard that sent them: inside the site', async () => {
    const router = openAuth('/rules', testViewer)
    await act(() => router.navigate('/auth?redirect=/admin&notice=staff'))
    expect(router.state.location.pathname).toBe('/')
    await expectToast('Access Denied', 'You must be a staff member to access this page.', 'destructive')
  })

  test('and still reads the notice of the guard that sent them: with a document', async () => {
    const address = '/auth?redirect=/admin&notice=staff'
    expect(await documentRequest(address, testViewer)).toBeNull()
    const router = openAuth(address, testViewer)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await expectToast('Access Denied', 'You must be a staff member to access this page.', 'destructive')
  })
})

test('[auth.03] /auth has a marketing panel, on wide screens only: stats tracking, multiple practice modes, premium ranks (Gold, Emerald, Diamond)', () => {
  openAuth('/auth')
  const panel = screen.getByRole('region', { name: 'Every match on Ember Isles leaves a mark' })
  for (const words of [
    'Stats tracking',
    'Multiple practice modes',
    'Premium ranks',
    'Gold',
    'Emerald',
    'Diamond',
  ]) {
    expect(panel.textContent).toContain(words)
  }
  // What a style sheet makes of it is measured in a browser; here it is only that both states are named.
  expect([...panel.classList]).toEqual(expect.arrayContaining(['hidden', 'lg:block']))
})

test('[auth.11] After a successful login the header shows the user', async () => {
  fakeApi({ 'POST /api/login': respondWith(testViewer) })
  const router = openAuth('/auth')
  expect(screen.getByRole('link', { name: 'LOGIN' })).toBeTruthy()
  await logIn()
  expect(await screen.findByLabelText('Account menu of steve')).toBeTruthy()
  await expectToast('Login successful', 'Welcome back, steve!')
  expect(screen.queryByRole('link', { name: 'LOGIN' })).toBeNull()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(router.state.historyAction).toBe('REPLACE')
})

test("[auth.19] After logging out the header returns to 'LOGIN'", async () => {
  fakeApi({ 'POST /api/logout': () => new Response(null, { status: 204 }) })
  openAuth('/rules', testViewer)
  await whenReady.click(await screen.findByLabelText('Account menu of steve'))
  await whenReady.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('link', { name: 'LOGIN' })).toBeTruthy()
})

describe('[auth.28] After signing in, ?redirect= leads to a path of this site only', () => {
  test.each([
    ['a path of this site', '/admin/applications?page=2', '/admin/applications?page=2'],
    ['an absolute target', 'https://evil.example/', '/'],
    ["a target with '//'", '//evil.example', '/'],
    ['a target with a backslash', '/\\evil.example', '/'],
  ])('%s', async (_what, wanted, expected) => {
    fakeApi({ 'POST /api/login': respondWith(testViewer) })
    const router = openAuth(`/auth?redirect=${encodeURIComponent(wanted)}`)
    await logIn()
    await screen.findByText('another page')
    const { pathname, search } = router.state.location
    expect(pathname + search).toBe(expected)
  })
})

describe("[auth.29] /auth?notice=staff shows toast 'Access Denied' / 'You must be a staff member to access this page.'", () => {
  test('once', async () => {
    openAuth('/auth?redirect=/admin&notice=staff')
    await expectToast('Access Denied', 'You must be a staff member to access this page.', 'destructive')
    act(clearToasts)
    await whenReady.mouseDown(screen.getByRole('tab', { name: 'Register' }))
    expect(screen.getByLabelText('Confirm Password')).toBeTruthy()
    expect(toastCard()).toBeNull()
  })

  test.each(['Your account is locked, call 555', 'toString', '__proto__', ''])(
    'text in the URL is never shown: %s',
    async (notice) => {
      openAuth(`/auth?notice=${encodeURIComponent(notice)}`)
      await act(async () => {})
      expect(toastCard()).toBeNull()
      expect(document.body.textContent).not.toContain('555')
    },
  )
})
