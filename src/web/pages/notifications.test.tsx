import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Notification } from '../../contract/notifications/notifications-schemas.ts'
import { Bell } from '../domains/notifications/bell.tsx'
import { openPage } from '../domains/players/testing/setup.tsx'
import { fillBrowserGaps } from '../domains/posts/testing/browser-gaps.ts'
import { SiteProvider } from '../platform/site.tsx'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { testSite, testViewer } from '../testing/site.tsx'
import NotificationsPage from './notifications.tsx'

beforeEach(() => {
  fillBrowserGaps()
  act(clearToasts)
})
afterEach(() => vi.unstubAllGlobals())

const list = 'GET /api/notifications?limit=50'
const choices = 'GET /api/notifications/choices'

const aNotification = (over: Partial<Notification> = {}): Notification => ({
  id: 9,
  kind: 'reply',
  isRead: false,
  createdAt: '2026-01-05T15:04:00.000Z',
  postId: 4,
  by: { id: 41, username: 'Blaze' },
  likes: 0,
  event: null,
  excerpt: 'Well <b>played</b>',
  notice: null,
  title: null,
  link: null,
  ...over,
})

const wanted = (['reply', 'like', 'appeal', 'ruling', 'account'] as const).map((kind) => ({
  kind,
  site: true,
  mail: kind === 'appeal',
  push: false,
  game: false,
}))

const open = (
  notifications: readonly Notification[],
  more: Parameters<typeof fakeApi>[0] = {},
  viewer: typeof testViewer | null = testViewer,
) => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    [list]: respondWith(notifications),
    [choices]: respondWith(wanted),
    'GET /api/notifications/push': respondWith({ publicKey: 'B', isOn: false, endpoint: null }),
    'GET /api/notifications/quiet-hours': respondWith({ quietHours: null }),
    'GET /api/notifications/digest': respondWith({ digest: null }),
    ...more,
  }
  const calls = fakeApi(responses)
  return { calls, responses, ...openPage('/notifications', NotificationsPage, '/notifications', viewer) }
}

test('[voice.18] who is signed out is led to sign in', async () => {
  const { router } = open([], {}, null)
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})

test('[voice.18] a failure can be retried, and an empty list says what will appear', async () => {
  const { responses } = open([], { [list]: refuse(400, 'bad_request', 'Bad request') })
  await screen.findByText('Your notifications could not be loaded')
  responses[list] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('No notifications yet')
})

test('[voice.18] each kind says what happened, leads there, and is text whatever it holds', async () => {
  const notice = { kind: 'comment_removed', text: 'Rude', reason: 'Be kind', until: null } as const
  open([
    aNotification(),
    aNotification({ id: 8, kind: 'like', likes: 3, excerpt: 'My post' }),
    aNotification({ id: 7, kind: 'account', postId: null, by: null, excerpt: null, notice, isRead: true }),
    aNotification({
      id: 6,
      kind: 'appeal',
      postId: null,
      by: null,
      excerpt: null,
      notice: { ...notice, kind: 'appeal_decided', text: '', reason: null },
    }),
    aNotification({
      id: 5,
      kind: 'event',
      postId: null,
      by: null,
      excerpt: null,
      event: { id: 3, title: 'Bridge <i>Cup</i>', startDate: '2026-01-05T16:04:00.000Z' },
    }),
    aNotification({ id: 4, kind: 'follow', postId: null, excerpt: null }),
    aNotification({
      id: 3,
      kind: 'follow',
      postId: null,
      excerpt: null,
      title: 'reached 100 wins',
      link: '/match/1',
    }),
  ])
  await screen.findByText(/^commented|commented on your post/)
  const links = within(screen.getByRole('list')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/posts/4#comments',
    '/posts/4',
    '/profile',
    '/appeal',
    '/events?event=3#event-3',
    '/player/41',
    '/match/1',
  ])
  expect(links.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Unread: Blaze commented on your postWell <b>played</b>'),
    expect.stringContaining('Unread: Blaze and 2 others like your postMy post'),
    expect.stringMatching(/^A moderator removed your commentRudeReason: Be kind/),
    expect.stringContaining('Unread: Your appeal was decided'),
    expect.stringContaining('Unread: Bridge <i>Cup</i> starts soon: '),
    expect.stringContaining('Unread: Blaze follows you'),
    expect.stringContaining('Unread: Blaze reached 100 wins'),
  ])
})

