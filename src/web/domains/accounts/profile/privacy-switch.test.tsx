import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { PrivacySwitch } from './privacy-switch.tsx'
import { expectToast, member, renderFor } from './testing/setup.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Hide when I am online' })

test('[game.25] The switch saves at once and shows what is stored', async () => {
  const calls = fakeApi({ 'PATCH /api/user': respondWith({ ...member, hidePresence: true }) })
  const client = renderFor(member, (viewer) => <PrivacySwitch member={viewer} />)
  expect(box().checked).toBe(false)
  await whenReady.click(box())
  await waitFor(() => expect(client.getQueryData(viewerQuery.queryKey)?.hidePresence).toBe(true))
  expect(calls[0]).toEqual({ method: 'PATCH', path: '/api/user', body: { hidePresence: true } })
  await waitFor(() => expect([box().checked, box().disabled]).toEqual([true, false]))
})

test('[game.25] A failure says so and leaves the switch as it was', async () => {
  fakeApi({ 'PATCH /api/user': () => new Response('', { status: 502 }) })
  renderFor(member, (viewer) => <PrivacySwitch member={viewer} />)
  await whenReady.click(box())
  await expectToast('Not saved', 'Please try again.', 'destructive')
  await waitFor(() => expect([box().checked, box().disabled]).toEqual([false, false]))
})
