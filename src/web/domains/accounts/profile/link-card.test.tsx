import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { LinkCard } from './link-card.tsx'
import { complaintAt, expectToast, field, member, press, renderFor, type } from './testing/setup.tsx'

const gamertag = 'Steve #1234 <b>'
const linked = { ...member, gamertag }
const link = 'POST /api/link'
const unlink = 'DELETE /api/link'
const gone = () => new Response(null, { status: 204 })

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const renderCard = (who = member) => renderFor(who, (viewer) => <LinkCard member={viewer} />)
const heading = () => screen.getByRole('heading', { name: 'In-game player' })

async function enter(code: string) {
  await type('Link code', code)
  await press('Link account')
}

test('[link.08] /profile has a code field that sends POST /api/link {code}; the answer is the gamertag', async () => {
  const calls = fakeApi({ [link]: respondWith({ gamertag }), 'GET /api/user': respondWith(linked) })
  const client = renderCard()
  await enter(' abcd-2345 ')
  await expectToast('Account linked', `You are ${gamertag} in game`)
  expect(calls[0]).toEqual({ method: 'POST', path: '/api/link', body: { code: 'ABCD2345' } })
  expect(client.getQueryData(viewerQuery.queryKey)?.gamertag).toBe(gamertag)
  expect(await screen.findByRole('button', { name: 'Unlink' })).toBeTruthy()
  expect(screen.queryByLabelText('Link code')).toBeNull()
  await waitFor(() => expect(document.activeElement === heading()).toBe(true))
})

test('Linking asks again for the stats, which are those of the player now', async () => {
  fakeApi({ [link]: respondWith({ gamertag }), 'GET /api/user': respondWith(linked) })
  const client = renderCard()
  client.setQueryData(['player-stats', member.id], { kills: 0 })
  client.setQueryData(['status'], { isOnline: true })
  await enter('ABCD2345')
  await screen.findByRole('button', { name: 'Unlink' })
  expect(client.getQueryState(['player-stats', member.id])?.isInvalidated).toBe(true)
  expect(client.getQueryState(['status'])?.isInvalidated).toBe(false)
})

test.each(['', 'ABC', 'ABCD23456', 'ABCD234!'])(
  '[link.08] What cannot be a code is not sent: %j',
  async (code) => {
    const calls = fakeApi({})
    renderCard()
    await enter(code)
    await waitFor(() =>
      expect(complaintAt('Link code')).toBe('Enter the 8-character code that /link shows in game'),
    )
    expect(calls).toEqual([])
  },
)

describe('[link.08] A refused code shows what the server says of it', () => {
  test.each([
    [
      'a used or unknown one',
      refuse(400, 'validation', 'This code is not valid any more'),
      'This code is not valid any more',
    ],
    [
      'a second account',
      refuse(409, 'conflict', 'This player is linked already'),
      'This player is linked already',
    ],
    ['too many tries', refuse(429, 'too_many_requests', 'Too many requests.'), 'Too many requests.'],
    ['no answer', () => new Response('', { status: 502 }), 'Linking failed. Please try again.'],
  ])('%s', async (_what, respond, sentence) => {
    fakeApi({ [link]: respond })
    const client = renderCard()
    await enter('ABCD2345')
    await expectToast('Linking failed', sentence, 'destructive')
    await waitFor(() => expect(complaintAt('Link code')).toBe(sentence))
    expect(field('Link code').value).toBe('ABCD2345')
    expect(client.getQueryData(viewerQuery.queryKey)).toEqual(member)
  })
})

test('[link.01] [link.05] A linked account shows its gamertag with a verified mark, as text', () => {
  fakeApi({})
  renderCard(linked)
  const name = screen.getByText(gamertag)
  expect(name.tagName).toBe('BDI')
  expect(name.parentElement?.textContent).toBe(`Verified:${gamertag}`)
})

describe('unlinking', () => {
  const confirm = async () => {
    await press('Unlink')
    await screen.findByRole('alertdialog', { name: 'Unlink this player?' })
    await press('Unlink')
  }

  test('asks first, then DELETE /api/link brings the code field back', async () => {
    const calls = fakeApi({ [unlink]: gone, 'GET /api/user': respondWith(member) })
    const client = renderCard(linked)
    await press('Unlink')
    await screen.findByRole('alertdialog')
    expect(calls).toEqual([])
    await press('Unlink')
    await expectToast('Account unlinked', 'Your matches stay with the player in game')
    expect(calls[0]).toEqual({ method: 'DELETE', path: '/api/link', body: undefined })
    expect(await screen.findByLabelText('Link code')).toBeTruthy()
    expect(client.getQueryData(viewerQuery.queryKey)?.gamertag).toBeNull()
    await waitFor(() => expect(document.activeElement === heading()).toBe(true))
  })

  test('that is refused says why, and the account stays linked', async () => {
    fakeApi({ [unlink]: refuse(409, 'conflict', 'A match is running') })
    renderCard(linked)
    await confirm()
    await expectToast('Unlinking failed', 'A match is running', 'destructive')
    expect(screen.getByText(gamertag)).toBeTruthy()
  })
})
