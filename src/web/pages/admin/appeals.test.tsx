import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAppeal } from '../../domains/moderation/testing/sample-appeal.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  choose,
  expectToast,
  hearFeed,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './appeals.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const list = 'GET /api/admin/appeals?limit=50&state=open'
const moderator = viewerOf('Moderator')
const me = { id: moderator.id, username: moderator.username, rank: moderator.rank }
const mine = anAppeal({ state: 'in_review', reviewer: me })
const open = (viewer = moderator, path = '/admin/appeals?open=3') => openAdmin(page, path, viewer)

test('[fair.32] who may not review has no buttons: a Helper, who gave the punishment, and while a colleague reviews it', async () => {
  const other = { id: 99, username: 'Pyrite', rank: 'Moderator' as const }
  for (const [viewer, appeal] of [
    [viewerOf('Helper'), anAppeal()],
    [moderator, anAppeal({ issuerId: moderator.id })],
    [moderator, anAppeal({ player: { id: 40, username: 'Alexandra', rank: 'Admin' } })],
    [moderator, anAppeal({ state: 'in_review', reviewer: other })],
    [moderator, anAppeal({ state: 'upheld' })],
  ] as const) {
    fakeApi({ [list]: respondWith([appeal]) })
    const { unmount } = await open(viewer)
    await screen.findByText('Fly hacks')
    for (const name of ['Review this appeal', 'Decide', 'Ask the player'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    unmount()
    leaveAdmin()
    prepareAdmin()
  }
})

test('[guards.17] an appeal that a lower rank reviews is taken over with a reason; one of an equal rank is not', async () => {
  const other = { id: 99, username: 'Pyrite', rank: 'Moderator' as const }
  const taken = anAppeal({ state: 'in_review', reviewer: other })
  const admin = viewerOf('Admin')
  fakeApi({ [list]: respondWith([taken]) })
  const { unmount } = await open()
  await screen.findByText(/is working on this appeal/)
  expect(screen.queryByRole('button', { name: /Take over/ })).toBeNull()
  unmount()
  leaveAdmin()
  prepareAdmin()
  const calls = fakeApi({
    [list]: inTurn([taken], [anAppeal({ state: 'in_review', reviewer: { ...other, id: admin.id } })]),
    'POST /api/admin/appeals/3/claim': respondWith(taken),
  })
  await open(admin)
  await whenReady.click(await screen.findByRole('button', { name: 'Take over (Ban of Alexandra)' }))
  await whenReady.change(await screen.findByLabelText('Reason'), { target: { value: 'On holiday' } })
  await press('Take over')
  await screen.findByRole('button', { name: 'Decide' })
  expect(sent(calls, 'POST')).toEqual([['/api/admin/appeals/3/claim', { reason: 'On holiday' }]])
})

test('[fair.32] a Moderator reviews an appeal and lets the punishment end earlier', async () => {
  const calls = fakeApi({
    [list]: inTurn([anAppeal()], [mine], []),
    'POST /api/admin/appeals/3/claim': respondWith(mine),
    'POST /api/admin/appeals/3/decisions': respondWith(anAppeal({ state: 'reduced' })),
  })
  await open()
  await screen.findByText('Fly hacks')
  await press('Review this appeal')
  await whenReady.click(await screen.findByRole('button', { name: 'Decide' }))
  await screen.findByLabelText(/^Reason/)
  await choose('Decision', 'Let it end earlier')
  await choose('It ends', 'In 7 days')
  await whenReady.change(screen.getByLabelText(/^Reason/), { target: { value: 'The replay shows lag' } })
  await whenReady.submit(screen.getByLabelText(/^Reason/).closest('form')!)
  await expectToast('Appeal Decided', 'Alexandra: Let it end earlier. The player and the game are notified.')
  expect(sent(calls, 'POST')).toEqual([
    ['/api/admin/appeals/3/claim', {}],
    [
      '/api/admin/appeals/3/decisions',
      { outcome: 'reduced', note: 'The replay shows lag', until: expect.any(String) },
    ],
  ])
})

test('[fair.32] when a colleague was first, the reviewer is notified and keeps what they typed', async () => {
  fakeApi({
    [list]: respondWith([mine]),
    'POST /api/admin/appeals/3/decisions': refuse(409, 'conflict', 'This appeal is closed'),
  })
  await open()
  await whenReady.click(await screen.findByRole('button', { name: 'Decide' }))
  const reason = await screen.findByLabelText<HTMLTextAreaElement>(/^Reason/)
  await choose('Decision', 'Uphold it')
  await whenReady.change(reason, { target: { value: 'A long reason that took time' } })
  await whenReady.submit(reason.closest('form')!)
  await expectToast('Update Failed', 'This appeal is closed', 'destructive')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('A long reason that took time')
})

test('[guards.84] no decision is chosen beforehand: without a choice nothing is sent', async () => {
  const calls = fakeApi({ [list]: respondWith([mine]) })
  await open()
  await whenReady.click(await screen.findByRole('button', { name: 'Decide' }))
  const reason = await screen.findByLabelText<HTMLTextAreaElement>(/^Reason/)
  await whenReady.change(reason, { target: { value: 'A long reason that took time' } })
  await whenReady.submit(reason.closest('form')!)
  await screen.findByText('Choose a decision')
  expect(sent(calls, 'POST')).toEqual([])
})

test('[fair.32] a question goes to the player', async () => {
  const calls = fakeApi({
    [list]: respondWith([mine]),
    'POST /api/admin/appeals/3/messages': respondWith(anAppeal({ state: 'waiting' }), 201),
  })
  await open()
  await whenReady.click(await screen.findByRole('button', { name: 'Ask the player' }))
  await whenReady.change(await screen.findByLabelText(/^Question to the player/), {
    target: { value: 'Which match was it?' },
  })
  await press('Send question')
  await screen.findByText('Fly hacks')
  await expect
    .poll(() => sent(calls, 'POST'))
    .toEqual([['/api/admin/appeals/3/messages', { text: 'Which match was it?' }]])
})

test('[fair.29] an empty queue says so, and a new appeal appears by itself', async () => {
  fakeApi({ [list]: inTurn([], [anAppeal()]) })
  await open(moderator, '/admin/appeals')
  await screen.findByText('No open appeals')
  await hearFeed('appeals')
  await screen.findByText('I was lagging.')
})

test('[fair.65] an appeal is opened from its row, which says who has it, and closes by itself once it is decided', async () => {
  const other = { id: 99, username: 'Pyrite', rank: 'Moderator' as const }
  const next = anAppeal({ id: 4, player: { id: 41, username: 'Vexin', rank: 'Gold' }, reviewer: other })
  fakeApi({
    [list]: inTurn([mine, next], [next]),
    'GET /api/admin/appeals/3': respondWith(anAppeal({ state: 'upheld' })),
  })
  const { address } = await open(moderator, '/admin/appeals')
  const row = await screen.findByRole('article', { name: 'Ban of Alexandra' })
  expect(row.textContent).toContain('I was lagging.')
  expect(screen.getByRole('article', { name: 'Ban of Vexin' }).textContent).toContain('reviewed by Pyrite')
  expect(screen.queryByText('Fly hacks')).toBeNull()
  row.querySelector('button')!.focus()
  await press('Ban of Alexandra')
  await screen.findByRole('dialog', { name: 'Ban of Alexandra' })
  expect(address()).toBe('/admin/appeals?open=3')
  await hearFeed('appeals')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Ban of Vexin' })),
  )
})

test('[fair.69] the filters stand in the address and are asked for; nothing found is said', async () => {
  const calls = fakeApi({ [`${list}&q=alex&assignee=nobody&days=7`]: respondWith([]) })
  await open(moderator, '/admin/appeals?q=alex&assignee=nobody&days=7')
  await screen.findByText('No appeal fits these filters')
  expect(calls).toHaveLength(1)
})
