import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { openPage } from '../../players/testing/setup.tsx'
import { QuietHoursCard } from './quiet-hours-card.tsx'

const get = 'GET /api/notifications/quiet-hours'
const put = 'PUT /api/notifications/quiet-hours'
const night = { startsAt: '22:00', endsAt: '07:00', timeZone: 'Europe/Berlin' }

beforeEach(() => act(clearToasts))
afterEach(() => vi.unstubAllGlobals())

function open(responses: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(responses)
  openPage('/', QuietHoursCard, '/')
  return calls
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

test('[voice.32] a failure can be retried; off, the form suggests a night in the zone of the browser', async () => {
  const responses = { [get]: refuse(500, 'internal', 'Something went wrong on our side') }
  open(responses)
  await screen.findByText('Your quiet hours could not be loaded')
  responses[get] = respondWith({ quietHours: null })
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('They are off.')
  expect([field('From').value, field('Until').value, field('Time zone').value]).toEqual([
    '22:00',
    '07:00',
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
  ])
  expect(screen.queryByRole('button', { name: 'End quiet hours' })).toBeNull()
})

test('[voice.32] what the browser and the server refuse is said at its field', async () => {
  const zone = 'Choose a time zone like Europe/Berlin'
  const calls = open({
    [get]: respondWith({ quietHours: null }),
    [put]: refuse(400, 'validation', zone, { timeZone: zone }),
  })
  await screen.findByText('They are off.')
  await whenReady.change(field('Until'), { target: { value: '22:00' } })
  await whenReady.click(screen.getByRole('button', { name: 'Set quiet hours' }))
  await screen.findByText('Quiet hours must end at another time than they start')
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  await whenReady.change(field('Until'), { target: { value: '06:30' } })
  await whenReady.change(field('Time zone'), { target: { value: 'Atlantis' } })
  await whenReady.click(screen.getByRole('button', { name: 'Set quiet hours' }))
  await waitFor(() => expect(field('Time zone').getAttribute('aria-invalid')).toBe('true'))
  expect(calls.at(-1)?.body).toEqual({ startsAt: '22:00', endsAt: '06:30', timeZone: 'Atlantis' })
})

test('[voice.32] quiet hours are turned on, changed and turned off', async () => {
  const calls = open({
    [get]: respondWith({ quietHours: null }),
    [put]: respondWith({ quietHours: night }),
    'DELETE /api/notifications/quiet-hours': () => new Response(null, { status: 204 }),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Set quiet hours' }))
  await screen.findByText('They are on.')
  expect(screen.getByRole('button', { name: 'Save quiet hours' })).toBeTruthy()
  await whenReady.click(screen.getByRole('button', { name: 'End quiet hours' }))
  await screen.findByText('They are off.')
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE'])
})
