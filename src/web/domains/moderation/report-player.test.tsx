import { act, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser, PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { regardless, whenReady } from '../../testing/actions.ts'
import {
  delayedResponse,
  expectToast,
  leaveAdmin,
  optionsOf,
  prepareAdmin,
  press,
  sent,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../testing/site.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { PlayerActions } from './player-actions.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const matches = 'GET /api/players/41/matches?limit=10'
const reports = 'POST /api/players/41/reports'
const matchId = '00000000-0000-4000-8000-000000000001'
const someMatches = respondWith([{ matchId, gameType: 'boxing', endedAt: '2026-01-05T15:04:00.000Z' }])

const player: PublicUser = {
  id: 41,
  username: 'Vexin',
  bio: null,
  discordTag: null,
  avatarUrl: null,
  rank: 'Member',
  createdAt: '2026-01-05T15:04:00.000Z',
  lastLogin: null,
  gamertag: null,
  standing: 'member',
}

function show(viewer: OwnUser | null, id = player.id) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
  render(
    <TestProviders client={queryClientForHere()}>
      <MemoryRouter>
        <PlayerActions player={{ ...player, id }} />
      </MemoryRouter>
      <ToastRegion />
    </TestProviders>,
  )
}

async function openDialog() {
  await whenReady.click(await screen.findByRole('button', { name: 'Report player' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Vexin' }))
  await dialog.findByLabelText('Reason')
  return dialog
}

describe('Reporting a player', () => {
  test('asks a visitor to sign in, and nobody reports themselves', async () => {
    const calls = fakeApi({})
    show(null)
    await press('Report player')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.querySelector('li[data-variant=destructive]')?.textContent).toBe(
      'Authentication requiredYou must be logged in to report playersSign in',
    )
    expect(calls).toEqual([])
    leaveAdmin()
    prepareAdmin()
    document.body.replaceChildren()
    show(testViewer, testViewer.id)
    await act(() => vi.dynamicImportSettled())
    expect(screen.queryByRole('button', { name: 'Report player' })).toBeNull()
  })

  test('needs a reason of at most 500 characters, and until then makes no call', async () => {
    const calls = fakeApi({ [matches]: respondWith([]) })
    show(testViewer)
    const dialog = await openDialog()
    const field = dialog.getByLabelText<HTMLTextAreaElement>('Reason')
    await whenReady.click(dialog.getByRole('button', { name: 'Send report' }))
    await dialog.findByText('Please say what this player did')
    expect(document.activeElement).toBe(field)
    // Code points: each of these is two units of UTF-16.
    await whenReady.change(field, { target: { value: '😀'.repeat(501) } })
    expect(dialog.getByText('501/500')).toBeTruthy()
    await whenReady.click(dialog.getByRole('button', { name: 'Send report' }))
    await dialog.findByText('Reason must be 500 characters or less')
    expect(sent(calls, 'POST')).toEqual([])
  })

  test('[fair.43] sends the reason, and class and match where they are named', async () => {
    const calls = fakeApi({ [matches]: someMatches, [reports]: respondWith({ id: 1 }, 201) })
    show(testViewer)
    let dialog = await openDialog()
    await whenReady.change(dialog.getByLabelText('Reason'), { target: { value: 'reach' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Send report' }))
    await expectToast('Report Submitted', 'Thank you for your report. Our team will review it.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    dialog = await openDialog()
    await whenReady.change(dialog.getByLabelText('Reason'), { target: { value: 'reach again' } })
    const offered = await optionsOf('Match (optional)')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'No particular match',
      expect.stringMatching(/^Boxing, Jan [56], 2026/),
    ])
    await whenReady.keyDown(offered[1]!, { key: 'Enter' })
    const classes = await optionsOf('What is it about? (optional)')
    expect(classes.map(({ textContent }) => textContent)).toEqual([
      'Cheating',
      'Boosting',
      'Insults or harassment',
      'Hate or threats',
      'Spam or scam',
      'Name, bio or picture',
      'Something else',
    ])
    await whenReady.keyDown(classes[0]!, { key: 'Enter' })
    await whenReady.click(dialog.getByRole('button', { name: 'Send report' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(calls, 'POST')).toEqual([
      ['/api/players/41/reports', { reason: 'reach' }],
      ['/api/players/41/reports', { reason: 'reach again', class: 'cheating', matchIds: [matchId] }],
    ])
  })

  test('keeps what was written when it fails, and says why', async () => {
    fakeApi({
      [matches]: respondWith([]),
      [reports]: refuse(429, 'too_many_requests', 'Please try again later'),
    })
    show(testViewer)
    const dialog = await openDialog()
    await whenReady.change(dialog.getByLabelText('Reason'), { target: { value: 'reach' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Send report' }))
    await expectToast('Error', 'Please try again later', 'destructive')
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('reach')
  })

  test('cannot be sent twice at once', async () => {
    const held = delayedResponse(respondWith({ id: 1 }, 201))
    const calls = fakeApi({ [matches]: respondWith([]), [reports]: held.respond })
    show(testViewer)
    const dialog = await openDialog()
    await whenReady.change(dialog.getByLabelText('Reason'), { target: { value: 'reach' } })
    await whenReady.click(dialog.getByRole('button', { name: 'Send report' }))
    regardless.click(await dialog.findByRole('button', { name: 'Sending...' }))
    await held.release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(calls, 'POST')).toHaveLength(1)
  })

  test('works without the list of matches, and gives the focus back', async () => {
    fakeApi({ [reports]: respondWith({ id: 1 }, 201) })
    show(testViewer)
    const button = await screen.findByRole('button', { name: 'Report player' })
    button.focus()
    const dialog = await openDialog()
    expect(dialog.queryByRole('combobox', { name: /^Match/ })).toBeNull()
    await whenReady.click(dialog.getByRole('button', { name: 'Cancel' }))
    await act(async () => {})
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})
