import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aCase,
  aPlayerCase,
  cardOf,
  decisions,
  fakeApi,
  note,
  openPath,
} from '../../domains/moderation/testing/setup.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  expectToast,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { respondWith } from '../../testing/fake-api.ts'
import * as page from './moderation.tsx'

beforeEach(() => {
  prepareAdmin()
  // The detail is beside the list.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(leaveAdmin)

const open = (path = '/admin/moderation') => openAdmin(page, path, viewerOf('Moderator'))
const rows = () => screen.getAllByRole('article').map((row) => within(row).getByRole('heading').textContent)
const undone = 'POST /api/admin/cases/decisions/undo'

describe('two clicks', () => {
  test('[guards.74] says whose case closed, and Undo opens it again, with its note; the key u as well', async () => {
    const calls = fakeApi({
      [`GET ${openPath}`]: inTurn([aCase(), aPlayerCase()], [aPlayerCase()], [aCase(), aPlayerCase()]),
      [decisions]: respondWith({ decided: 1 }),
      [undone]: respondWith({ reopened: [20], refused: [] }),
    })
    await open()
    const card = await cardOf(/Post by Alexandra/)
    await whenReady.change(note(card), { target: { value: 'Harmless' } })
    await whenReady.click(card.getByRole('button', { name: /^No violation/ }))
    await expectToast('Reports Dismissed', 'Post by Alexandra')
    await waitFor(() => expect(rows()).toEqual(['Player Vexin']))
    await press('Undo')
    await expectToast('1 Case Reopened', 'Post by Alexandra')
    expect(sent(calls, 'POST').at(-1)).toEqual(['/api/admin/cases/decisions/undo', { ids: [20] }])
    await waitFor(() => expect(rows()).toHaveLength(2))
    const again = await cardOf(/Post by Alexandra/)
    expect(note(again).value).toBe('Harmless')
    await waitFor(() =>
      expect(again.getByRole('button', { name: /^Insufficient/ }).getAttribute('aria-disabled')).toBeNull(),
    )
    await whenReady.click(again.getByRole('button', { name: /^Insufficient/ }))
    await expectToast('Case Closed', 'Post by Alexandra')
    await whenReady.keyDown(document.body, { key: 'u' })
    await expectToast('1 Case Reopened', 'Post by Alexandra')
  })

  test('[guards.74] why an undo is refused is said', async () => {
    const error = 'It is too late to undo this. Reopen the case with a reason'
    fakeApi({
      [`GET ${openPath}`]: inTurn([aCase()], []),
      [decisions]: respondWith({ decided: 1 }),
      [undone]: respondWith({ reopened: [], refused: [{ id: 20, status: 409, error }] }),
    })
    await open()
    await whenReady.click((await cardOf(/Alexandra/)).getByRole('button', { name: /^No violation/ }))
    await expectToast('Reports Dismissed')
    await press('Undo')
    await expectToast('Undo Failed', error, 'destructive')
  })
})

describe('notes', () => {
  test('[guards.75] what ends something for a person is not decided without a note, alone or with others', async () => {
    const calls = fakeApi({ [`GET ${openPath}`]: respondWith([aPlayerCase()]) })
    await open()
    const card = await cardOf(/Vexin/)
    await whenReady.click(card.getByRole('button', { name: /^Dealt with/ }))
    expect(card.getByText('Say in a note what you saw and did')).toBeTruthy()
    expect(document.activeElement).toBe(note(card))
    await whenReady.change(note(card), { target: { value: ' ' } })
    await whenReady.click(card.getByRole('button', { name: /^Dealt with/ }))
    await whenReady.click(screen.getByRole('checkbox', { name: /Vexin/ }))
    const bar = within(screen.getByRole('region', { name: 'Selected cases' }))
    await whenReady.click(bar.getByRole('button', { name: /^Dealt with/ }))
    expect(bar.getByText('Say in a note what you saw and did')).toBeTruthy()
    expect(sent(calls, 'POST')).toEqual([])
  })

  test('[guards.76] a note waits for whoever leaves the page, in its case only: a later case about the same person has none', async () => {
    fakeApi({
      [`GET ${openPath}`]: inTurn(
        [aPlayerCase()],
        [aPlayerCase()],
        [aPlayerCase({ id: 30, firstAt: '2026-02-01T00:00:00.000Z' })],
      ),
    })
    const first = await open()
    await whenReady.change(note(await cardOf(/Vexin/)), { target: { value: 'I look at the player first' } })
    first.unmount()
    const second = await open()
    expect(note(await cardOf(/Vexin/)).value).toBe('I look at the player first')
    second.unmount()
    await open()
    expect(note(await cardOf(/Vexin/)).value).toBe('')
  })
})
