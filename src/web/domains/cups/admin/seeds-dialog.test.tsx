import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CupToWatch, SeedsNow } from '../../../../contract/cups/cups-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { testViewer } from '../../../testing/site.tsx'
import { expectToast, showPage } from '../../events/testing/setup.tsx'
import { cupOf } from '../testing/cups.ts'
import { CupsToWatch } from './cups-to-watch.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve']

const seedsOf = (seeds: number[], over: Partial<SeedsNow> = {}): SeedsNow => ({
  version: 9,
  seeds,
  entrants: seeds.map((entrant) => ({
    entrant,
    username: names[entrant - 1]!,
    ...(entrant === 1 ? { rating: 1540.4, deviation: 79.8 } : { rating: null, deviation: null }),
  })),
  refusal: null,
  ...over,
})

const watched = (over: Partial<CupToWatch> = {}): CupToWatch => {
  const { version: _, config, checkIn, entrants, rounds, log, ...summary } = cupOf({ phase: 'check_in' })
  return {
    ...summary,
    registered: 4,
    checkedIn: 4,
    waiting: 0,
    questioned: 0,
    disputed: 0,
    endsAbout: null,
    ...over,
  }
}

const [read, put] = ['GET /api/admin/cups/7/seeds', 'PUT /api/admin/cups/7/seeds']

function show(responses: Parameters<typeof fakeApi>[0], cup = watched()) {
  const calls = fakeApi({ 'GET /api/admin/cups': respondWith([cup]), ...responses })
  const versions: unknown[] = []
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'PUT') versions.push((init.headers as Record<string, string>)['if-match'])
    return plain(path, init)
  })
  showPage(<CupsToWatch />, { at: '/admin/events', viewer: testViewer })
  return { sent: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body), versions }
}

async function open() {
  await whenReady.click(await screen.findByRole('button', { name: /^Seeds/ }))
  return within(await screen.findByRole('dialog', { name: 'Seeds of Friday Cup' }))
}

const listed = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const press = async (name: string) => whenReady.click(screen.getByRole('button', { name }))

test.each([
  ['an arena', { format: 'arena' as const }],
  ['a bracket in which nobody has a seat', { entrantCount: 0, checkedIn: 0 }],
])('[cups.192] %s has no seeds to look at', async (_what, over) => {
  show({}, watched(over))
  await screen.findByRole('heading', { name: 'Friday Cup' })
  expect(screen.queryByRole('button', { name: 'Seeds' })).toBeNull()
})

test.each([
  'Moderators and above reorder seeds',
  'You take part in this event. Another staff member has to do this.',
  'You can only reorder players below your own rank',
  'The cup has begun: its seeds are frozen',
])('[cups.192] Who may not reorder seeds reads them and why, without buttons: %s', async (refusal) => {
  show({ [read]: respondWith(seedsOf([2, 1], { refusal })) })
  const dialog = await open()
  await dialog.findByText(refusal)
  expect(listed()).toEqual(['1Benunrated', '2Ann1,540 ± 80'])
  for (const name of [/^Move/, 'Save']) expect(dialog.queryByRole('button', { name })).toBeNull()
  expect(dialog.queryByRole('textbox')).toBeNull()
})

