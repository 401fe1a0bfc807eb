import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StaffNumbers } from '../../../contract/admin/numbers-schemas.ts'
import { waitingTime } from '../../admin/numbers.tsx'
import { sayIn } from '../../platform/translation.tsx'
import { whenReady } from '../../testing/actions.ts'
import {
  asked,
  delayedResponse,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './numbers.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const open = (path = '/admin/numbers') => openAdmin(page, path, viewerOf('Admin'))
const call = (days: string) => `/api/admin/numbers?days=${days}`
const noneOpen = { day: 0, threeDays: 0, week: 0, older: 0 }
const nothing: StaffNumbers = {
  lists: [
    { list: 'cases', answered: 0, medianSeconds: null, open: noneOpen },
    { list: 'messages', answered: 0, medianSeconds: null, open: noneOpen },
  ],
  people: [],
  overturned: [{ kind: 'cases', decided: 0, overturned: 0 }],
}
const decisions = {
  cases: 1_234,
  bugReports: 2,
  applications: 3,
  messages: 4,
  appeals: 5,
  rulings: 6,
  punishments: 7,
}
const some: StaffNumbers = {
  lists: [
    {
      list: 'cases',
      answered: 12,
      medianSeconds: 7_500,
      open: { day: 1, threeDays: 2, week: 3, older: 4 },
    },
  ],
  people: [
    { id: 3, username: 'amy', decisions },
    { id: 9, username: null, decisions: { ...decisions, cases: 0 } },
  ],
  overturned: [{ kind: 'cases', decided: 8, overturned: 1 }],
}

const cellsOf = async (table: string, row: string) => {
  const box = within(await screen.findByRole('region', { name: table }))
  const cells = within(box.getByRole('row', { name: new RegExp(row) })).getAllByRole('cell')
  return cells.map(({ textContent }) => textContent)
}

test('[fair.60] the page shows waiting times, what waits, what was overturned, and decisions by name', async () => {
  fakeApi({ [`GET ${call('30')}`]: respondWith(some) })
  await open()
  expect(await cellsOf('Waiting', 'Cases')).toEqual(['2 h 5 min', '12', '1', '2', '3', '4'])
  expect(await cellsOf('Overturned', 'Cases')).toEqual(['8', '1', '13 %'])
  expect(await cellsOf('Decisions', 'amy')).toEqual(['1,234', '2', '3', '4', '5', '6', '7'])
  expect(await cellsOf('Decisions', 'Deleted account')).toEqual(['0', '2', '3', '4', '5', '6', '7'])
  expect(screen.getByRole('link', { name: 'Numbers' }).getAttribute('aria-current')).toBe('page')
})

test('[fair.60] a period without decisions says so, and shares and medians of nothing are no zeros', async () => {
  fakeApi({ [`GET ${call('30')}`]: respondWith(nothing) })
  await open()
  expect(await screen.findByText('Nobody decided anything in this period')).toBeTruthy()
  expect((await cellsOf('Waiting', 'Messages'))[0]).toBe('–')
  expect(await cellsOf('Overturned', 'Cases')).toEqual(['0', '0', '–'])
})

test('[fair.60] the period stands in the address, and an unknown one is 30 days', async () => {
  const calls = fakeApi({
    [`GET ${call('90')}`]: respondWith(some),
    [`GET ${call('30')}`]: respondWith(nothing),
    [`GET ${call('7')}`]: respondWith(nothing),
  })
  const { address, unmount } = await open('/admin/numbers?days=90')
  expect(await cellsOf('Overturned', 'Cases')).toEqual(['8', '1', '13 %'])
  await whenReady.click(screen.getByRole('button', { name: '7 days' }))
  await act(async () => {})
  expect(address()).toBe('/admin/numbers?days=7')
  await screen.findByText('Nobody decided anything in this period')
  await whenReady.click(screen.getByRole('button', { name: '30 days' }))
  await act(async () => {})
  expect(address()).toBe('/admin/numbers')
  unmount()
  await open('/admin/numbers?days=8')
  expect(screen.getByRole('button', { name: '30 days' }).getAttribute('aria-pressed')).toBe('true')
  expect(asked(calls, call('8'))).toBe(0)
})

test('[fair.60] the page says while it loads and when it failed, with Retry', async () => {
  const held = delayedResponse(refuse(500, 'internal', 'no'))
  let respond: () => Response | Promise<Response> = held.respond
  fakeApi({ [`GET ${call('30')}`]: () => respond() })
  await open()
  expect(screen.getByRole('status').textContent).toBe('Loading the numbers...')
  await held.release()
  expect((await screen.findByRole('alert')).textContent).toContain('The numbers could not be loaded')
  respond = respondWith(some)
  await press('Retry')
  expect(await cellsOf('Overturned', 'Cases')).toEqual(['8', '1', '13 %'])
})

test.each([
  [0, 'under 1 min'],
  [59, 'under 1 min'],
  [60, '1 min'],
  [3_600, '1 h'],
  [3_599, '1 h'],
  [86_400, '1 d'],
  [90_000, '1 d 1 h'],
  [200_000, '2 d 7 h'],
])('[fair.60] %i seconds are %s', (seconds, text) => {
  expect(sayIn(undefined, waitingTime(seconds))).toBe(text)
})