test('[voice.15] [voice.18] opening one marks it as read; Mark all read marks up to the newest', async () => {
  const { calls, responses, router } = open([aNotification(), aNotification({ id: 8 })], {
    'POST /api/notifications/read': respondWith({ unread: 0 }),
  })
  const all = await screen.findByRole('button', { name: 'Mark all read' })
  responses[list] = respondWith([aNotification({ isRead: true }), aNotification({ id: 8 })])
  await whenReady.click(all)
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ upTo: 9 }]),
  )
  await waitFor(() => expect(screen.getAllByText(/^Unread/)).toHaveLength(1))
  await whenReady.click(within(screen.getByRole('list')).getAllByRole('link')[1]!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/posts/4'))
  expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ id: 8 })
})

test('[voice.16] [voice.18] a kind is turned off at once; a failure says so and shows what is stored', async () => {
  const { calls, responses } = open([], {
    'PUT /api/notifications/choices': refuse(500, 'internal', 'Something went wrong on our side'),
  })
  const box = (await screen.findByRole('checkbox', { name: 'Site: Likes of your posts' })) as HTMLInputElement
  await whenReady.click(box)
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ kind: 'like', site: false }),
  )
  await waitFor(() => expect(box.checked).toBe(true))
  responses['PUT /api/notifications/choices'] = respondWith(
    wanted.map((one) => ({ ...one, site: one.kind !== 'like' })),
  )
  await whenReady.click(box)
  await waitFor(() => expect(box.checked).toBe(false))
})

test('[voice.18] a press shows at once, before the site has answered, and a second one meanwhile is stored after it', async () => {
  const stored = new Map(wanted.map(({ kind, site }) => [kind as string, site]))
  const waiting: (() => void)[] = []
  const { calls } = open([], {
    'PUT /api/notifications/choices': () =>
      new Promise<Response>((resolve) => {
        const { kind, site } = calls.at(-1)!.body as { kind: string; site: boolean }
        waiting.push(() => {
          stored.set(kind, site)
          resolve(respondWith(wanted.map((one) => ({ ...one, site: stored.get(one.kind)! })))())
        })
      }),
  })
  const likes = (await screen.findByRole('checkbox', {
    name: 'Site: Likes of your posts',
  })) as HTMLInputElement
  const appeals = screen.getByRole('checkbox', { name: 'Site: Your appeals' }) as HTMLInputElement
  const shown = () => [likes.checked, appeals.checked]
  await whenReady.click(likes)
  expect(shown()).toEqual([false, true])
  await whenReady.click(appeals)
  expect(shown()).toEqual([false, false])
  await waitFor(() => expect(waiting).toHaveLength(1))
  act(() => waiting[0]!())
  await waitFor(() => expect(waiting).toHaveLength(2))
  expect(shown()).toEqual([false, false])
  act(() => waiting[1]!())
  await act(async () => {})
  expect(shown()).toEqual([false, false])
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { kind: 'like', site: false },
    { kind: 'appeal', site: false },
  ])
})

test('[voice.21] the choices are a table of kinds and channels; what staff do about the account stays on the site', async () => {
  open([])
  const table = await screen.findByRole('table')
  const headings = within(table).getAllByRole('columnheader')
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Kind', 'Site', 'Email', 'Push', 'In game'])
  const checked = (name: string) => (screen.getByRole('checkbox', { name }) as HTMLInputElement).checked
  expect([checked('Email: Your appeals'), checked('Email: Likes of your posts')]).toEqual([true, false])
  const fixed = screen.getByRole('checkbox', { name: 'Site: Staff decisions about your account and posts' })
  expect((fixed as HTMLInputElement).disabled).toBe(true)
})

