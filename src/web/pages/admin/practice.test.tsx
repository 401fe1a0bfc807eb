import { screen, waitFor, within } from '@testing-library/react'
import { RouterContextProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import type { ModeRecord } from '../../../contract/network/modes-schemas.ts'
import type { PracticeRecord } from '../../../contract/network/practice-schemas.ts'
import { expectToast, showPage } from '../../domains/events/testing/setup.tsx'
import { pageContext } from '../../platform/navigation/page-context.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { regardless, whenReady } from '../../testing/actions.ts'
import { choose, inTurn } from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { testViewer } from '../../testing/site.tsx'
import AdminPractice, { clientLoader, loader } from './practice.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const list = 'GET /api/admin/practice'
const mode = (
  id: number,
  name: string,
  position: number,
  category: 'ffa' | 'duels' = 'ffa',
): PracticeRecord => ({
  id,
  name,
  category,
  position,
  description: `All about ${name}`,
  version: 1,
})
const three = [mode(1, 'NoDebuff', 0), mode(2, 'Sumo', 1), mode(3, 'Boxing', 0, 'duels')]

function show(records: PracticeRecord[], responses: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({
    [list]: respondWith(records),
    'GET /api/admin/modes': respondWith([]),
    ...responses,
  })
  showPage(<AdminPractice />, { viewer: testViewer, at: '/admin/practice' })
  return { changes: () => calls.filter(({ method }) => method !== 'GET'), calls }
}

const section = async (name: RegExp) => within(await screen.findByRole('region', { name }))
const row = async (name: string) =>
  within((await screen.findByRole('heading', { name, level: 3 })).closest('li')!)
const press = async (name: string | RegExp) => await whenReady.click(screen.getByRole('button', { name }))
const fill = async (fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields))
    await whenReady.change(screen.getByLabelText(label), { target: { value } })
}

describe('[admin.05] Only staff reach the management of practice modes', () => {
  const diamond: OwnUser = { ...testViewer, rank: 'Diamond' }
  test.each([null, diamond])('%o is sent to sign in', async (viewer) => {
    const context = new RouterContextProvider()
    context.set(pageContext, { viewer } as never)
    queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
    for (const refused of [loader({ context } as never), clientLoader()]) {
      const thrown = await refused.then(
        () => undefined,
        (error: Response) => error,
      )
      expect([thrown?.status, thrown?.headers.get('location')]).toEqual([
        302,
        '/auth?redirect=/admin&notice=staff',
      ])
    }
  })
})

test('[admin.05] Staff create a practice mode in a category; what is wrong is reported at the field, and nothing is sent', async () => {
  const { changes } = show(three, { 'POST /api/practice': respondWith(mode(9, 'Bridge', 1, 'duels'), 201) })
  await whenReady.click((await section(/^Duels/)).getByRole('button', { name: 'New mode' }))
  await screen.findByRole('dialog')
  await press('Create mode')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await screen.findByText('Name is required')
  expect(screen.getByText('Description is required')).toBeTruthy()
  expect(changes()).toEqual([])
  await fill({ Name: 'Bridge', Description: 'One bridge, two goals.' })
  await press('Create mode')
  await expectToast('Practice mode created', 'Bridge')
  expect(changes().map(({ body }) => body)).toEqual([
    { category: 'duels', name: 'Bridge', description: 'One bridge, two goals.' },
  ])
})

