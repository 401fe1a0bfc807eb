import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { openPage } from '../../players/testing/setup.tsx'
import { DigestCard } from './digest-card.tsx'

const get = 'GET /api/notifications/digest'
const put = 'PUT /api/notifications/digest'

beforeEach(() => act(clearToasts))
afterEach(() => vi.unstubAllGlobals())

function open(responses: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(responses)
  openPage('/', DigestCard, '/')
  return calls
}

test('[voice.35] a failure can be retried; an unknown zone is said at its field', async () => {
  const zone = 'Choose a time zone like Europe/Berlin'
  const responses = {
    [get]: refuse(500, 'internal', 'Something went wrong on our side'),
    [put]: refuse(400, 'validation', zone, { timeZone: zone }),
  }
  open(responses)
  await screen.findByText('Your choice could not be loaded')
  responses[get] = respondWith({ digest: null })
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('You get each email at once.')
  const field = screen.getByLabelText<HTMLInputElement>('Time zone')
  expect(field.value).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await whenReady.change(field, { target: { value: 'Atlantis' } })
  await whenReady.click(screen.getByRole('button', { name: 'Get one email a day' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
})

test('[voice.35] one mail a day is turned on, and off again', async () => {
  const calls = open({
    [get]: respondWith({ digest: null }),
    [put]: respondWith({ digest: { hour: 18, timeZone: 'UTC' } }),
    'DELETE /api/notifications/digest': () => new Response(null, { status: 204 }),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Get one email a day' }))
  await screen.findByText('You get one email a day.')
  expect(calls.at(-1)?.body).toMatchObject({ hour: 18 })
  await whenReady.click(screen.getByRole('button', { name: 'Get each email at once' }))
  await screen.findByText('You get each email at once.')
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE'])
})