test('[voice.17] [voice.18] the bell shows how many are unread, and asks again when the site says so', async () => {
  FakeSocket.install()
  const unread = 'GET /api/notifications/unread'
  const responses = { [unread]: respondWith({ unread: 2 }) }
  fakeApi(responses)
  openPage('/', Bell, '/', testViewer)
  const bell = await screen.findByRole('link', { name: 'Notifications, 2 unread' })
  expect(bell.getAttribute('href')).toBe('/notifications')
  responses[unread] = respondWith({ unread: 99 })
  act(() => {
    FakeSocket.last.open()
    FakeSocket.last.hear({ type: 'notifications_update' })
  })
  await screen.findByRole('link', { name: 'Notifications, 99+ unread' })
})

test('[voice.34] work for staff is offered to staff alone', async () => {
  const all = ['news', 'staff'].map((kind) => ({ kind, site: true, mail: false, push: false, game: false }))
  const kinds = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  const { unmount } = open([], { [choices]: respondWith(all) }, { ...testViewer, rank: 'Diamond' })
  await screen.findByRole('table')
  expect(kinds()).toEqual(['News of the network'])
  unmount()
  open([], { [choices]: respondWith(all) }, { ...testViewer, rank: 'Helper' })
  await screen.findByRole('table')
  expect(kinds()).toEqual(['News of the network', 'Work for staff: reports, applications, appeals, messages'])
})

function PageWithoutMail() {
  return (
    <SiteProvider site={{ ...testSite, sendsMail: false }}>
      <NotificationsPage />
    </SiteProvider>
  )
}

test.each([true, false])(
  '[evening.65] mail, its digest and words of it are offered where the site sends mail, and nowhere else: %s',
  async (sendsMail) => {
    const responses = {
      [list]: respondWith([]),
      [choices]: respondWith(wanted),
      'GET /api/notifications/push': respondWith({ publicKey: 'B', isOn: false, endpoint: null }),
      'GET /api/notifications/quiet-hours': respondWith({ quietHours: null }),
      'GET /api/notifications/digest': respondWith({ digest: null }),
    }
    const calls = fakeApi(responses)
    openPage('/notifications', sendsMail ? NotificationsPage : PageWithoutMail, '/notifications', testViewer)
    await screen.findAllByRole('checkbox')
    await screen.findByText(/during these hours/)
    expect(screen.queryAllByRole('checkbox', { name: /^Email:/ }).length > 0).toBe(sendsMail)
    expect(document.querySelectorAll('thead th')).toHaveLength(sendsMail ? 5 : 4)
    expect(screen.queryByText('One Email a Day') !== null).toBe(sendsMail)
    expect(/mail/i.test(document.body.textContent ?? '')).toBe(sendsMail)
    expect(calls.some(({ path }) => path.endsWith('/digest'))).toBe(sendsMail)
  },
)

test('[tonight.48] On a small screen the settings are behind a button, in place of the list', async () => {
  const { router } = open([aNotification()])
  const isHidden = (element: HTMLElement) => element.closest('.max-lg\\:hidden') !== null
  const shown = async () => {
    const text = await screen.findByText('Blaze')
    return [isHidden(text), isHidden(screen.getByRole('table'))]
  }
  expect(await shown()).toEqual([false, true])
  await whenReady.click(screen.getByRole('link', { name: 'Settings' }))
  expect(router.state.location.search).toBe('?show=settings')
  expect(await shown()).toEqual([true, false])
  await whenReady.click(screen.getByRole('link', { name: 'Done' }))
  expect(await shown()).toEqual([false, true])
})