test('[cups.193] [field.135] Up, Down and a number with Enter move an entrant, who keeps the focus and is announced; Save sends the order and its version', async () => {
  const saved = seedsOf([3, 2, 4, 1], { version: 10 })
  const { sent, versions } = show({ [read]: respondWith(seedsOf([1, 2, 3, 4])), [put]: respondWith(saved) })
  const dialog = await open()
  await dialog.findByRole('textbox', { name: 'Seed of Ann' })
  expect(dialog.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect(dialog.getByRole('button', { name: 'Move Ann up' }).getAttribute('aria-disabled')).toBe('true')

  await press('Move Ben up')
  expect(dialog.getByRole('status').textContent).toBe('Ben is seed 1 of 4')
  // There is nowhere to go, and the focus stays all the same.
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Move Ben up' }))
  await press('Move Ben down')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Move Ben down' }))

  const field = dialog.getByRole('textbox', { name: 'Seed of Ann' })
  for (const [typed, at] of [
    ['', '1'],
    ['first', '1'],
    ['1.5', '1'],
    ['99', '4'],
  ] as const) {
    await whenReady.change(field, { target: { value: typed } })
    await whenReady.keyDown(field, { key: 'Enter' })
    expect((field as HTMLInputElement).value).toBe(at)
  }
  expect(document.activeElement).toBe(field)
  expect(dialog.getByRole('status').textContent).toBe('Ann is seed 4 of 4')
  const third = dialog.getByRole('textbox', { name: 'Seed of Cleo' })
  // Full-width, as a Japanese keyboard writes it; the first Enter takes the composed text.
  await whenReady.change(third, { target: { value: '１' } })
  await whenReady.keyDown(third, { key: 'Enter', isComposing: true })
  expect((third as HTMLInputElement).value).toBe('１')
  await whenReady.keyDown(third, { key: 'Enter' })
  expect(listed().map((text) => text?.replace('unrated', ''))).toEqual([
    'Cleo',
    'Ben',
    'Dan',
    'Ann1,540 ± 80',
  ])
  expect(sent()).toEqual([])
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([{ seeds: [3, 2, 4, 1] }])
  expect(versions).toEqual(['"9"'])
})

test('[cups.194] A dialog of seeds that was closed keeps what was moved, and starting over is asked for', async () => {
  const { sent } = show({ [read]: respondWith(seedsOf([1, 2, 3])) })
  await (await open()).findByRole('textbox', { name: 'Seed of Ann' })
  await press('Move Ann down')
  await press('Close')
  await screen.findByRole('button', { name: 'Seeds: not saved yet' })
  await open()
  expect(listed()).toEqual(['Benunrated', 'Ann1,540 ± 80', 'Cleounrated'])
  await press('Start over')
  const question = within(await screen.findByRole('alertdialog'))
  await whenReady.click(question.getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(listed()[0]).toBe('Ann1,540 ± 80'))
  expect(sent()).toEqual([])
})

const meanwhile = seedsOf([5, 3, 1], { version: 12 })

test.each([
  ['Take theirs', ['Eveunrated', 'Cleounrated', 'Ann1,540 ± 80'], []],
  ['Save mine anyway', ['Ann1,540 ± 80', 'Cleounrated', 'Eveunrated'], [{ seeds: [1, 3, 5] }]],
])(
  '[cups.195] Seeds that somebody else changed meanwhile are read with mine, and nothing is lost: %s',
  async (choice, order, more) => {
    let stored = seedsOf([1, 2, 3])
    const { sent, versions } = show({
      [read]: () => respondWith(stored)(),
      [put]: () =>
        sent().length > 1
          ? respondWith(seedsOf([1, 3, 5], { version: 13 }))()
          : Response.json(
              { error: 'x', message: 'x', code: 'conflict', current: meanwhile },
              { status: 409 },
            ),
    })
    await (await open()).findByRole('textbox', { name: 'Seed of Ann' })
    await press('Move Ben up')
    await press('Move Ben down')
    stored = meanwhile
    await press('Save')
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Seeds, as it is now: Eve, Cleo, Ann')
    // Ben has left, Eve came.
    expect(listed()).toEqual(['Ann1,540 ± 80', 'Cleounrated', 'Eveunrated'])
    await press(choice)
    if (more.length > 0) await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    else await waitFor(() => expect(listed()).toEqual(order))
    expect(sent()).toEqual([{ seeds: [1, 2, 3] }, ...more])
    expect(versions).toEqual(['"9"', '"12"'].slice(0, sent().length))
  },
)

test('[cups.196] Seeds of a cup that began meanwhile say so and show those it began with', async () => {
  const frozen = 'The cup has begun: its seeds are frozen'
  let stored = seedsOf([1, 2, 3])
  show({ [read]: () => respondWith(stored)(), [put]: refuse(409, 'conflict', frozen) })
  const dialog = await open()
  await dialog.findByRole('textbox', { name: 'Seed of Ann' })
  await press('Move Ann down')
  stored = seedsOf([1, 2, 3], { refusal: frozen })
  await press('Save')
  await expectToast('The seeds were not saved', frozen)
  await dialog.findByText(frozen)
  expect(listed()).toEqual(['1Ann1,540 ± 80', '2Benunrated', '3Cleounrated'])
  await press('Close')
  await screen.findByRole('button', { name: 'Seeds' })
})

test('[field.14] The staff list of cups links the rest where it is full', async () => {
  const show = async (count: number) => {
    fakeApi({
      'GET /api/admin/cups': respondWith(Array.from({ length: count }, (_, n) => watched({ id: n + 1 }))),
    })
    const { unmount } = showPage(<CupsToWatch />, { at: '/admin/events' })
    await screen.findByRole('heading', { name: 'Cups' })
    const link = screen.queryByRole('link', { name: 'The list of cups' })?.getAttribute('href') ?? null
    unmount()
    queryClientForHere().clear()
    return link
  }
  expect(await show(49)).toBeNull()
  expect(await show(50)).toBe('/cups')
})
