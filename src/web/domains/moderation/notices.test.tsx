import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Notice } from '../../../contract/moderation/moderation-schemas.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  asked,
  expectToast,
  inTurn,
  leaveAdmin,
  prepareAdmin,
  press,
  sent,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../testing/site.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { Notices } from './notices.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const list = '/api/notices'
const aNotice = (over: Partial<Notice> = {}): Notice => ({
  id: 4,
  kind: 'post_removed',
  text: 'My <b>post</b>',
  reason: null,
  until: null,
  createdAt: '2026-01-05T15:04:00.000Z',
  ...over,
})

const show = (address = '/profile') => {
  queryClientForHere().setQueryData(viewerQuery.queryKey, testViewer)
  return render(
    <TestProviders client={queryClientForHere()}>
      <MemoryRouter initialEntries={[address]}>
        <Notices member={testViewer} />
        <ToastRegion />
      </MemoryRouter>
    </TestProviders>,
  )
}

test('Members read on their profile that a post was removed, that they are restricted and why, and that it was lifted', async () => {
  fakeApi({
    [`GET ${list}`]: respondWith([
      aNotice({ id: 3, kind: 'restriction_lifted', text: 'slurs' }),
      aNotice({ id: 2, kind: 'restricted', text: 'slurs', until: '2026-02-05T15:04:00.000Z' }),
      aNotice({ id: 1 }),
    ]),
  })
  show()
  const notices = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(notices.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Your restriction was lifted',
    expect.stringMatching(/^Your account is restricted until Feb [56], 2026/),
    'A moderator removed your post',
  ])
  expect(notices.getByText('My <b>post</b>')).toBeTruthy()
})

test('A notice stays until it is dismissed, and the focus stays with the others', async () => {
  const calls = fakeApi({
    [`GET ${list}`]: inTurn(
      [aNotice(), aNotice({ id: 2, text: 'Another' })],
      [aNotice({ id: 2, text: 'Another' })],
    ),
    'DELETE /api/notices/4': () => new Response(null, { status: 204 }),
  })
  show()
  const [first] = await screen.findAllByRole('button', { name: 'Understood' })
  first?.focus()
  await whenReady.click(first!)
  await waitFor(() => expect(screen.queryByText('My <b>post</b>')).toBeNull())
  expect(sent(calls, 'DELETE')).toHaveLength(1)
  expect(screen.getByText('Another')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notices' })))
})

test('Without notices there is nothing', async () => {
  const calls = fakeApi({ [`GET ${list}`]: respondWith([]) })
  const { container } = show()
  await waitFor(() => expect(asked(calls, list)).toBe(1))
  expect(container.querySelector('section')).toBeNull()
})

test('A failure says so, with Retry; one that could not be dismissed stays', async () => {
  let respond = refuse(500, 'internal', 'no')
  fakeApi({
    [`GET ${list}`]: () => respond(),
    'DELETE /api/notices/4': refuse(500, 'internal', 'Something went wrong on our side'),
  })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Your notices could not be loaded')
  respond = respondWith([aNotice()])
  await press('Retry')
  await whenReady.click(await screen.findByRole('button', { name: 'Understood' }))
  await expectToast('Update Failed', 'Something went wrong on our side', 'destructive')
  expect(screen.getByText('My <b>post</b>')).toBeTruthy()
})

test('[field.54] A link to a notice marks it, and says so when it was dismissed', async () => {
  fakeApi({ [`GET ${list}`]: respondWith([aNotice(), aNotice({ id: 5, text: 'Another' })]) })
  const { unmount } = show('/profile#notice-5')
  await screen.findByText('Another')
  const marked = () => [...document.querySelectorAll('[aria-current=true]')].map(({ id }) => id)
  expect([marked(), document.activeElement?.id]).toEqual([['notice-5'], 'notice-5'])
  unmount()
  show('/profile#notice-6')
  await screen.findByText(/You have read this notice already/)
  expect(screen.getByRole('link', { name: 'notifications' }).getAttribute('href')).toBe('/notifications')
  expect(marked()).toEqual([])
})
