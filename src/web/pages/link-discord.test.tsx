import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SiteSettings } from '../../contract/content/site.ts'
import { assignLocation } from '../platform/navigation/assign-location.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { queryClientForHere } from '../platform/query-client.ts'
import { SiteProvider } from '../platform/site.tsx'
import { clearToasts } from '../platform/toasts.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { regardless, whenReady } from '../testing/actions.ts'
import { fakeAudio } from '../testing/audio.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import LinkDiscord, { clientLoader, loader } from './link-discord.tsx'

// jsdom cannot leave its page.
vi.mock('../platform/navigation/assign-location.ts', () => ({ assignLocation: vi.fn() }))
const left = vi.mocked(assignLocation)

beforeEach(() => {
  fakeAudio()
  left.mockClear()
})
afterEach(() => {
  cleanup()
  act(clearToasts)
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const show = 'GET /api/discord-link'
const begin = 'POST /api/discord-link'
const finish = 'POST /api/discord-link/callback'
const remove = 'DELETE /api/discord-link'
const link = { name: 'The Fox', linkedAt: '2026-02-01T18:00:00.000Z', syncedAt: null, hasFailed: false }
const callback = '/link-discord?code=the-code&state=the-state'

function open(address = '/link-discord', site: SiteSettings = { ...testSite, linksDiscord: true }) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, testViewer)
  const router = createMemoryRouter(
    [
      { path: '/link-discord', Component: LinkDiscord },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  )
  render(
    <TestProviders client={queryClientForHere()}>
      <SiteProvider site={site}>
        <RouterProvider router={router} />
        <ToastRegion />
      </SiteProvider>
    </TestProviders>,
  )
  const address_ = () =>
    `${router.state.location.pathname}${router.state.location.search}${router.state.location.hash}`
  return { address: address_ }
}

const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))

test('[voice.85] Visitors are led to sign in and back', async () => {
  const context = new RouterContextProvider()
  context.set(pageContext, { viewer: null } as never)
  // Only the context of the loader's arguments is read.
  const refused = await loader({ context } as never).then(
    () => undefined,
    (error: Response) => error,
  )
  expect([refused?.status, refused?.headers.get('location')]).toEqual([302, '/auth?redirect=/link-discord'])
  await expect(clientLoader()).rejects.toMatchObject({ status: 302 })
})

test('[voice.85] Where linking is not set up the page says so, and asks for nothing', () => {
  const calls = fakeApi({})
  open('/link-discord', testSite)
  expect(screen.getByText('Linking Discord is not set up on this site.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('[voice.85] Link Discord leads to Discord, once however often it is pressed; a failure is a toast', async () => {
  const calls = fakeApi({
    [show]: respondWith({ link: null }),
    [begin]: respondWith({ url: 'https://discord.example/oauth2/authorize?state=1' }),
  })
  open()
  expect(screen.getByRole('status').textContent).toBe('Loading your Discord account...')
  await screen.findByRole('button', { name: 'Link Discord' })
  await press('Link Discord')
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://discord.example/oauth2/authorize?state=1'))
  regardless.click(screen.getByRole('button', { name: 'Link Discord' }))
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  cleanup()
  queryClientForHere().clear()
  fakeApi({
    [show]: respondWith({ link: null }),
    [begin]: refuse(429, 'too_many_requests', 'Too many requests.'),
  })
  open()
  await screen.findByRole('button', { name: 'Link Discord' })
  await press('Link Discord')
  expect(await screen.findByText('Discord was not linked')).toBeTruthy()
  expect(screen.getByText('Too many requests.')).toBeTruthy()
})

test('[voice.85] What Discord sent back is finished once, and leads to the profile without the code', async () => {
  const calls = fakeApi({ [finish]: respondWith(link), [show]: respondWith({ link }) })
  const { address } = open(callback)
  expect(screen.getByText('Linking your Discord account...')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/profile#discord'))
  expect(screen.getByText('Discord linked')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([
    { method: 'POST', path: '/api/discord-link/callback', body: { code: 'the-code', state: 'the-state' } },
  ])
})

test.each<[string, string, Readonly<Record<string, ReturnType<typeof respondWith>>>, string]>([
  [
    'a taken account',
    callback,
    { [finish]: refuse(409, 'conflict', 'This Discord account is linked to another member.') },
    'This Discord account is linked to another member.',
  ],
  [
    'a cancelled request',
    '/link-discord?error=access_denied&error_description=Spam',
    {},
    'You cancelled it on Discord.',
  ],
  [
    'another error, whose text is not shown',
    '/link-discord?error=Spam&error_description=Spam',
    {},
    'Discord reported an error. Please try again.',
  ],
])('[voice.85] %s is a toast, and the button is there again', async (_, from, responses, text) => {
  fakeApi({ ...responses, [show]: respondWith({ link: null }) })
  const { address } = open(from)
  await screen.findByRole('button', { name: 'Link Discord' })
  expect(address()).toBe('/link-discord')
  expect(screen.getByText('Discord was not linked')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(document.body.textContent).not.toContain('Spam')
})

test('[voice.85] A linked account shows its name and its roles, and is unlinked after a question', async () => {
  fakeApi({ [show]: respondWith({ link }), [remove]: () => new Response(null, { status: 204 }) })
  open()
  expect((await screen.findByText(/^Linked as/)).textContent).toBe('Linked as The Fox')
  expect(screen.getByText('Your roles follow within a minute.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Link again' })).toBeNull()
  await press('Unlink')
  const dialog = await screen.findByRole('alertdialog')
  await whenReady.click(within(dialog).getByRole('button', { name: 'Unlink' }))
  await screen.findByRole('button', { name: 'Link Discord' })
  expect(screen.getByText('Discord unlinked')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Discord'))
})

test('[voice.85] Roles that could not be updated say so and are linked again; a link that is gone is a toast', async () => {
  let own: object = { link: { ...link, syncedAt: link.linkedAt, hasFailed: true } }
  fakeApi({
    [show]: () => respondWith(own)(),
    [remove]: refuse(409, 'conflict', 'You have no linked Discord account'),
  })
  open()
  await screen.findByText(/^Your roles could not be updated/)
  expect(screen.getByRole('button', { name: 'Link again' })).toBeTruthy()
  own = { link: null }
  await press('Unlink')
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }),
  )
  await screen.findByRole('button', { name: 'Link Discord' })
  expect(screen.getByText('You have no linked Discord account')).toBeTruthy()
})

test('[voice.85] Updated roles say when, and a failure to load can be tried again', async () => {
  let isDown = true
  fakeApi({
    [show]: () =>
      isDown
        ? refuse(500, 'internal', 'Something went wrong on our side')()
        : respondWith({ link: { ...link, syncedAt: link.linkedAt } })(),
  })
  open()
  await screen.findByText('Your Discord account could not be loaded', undefined, { timeout: 10_000 })
  isDown = false
  await press('Retry')
  expect((await screen.findByText(/^Roles updated/)).querySelector('time')?.dateTime).toBe(link.linkedAt)
})
