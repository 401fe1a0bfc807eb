import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TimelineEntry } from '../../../contract/moderation/cases-schemas.ts'
import { aPlayerCase, at, cardOf, fakeApi, openPath } from '../../domains/moderation/testing/setup.ts'
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
import { refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './moderation.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const entry = (over: Partial<TimelineEntry>): TimelineEntry => ({
  what: 'reported',
  at,
  by: null,
  reportId: null,
  status: null,
  text: null,
  punishment: null,
  ...over,
})
const earlier = [
  entry({ by: 'Quartz', reportId: 3, text: 'Flies' }),
  entry({ what: 'decided', by: 'Keeper', status: 'dismissed', text: 'lag' }),
  entry({ what: 'reopened', by: 'Warden', text: 'A video came in' }),
  entry({ by: 'Pyrite', reportId: 18, text: 'Reach' }),
]
const ban = entry({
  what: 'ban',
  by: 'Warden',
  text: 'Flying',
  punishment: { name: 'Vexin', until: null, state: 'active' },
})

test('[guards.79] a case shows every decision with its note, and a ban that a colleague gives meanwhile', async () => {
  fakeApi({
    [`GET ${openPath}`]: respondWith([aPlayerCase()]),
    'GET /api/admin/cases/18/timeline': inTurn(earlier, [...earlier, ban]),
  })
  await openAdmin(page, '/admin/moderation', viewerOf('Helper'))
  const card = await cardOf(/Vexin/)
  const timeline = within(await card.findByRole('region', { name: 'Timeline' }))
  const texts = () => timeline.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts()[0]).toMatch(/^Reportedby Quartz.*Flies$/)
  expect(texts()[1]).toMatch(/^DecidedNo violationby Keeper.*lag$/)
  expect(texts()[2]).toMatch(/^Opened againby Warden.*A video came in$/)
  expect(card.getAllByText('Reach')).toHaveLength(1)
  await hearFeed('moderation')
  await waitFor(() => expect(texts()).toHaveLength(5))
  expect(texts()[4]).toMatch(/^BannedVexin, in forceby Warden.*Flying$/)
})

test('[guards.20] who is reported is banned from the open case, and its timeline says so', async () => {
  const calls = fakeApi({
    [`GET ${openPath}`]: respondWith([aPlayerCase()]),
    'GET /api/admin/cases/18/timeline': inTurn([], [ban]),
    'GET /api/admin/punishments?userId=41': respondWith([]),
    'POST /api/admin/punishments': respondWith({}, 201),
  })
  await openAdmin(page, '/admin/moderation', viewerOf('Moderator'))
  const card = await cardOf(/Vexin/)
  await whenReady.click(card.getByRole('button', { name: 'Punish Vexin' }))
  await whenReady.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Flying' } })
  await choose('New punishment', 'Ban')
  await press('Ban for 3 days')
  await expectToast('Punished', 'Every game server is notified.')
  expect(sent(calls, 'POST')).toEqual([
    [
      '/api/admin/punishments',
      { userId: 41, kind: 'ban', reason: 'Flying', until: expect.any(String), caseId: 18 },
    ],
  ])
  await screen.findByText('Banned')
})

test('[guards.79] a timeline that did not come takes nothing else of the case with it, and is asked for again by a button', async () => {
  let asked = 0
  fakeApi({
    [`GET ${openPath}`]: respondWith([aPlayerCase()]),
    'GET /api/admin/cases/18/timeline': () =>
      (asked++ === 0 ? refuse(503, 'unavailable', 'Not now') : respondWith(earlier))(),
  })
  await openAdmin(page, '/admin/moderation', viewerOf('Helper'))
  const card = await cardOf(/Vexin/)
  expect(card.getByText('Reach')).toBeTruthy()
  await whenReady.click(await card.findByRole('button', { name: 'Try again' }))
  await card.findByRole('region', { name: 'Timeline' })
  expect(screen.queryByText('The timeline could not be loaded.')).toBeNull()
})

test('[guards.67] a dialog that is open while a colleague takes the case over stays, says who has it, and sends nothing', async () => {
  const until = new Date(Date.now() + 10 * 60_000).toISOString()
  const claim = { id: 99, username: 'Keeper', rank: 'Admin' as const, until }
  const calls = fakeApi({
    [`GET ${openPath}`]: inTurn([aPlayerCase()], [aPlayerCase({ claim })]),
    'GET /api/admin/cases/18/timeline': respondWith([]),
    'GET /api/admin/punishments?userId=41': respondWith([]),
  })
  await openAdmin(page, '/admin/moderation', viewerOf('Moderator'))
  const card = await cardOf(/Vexin/)
  await whenReady.click(card.getByRole('button', { name: 'Punish Vexin' }))
  await whenReady.change(await screen.findByLabelText(/^Reason/), { target: { value: 'Flying' } })
  await hearFeed('moderation')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('It was taken over while this was open. Nothing of it was sent.')
  expect(dialog.getByRole('alert').textContent).toContain('Keeper is working on this case')
  expect(dialog.queryByRole('button', { name: 'Warn' })).toBeNull()
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Flying')
  expect(sent(calls, 'POST')).toEqual([])
})
