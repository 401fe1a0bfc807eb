import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Punishment } from '../../../../contract/moderation/punishments-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { choose, optionsOf, prepareAdmin, viewerOf } from '../../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { PunishmentsDialog } from './punishments-dialog.tsx'

beforeEach(prepareAdmin)
afterEach(() => vi.unstubAllGlobals())

const id = '3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a10'
const aBan: Punishment = {
  id,
  userId: 40,
  kind: 'ban',
  reason: 'Fly hacks',
  at: '2026-01-05T15:04:00.000Z',
  until: null,
  state: 'active',
  source: 'game',
  by: 'GuardBot',
  server: 'Practice EU',
  confirmed: true,
  liftedAt: null,
  liftReason: null,
}
const list = 'GET /api/admin/punishments?userId=40'

async function open(viewer: ReturnType<typeof viewerOf> | null, rank: 'Gold' | 'Admin' = 'Gold') {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const view = render(
    <TestProviders client={client}>
      <MemoryRouter>
        <PunishmentsDialog target={{ id: 40, username: 'Alexandra', rank }} />
      </MemoryRouter>
    </TestProviders>,
  )
  const button = screen.queryByRole('button', { name: 'Punishments' })
  if (button !== null) await whenReady.click(button)
  return view
}

test('[fair.15] who is no staff sees no punishments', async () => {
  fakeApi({})
  for (const viewer of [null, viewerOf('Diamond')]) {
    const { container, unmount } = await open(viewer)
    expect(container.textContent).toBe('')
    unmount()
  }
})

test('[fair.15] a Helper lifts no ban and gives none; nobody punishes a higher rank', async () => {
  fakeApi({ [list]: respondWith([aBan]) })
  const { unmount } = await open(viewerOf('Helper'))
  await screen.findByText('Fly hacks')
  expect(screen.queryByRole('button', { name: 'Lift' })).toBeNull()
  await screen.findByRole('combobox', { name: 'New punishment' })
  expect((await optionsOf('New punishment')).map(({ textContent }) => textContent)).toEqual([
    'Mute',
    'Kick',
    'Warning',
  ])
  unmount()
  // What a game server gave is lifted whatever the player's rank, what staff gave below one's own.
  const given = await open(viewerOf('Moderator'), 'Admin')
  await screen.findByRole('button', { name: 'Lift' })
  expect(screen.queryByRole('button', { name: 'Warn' })).toBeNull()
  given.unmount()
  fakeApi({ [list]: respondWith([{ ...aBan, server: null }]) })
  await open(viewerOf('Moderator'), 'Admin')
  await screen.findByText('Fly hacks')
  expect(screen.queryByRole('button', { name: 'Lift' })).toBeNull()
})

test('[fair.15] a Moderator sees who gave it, lifts it, and gives another', async () => {
  const calls = fakeApi({
    [list]: respondWith([aBan]),
    [`POST /api/admin/punishments/${id}/lift`]: respondWith({ ...aBan, state: 'lifted' }),
    'POST /api/admin/punishments': respondWith({ ...aBan, kind: 'warn' }, 201),
  })
  await open(viewerOf('Moderator'))
  await screen.findByText('Ban, in force')
  screen.getByText('GuardBot')
  await whenReady.click(screen.getByRole('button', { name: 'Lift' }))
  const [why] = await vi.waitFor(() => {
    const fields = screen.getAllByLabelText(/^Reason/)
    expect(fields).toHaveLength(2)
    return fields
  })
  await whenReady.change(why!, { target: { value: 'Appealed' } })
  await whenReady.click(screen.getByRole('button', { name: 'Lift it' }))
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/lift'))?.body).toEqual({ reason: 'Appealed' }),
  )
  const other = await vi.waitFor(() => {
    const fields = screen.getAllByLabelText(/^Reason/)
    expect(fields).toHaveLength(1)
    return fields[0]!
  })
  await whenReady.change(other, { target: { value: 'Spam' } })
  await whenReady.click(screen.getByRole('button', { name: 'Warn' }))
  await vi.waitFor(() =>
    expect(
      calls.find(({ method, path }) => method === 'POST' && path === '/api/admin/punishments')?.body,
    ).toEqual({
      userId: 40,
      kind: 'warn',
      reason: 'Spam',
      until: null,
    }),
  )
})

test('[guards.85] the button says what it does', async () => {
  fakeApi({ [list]: respondWith([]) })
  await open(viewerOf('Moderator'))
  await screen.findByRole('button', { name: 'Warn' })
  await choose('New punishment', 'Ban')
  await screen.findByRole('button', { name: 'Ban for 3 days' })
  await choose('How long', '1 day')
  await screen.findByRole('button', { name: 'Ban for 1 day' })
  await choose('How long', 'For good')
  await screen.findByRole('button', { name: 'Ban for good' })
  await choose('New punishment', 'Kick')
  await screen.findByRole('button', { name: 'Kick' })
})

test('[guards.86] a warning is lifted, a kick is not: it is over', async () => {
  fakeApi({
    [list]: respondWith([
      { ...aBan, kind: 'warn', state: 'given' },
      { ...aBan, id: '3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a11', kind: 'kick', state: 'given' },
    ]),
  })
  await open(viewerOf('Helper'))
  await screen.findByText('Warning, given')
  expect(screen.getAllByRole('button', { name: 'Lift' })).toHaveLength(1)
})

test('[guards.21] a reason is chosen from the templates and can be changed; what was typed stays', async () => {
  const reasons = [
    { title: 'Spam', text: 'You sent the same thing again and again.' },
    { title: 'Hate', text: 'You attacked people for who they are.' },
  ]
  fakeApi({ [list]: respondWith([]), 'GET /api/admin/reasons': respondWith({ reasons }) })
  await open(viewerOf('Moderator'))
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Reason/)
  await screen.findByRole('combobox', { name: 'Template (optional)' })
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('combobox', { name: 'Template (optional)' }).disabled).toBe(
      false,
    ),
  )
  await choose('Template (optional)', 'Spam')
  expect(field.value).toBe(reasons[0]!.text)
  await choose('Template (optional)', 'Hate')
  expect(field.value).toBe(reasons[1]!.text)
  await whenReady.change(field, { target: { value: 'In lobby 2.' } })
  await choose('Template (optional)', 'Spam')
  expect(field.value).toBe(`In lobby 2.\n${reasons[0]!.text}`)
})

test('[guards.21] templates that did not come keep nobody from writing a reason', async () => {
  fakeApi({
    [list]: respondWith([]),
    'GET /api/admin/reasons': refuse(503, 'unavailable', 'Not now'),
    'POST /api/admin/punishments': respondWith({ ...aBan, kind: 'warn' }, 201),
  })
  await open(viewerOf('Moderator'))
  await whenReady.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Spam' } })
  await screen.findByText('The templates could not be loaded.')
  await whenReady.click(screen.getByRole('button', { name: 'Warn' }))
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe(''))
})
