import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Appealable, OwnAppeal } from '../../contract/moderation/appeals-schemas.ts'
import { openPage } from '../domains/players/testing/setup.tsx'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { testViewer } from '../testing/site.tsx'
import Appeal from './appeal.tsx'

beforeEach(() => {
  FakeSocket.install()
  localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

const punishmentId = '3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a10'
const about: Appealable['about'] = {
  punishmentId,
  kind: 'ban',
  reason: 'Fly hacks',
  at: '2026-01-05T15:04:00.000Z',
  until: '2026-03-05T15:04:00.000Z',
  state: 'active',
}
const anAppeal = (over: Partial<OwnAppeal> = {}): OwnAppeal => ({
  id: 3,
  state: 'open',
  isFinal: false,
  about,
  note: null,
  createdAt: about.at,
  changedAt: about.at,
  messages: [{ id: 1, isStaff: false, text: 'I was lagging.', createdAt: about.at }],
  mayWrite: false,
  ...over,
})
const appealable = (over: Partial<Appealable> = {}): Appealable => ({
  about,
  appeal: null,
  mayAppeal: true,
  again: null,
  ...over,
})
const mine = 'GET /api/appeals/mine'
const byCode = 'GET /api/appeals/by-code'
const text = 'I was not flying: my connection dropped and the server pulled me back.'

const open = (viewer: typeof testViewer | null) => openPage('/appeal', Appeal, '/appeal', viewer)
const openCode = async (code: string) => {
  await whenReady.change(screen.getByLabelText('Code'), { target: { value: code } })
  await whenReady.click(screen.getByRole('button', { name: 'Open' }))
}

test('[fair.31] a wrong code opens nothing, and says so without saying which it is', async () => {
  const calls = fakeApi({ [byCode]: refuse(404, 'not_found', 'This code is wrong or expired') })
  open(null)
  await openCode(' ')
  await screen.findByText('Enter the 8-character code from the ban screen')
  expect(calls).toEqual([])
  await openCode('abcdefgh')
  expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong or expired.')
})

test('[fair.31] a code opens the appeal of its punishment without an account', async () => {
  const responses = {
    [byCode]: respondWith(appealable()),
    'POST /api/appeals': respondWith(anAppeal(), 201),
  }
  const calls = fakeApi(responses)
  open(null)
  await openCode('abcdefgh')
  await screen.findByRole('heading', { name: 'Ban' })
  screen.getByText('In force')
  await whenReady.change(screen.getByLabelText(/^Your appeal/), { target: { value: 'short' } })
  await whenReady.click(screen.getByRole('button', { name: 'Send appeal' }))
  await screen.findByText('Text must be at least 50 characters')
  await whenReady.change(screen.getByLabelText(/^Your appeal/), { target: { value: text } })
  responses[byCode] = respondWith(appealable({ appeal: anAppeal(), mayAppeal: false }))
  await whenReady.click(screen.getByRole('button', { name: 'Send appeal' }))
  await screen.findByText('Waits for a reviewer.')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ code: 'ABCDEFGH', text })
  expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull()
})

test('[fair.31] a member sees each punishment as it is now, answers staff, and withdraws', async () => {
  const asked = anAppeal({
    state: 'waiting',
    mayWrite: true,
    messages: [...anAppeal().messages, { id: 2, isStaff: true, text: 'Which match?', createdAt: about.at }],
  })
  const calls = fakeApi({
    [mine]: respondWith([
      appealable({ appeal: asked, mayAppeal: false }),
      appealable({
        about: { ...about, punishmentId: null, kind: 'restriction', state: 'lifted' },
        appeal: anAppeal({ id: 4, state: 'lifted', note: 'The replay shows lag' }),
        mayAppeal: false,
      }),
    ]),
    'POST /api/appeals/3/messages': respondWith(asked, 201),
    'POST /api/appeals/3/withdrawal': respondWith(asked),
  })
  open(testViewer)
  await screen.findByText('Which match?')
  screen.getByText('The replay shows lag')
  await whenReady.change(screen.getByLabelText(/^Your answer/), { target: { value: 'The one on Monday' } })
  await whenReady.click(screen.getByRole('button', { name: 'Send answer' }))
  await vi.waitFor(() => expect(calls.some(({ path }) => path === '/api/appeals/3/messages')).toBe(true))
  await whenReady.click(screen.getByRole('button', { name: 'Withdraw appeal' }))
  await whenReady.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await vi.waitFor(() => expect(calls.some(({ path }) => path === '/api/appeals/3/withdrawal')).toBe(true))
})

test('[fair.31] who has nothing to appeal is told so, and a closed one says when it is possible again', async () => {
  fakeApi({ [mine]: respondWith([]) })
  const { unmount } = open(testViewer)
  await screen.findByText('Nothing to appeal')
  unmount()
  fakeApi({
    [mine]: respondWith([
      appealable({
        appeal: anAppeal({ state: 'upheld' }),
        mayAppeal: false,
        again: '2026-04-05T15:04:00.000Z',
      }),
    ]),
  })
  open(testViewer)
  await screen.findByText(/You can appeal once more from/)
})

test('[fair.31] punishments that cannot be loaded can be asked for again', async () => {
  const responses = { [mine]: refuse(400, 'bad_request', 'Bad request') }
  fakeApi(responses)
  open(testViewer)
  await screen.findByText('Failed to load your punishments.')
  responses[mine] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('Nothing to appeal')
})