test('a name that the category has already is reported at the field', async () => {
  const sentence = 'This category has a mode of that name already'
  show(three, { 'PATCH /api/practice/1': refuse(409, 'conflict', sentence, { name: sentence }) })
  await whenReady.click((await row('NoDebuff')).getByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog')
  await fill({ Name: 'Sumo' })
  await press('Save changes')
  await screen.findByText(sentence)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('[admin.05] Staff change a practice mode: only what was typed over is sent', async () => {
  const { changes } = show(three, {
    'PATCH /api/practice/2': respondWith({ ...three[1], description: 'Push.' }),
  })
  await whenReady.click((await row('Sumo')).getByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog')
  await fill({ Description: 'Push.' })
  await whenReady.click(screen.getByLabelText('Duels'))
  await press('Save changes')
  await expectToast('Practice mode updated', 'Sumo')
  expect(changes().map(({ body }) => body)).toEqual([{ category: 'duels', description: 'Push.' }])
})

test('somebody else changed it in the meantime: what it says now is shown before anything is overwritten', async () => {
  const current = { ...three[1]!, name: 'Sumo FFA', version: 2 }
  show(three, {
    'PATCH /api/practice/2': () =>
      Response.json({ error: 'x', message: 'x', code: 'conflict', current }, { status: 409 }),
  })
  await whenReady.click((await row('Sumo')).getByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog')
  await fill({ Description: 'Mine.' })
  await press('Save changes')
  expect((await screen.findByRole('alert')).textContent).toContain('Name, as it is now: Sumo FFA')
  await press('Take theirs')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sumo FFA')
})

test('[admin.05] Staff move a practice mode with the keyboard, which stays on the button; the ends go nowhere', async () => {
  let records = three
  const { changes } = show(records, {
    [list]: () => respondWith(records)(),
    'PATCH /api/practice/2': () => {
      records = [mode(2, 'Sumo', 0), mode(1, 'NoDebuff', 1), three[2]!]
      return respondWith(records[0])()
    },
  })
  const up = await screen.findByRole('button', { name: 'Move Sumo up' })
  up.focus()
  regardless.click(screen.getByRole('button', { name: 'Move NoDebuff up' }))
  regardless.click(screen.getByRole('button', { name: 'Move Boxing down' }))
  expect(changes()).toEqual([])
  await whenReady.click(up)
  await waitFor(async () =>
    expect(
      (await section(/^FFA/)).getAllByRole('heading', { level: 3 }).map((one) => one.textContent),
    ).toEqual(['Sumo', 'NoDebuff']),
  )
  expect(changes().map(({ body }) => body)).toEqual([{ position: 0 }])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Sumo up' }))
  expect(screen.getByText('Sumo is now number 1').getAttribute('role')).toBe('status')
})

test('[admin.05] Staff remove a practice mode after a confirmation; cancelling makes no call', async () => {
  let records = three
  const { changes } = show(records, {
    [list]: () => respondWith(records)(),
    'DELETE /api/practice/3': () => {
      records = three.slice(0, 2)
      return new Response(null, { status: 204 })
    },
  })
  const remove = (await row('Boxing')).getByRole('button', { name: 'Remove' })
  await whenReady.click(remove)
  await screen.findByRole('alertdialog')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(changes()).toEqual([])
  await whenReady.click(remove)
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  )
  await expectToast('Practice mode removed', 'Boxing')
  await screen.findByText('No Duels modes')
  expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/practice/3'])
})

test('a move that fails says why, and the list is asked for again', async () => {
  const { calls } = show(three, {
    'PATCH /api/practice/2': refuse(404, 'not_found', 'This practice mode no longer exists'),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Move Sumo up' }))
  await expectToast('Moving failed', 'This practice mode no longer exists')
  await waitFor(() =>
    expect(calls.filter(({ method, path }) => `${method} ${path}` === list)).toHaveLength(2),
  )
})

describe('Modes and boards', () => {
  const board = (key: string, said: Partial<ModeRecord> = {}): ModeRecord => ({
    id: 1,
    key,
    name: key,
    category: 'duels',
    icon: 'sword',
    listed: true,
    inOverall: true,
    position: 0,
    mergedInto: null,
    undoMergeUntil: null,
    madeBy: 'release',
    ranked: 3,
    matches: 0,
    rebuild: null,
    version: 1,
    ...said,
  })
  const modes = [
    board('boxing'),
    board('uhc', { id: 2, name: 'Uhc', listed: false, inOverall: false, position: 1, madeBy: 'game' }),
    board('conformance', { id: 3, listed: false, inOverall: false, position: 2, madeBy: 'reserved' }),
  ]
  const manage = 'GET /api/admin/modes'
  const publicModes = { 'GET /api/modes': respondWith([]) }

  test('[game.11] Staff list and rename a mode of the game; only what changed is sent', async () => {
    const { changes } = show([], {
      [manage]: respondWith(modes),
      ...publicModes,
      'PATCH /api/admin/modes/uhc': respondWith({ ...modes[1], listed: true, name: 'UHC' }),
    })
    expect((await row('Uhc')).getByText('New from the game')).toBeTruthy()
    expect((await row('conformance')).queryByRole('button')).toBeNull()
    await press('Edit Uhc')
    await screen.findByRole('dialog')
    expect(screen.queryByLabelText('Counts in overall')).toBeNull()
    await fill({ Name: 'UHC' })
    await whenReady.click(screen.getByLabelText('Own board'))
    await press('Save changes')
    await expectToast('Mode updated', 'UHC')
    expect(changes().map(({ body }) => body)).toEqual([{ name: 'UHC', listed: true }])
    expect(screen.queryByRole('button', { name: 'Merge Uhc' })).toBeNull()
  })

  test('[game.11] Staff create and move modes; a key that is taken is reported at its field', async () => {
    const taken = 'There is a mode with this key already'
    const { changes } = show([], {
      [manage]: respondWith(modes),
      ...publicModes,
      'POST /api/admin/modes': refuse(409, 'conflict', taken, { key: taken }),
      'PATCH /api/admin/modes/uhc': respondWith(modes[1]),
    })
    await row('Uhc')
    await press('Move Uhc up')
    await waitFor(() => expect(changes().map(({ body }) => body)).toEqual([{ position: 0 }]))
    await press('New mode with a board')
    await screen.findByRole('dialog')
    await fill({ Name: 'Boxing', Key: 'boxing' })
    await press('Create mode')
    await screen.findByText(taken)
  })

  test('[powers.99] A merge of the last day is undone by one button, for admins; others see none', async () => {
    const merged = { mergedInto: 'boxing', listed: false, undoMergeUntil: '2030-01-01T00:00:00.000Z' }
    const stored = [board('boxing'), board('uhc', { id: 2, name: 'Uhc', ...merged })]
    const calls = fakeApi({
      [list]: respondWith([]),
      [manage]: respondWith(stored),
      ...publicModes,
      'POST /api/admin/modes/uhc/merge/undo': respondWith(board('uhc', { id: 2, name: 'Uhc' })),
    })
    const { unmount } = showPage(<AdminPractice />, { viewer: testViewer, at: '/admin/practice' })
    await row('Uhc')
    expect(screen.queryByRole('button', { name: 'Undo the merge of Uhc' })).toBeNull()
    unmount()
    showPage(<AdminPractice />, { viewer: { ...testViewer, rank: 'Admin' }, at: '/admin/practice' })
    await whenReady.click(await screen.findByRole('button', { name: 'Undo the merge of Uhc' }))
    await expectToast('Merge undone', 'uhc counts for itself again')
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('[guards.88] Merging a mode is confirmed by its name', async () => {
    const calls = fakeApi({
      [list]: respondWith([]),
      [manage]: respondWith(modes),
      ...publicModes,
      'POST /api/admin/modes/uhc/merge': respondWith({ ...modes[1], mergedInto: 'boxing' }),
    })
    const merges = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
    showPage(<AdminPractice />, { viewer: { ...testViewer, rank: 'Admin' }, at: '/admin/practice' })
    await row('Uhc')
    await press('Merge Uhc')
    await screen.findByRole('dialog')
    await choose('Into', 'boxing (boxing)')
    await fill({ 'Type Uhc to confirm': 'boxing' })
    await press('Merge modes')
    await screen.findByText('Type Uhc')
    expect(merges()).toEqual([])
    await fill({ 'Type Uhc to confirm': 'Uhc' })
    await press('Merge modes')
    await expectToast('Modes merged', 'uhc counts as boxing')
    expect(merges()).toEqual([{ into: 'boxing' }])
  })

  test('[guards.18] A merge says how many matches move, and to where, before it is confirmed', async () => {
    const uhc = board('uhc', { id: 2, name: 'Uhc', madeBy: 'game', matches: 1_234 })
    fakeApi({
      [list]: respondWith([]),
      [manage]: inTurn([modes[0]!, uhc], [modes[0]!, { ...uhc, matches: 1_235 }]),
    })
    showPage(<AdminPractice />, { viewer: { ...testViewer, rank: 'Admin' }, at: '/admin/practice' })
    await row('Uhc')
    await press('Merge Uhc')
    const dialog = within(await screen.findByRole('dialog'))
    const moves = () => dialog.getByText(/of Uhc/).textContent
    // It is asked for again when the dialog opens.
    await waitFor(() => expect(moves()).toBe('1,235 matches of Uhc move to the mode that you choose.'))
    await choose('Into', 'boxing (boxing)')
    expect(moves()).toBe('1,235 matches of Uhc move to boxing (boxing).')
  })

  test('[game.14] The progress of figures that are computed again is shown', async () => {
    show([], {
      [manage]: respondWith([board('boxing', { rebuild: { done: 100, total: 250 } })]),
      ...publicModes,
    })
    await screen.findByText('Computing figures: 100 of 250 players')
  })

  test('modes that fail to load offer Retry', async () => {
    let healthy = false
    show([], { [manage]: () => (healthy ? respondWith(modes)() : refuse(500, 'internal', 'It broke')()) })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    healthy = true
    await whenReady.click(retry)
    await row('Uhc')
  })
})

test('a list that fails to load offers Retry', async () => {
  let healthy = false
  show([], { [list]: () => (healthy ? respondWith(three)() : refuse(500, 'internal', 'It broke')()) })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  healthy = true
  await whenReady.click(retry)
  await row('Sumo')
})
