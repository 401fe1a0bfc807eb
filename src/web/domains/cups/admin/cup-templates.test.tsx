import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CupTemplate } from '../../../../contract/cups/cup-templates-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { sayIn } from '../../../platform/translation.tsx'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { expectToast, showPage } from '../../events/testing/setup.tsx'
import { CupTemplates } from './cup-templates.tsx'
import { everyWeek, nextDays } from './template-words.ts'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const list = 'GET /api/admin/cup-templates'
const patch = 'PATCH /api/admin/cup-templates/3'

const template: CupTemplate = {
  ...{ id: 3, version: 4, title: 'Weekly Cup {n}', description: '', rewards: ['Gold'], skippedDates: [] },
  ...{ weekday: 'tuesday', time: '20:00', timeZone: 'Europe/Berlin', minutes: null, nextNumber: 9 },
  ...{ format: 'double', mode: 'sumo', size: 2, seats: 16, minimum: 4, bestOf: 1, finalBestOf: 3 },
  ...{ gameMinutes: 10, thirdPlace: false, cut: null, isModeListed: true, isBroken: false },
  dates: [
    { date: '2026-12-01', state: 'made', eventId: 7, participantCount: 5 },
    { date: '2026-12-08', state: 'edited', eventId: 8, participantCount: 0 },
    { date: '2026-12-15', state: 'deleted', eventId: null, participantCount: 0 },
    { date: '2026-12-22', state: 'planned', eventId: null, participantCount: 0 },
  ].map((date) => ({ ...date, startDate: `${date.date}T19:00:00.000Z` }) as CupTemplate['dates'][number]),
}
const withSkipped = (date: string): CupTemplate => ({
  ...template,
  version: 5,
  skippedDates: [date],
  dates: template.dates.map((one) => (one.date === date ? { ...one, state: 'skipped', eventId: null } : one)),
})

function show(templates: () => CupTemplate[], responses: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ [list]: () => respondWith(templates())(), ...responses })
  showPage(<CupTemplates />, { at: '/admin/events' })
  return () => calls.filter(({ method }) => method !== 'GET')
}

const press = async (name: string) => await whenReady.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  await whenReady.change(screen.getByLabelText(label), { target: { value } })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Dates of Weekly Cup {n}' })).getAllByRole('listitem')

test('[cups.119] A template shows when it is and what became of its dates; its form says the next ones in a sentence', async () => {
  show(() => [{ ...template, isModeListed: false }])
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    'Tue 1 DecMadeCupSkip',
    'Tue 8 DecChanged by handCup',
    'Tue 15 DecDeleted by hand',
    'Tue 22 DecPlannedSkip',
  ])
  expect(screen.getByRole('link', { name: 'Cup of Tue 1 Dec' }).getAttribute('href')).toBe('/cups/7')
  screen.getByText('Every Tuesday at 20:00, Europe/Berlin')
  screen.getByText('Its mode is no longer listed, so no cups are made.')
  await press('Edit')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(
    /^Every Tuesday at 20:00, Europe\/Berlin\. Next: Tue \d+ \w+, Tue \d+ \w+, Tue \d+ \w+, …$/,
  )
  await type('Time zone', 'Europe/Atlantis')
  await waitFor(() => expect(dialog.queryByText(/Next: /)).toBeNull())
})

test('[cups.176] A broken template says so, keeps its made dates, and is edited or deleted', async () => {
  const dates = template.dates.filter(({ state }) => state !== 'planned')
  show(() => [{ ...template, isBroken: true, isModeListed: false, mode: '', timeZone: 'Mars/Base', dates }])
  expect(await rows()).toHaveLength(3)
  screen.getByText('Its time zone or its rules are no longer valid, so no cups are made until you edit it.')
  expect(screen.queryByText(/mode is no longer listed/)).toBeNull()
  expect(screen.queryByText(/Double elimination/)).toBeNull()
  expect(screen.queryByRole('button', { name: /[Ss]kip/ })).toBeNull()
  screen.getByRole('button', { name: 'Delete' })
  await press('Edit')
  expect((await screen.findByLabelText<HTMLInputElement>('Time zone')).value).toBe('Mars/Base')
})

test('[cups.119] The next dates are those of the clocks of the zone, from the first whose check-in is not open', () => {
  // In Auckland it is Tuesday 1 December, 08:00; in Honolulu Monday, 09:00.
  const now = Date.parse('2026-11-30T19:00:00Z')
  const tuesday = (time: string, timeZone: string) => nextDays({ weekday: 'tuesday', time, timeZone }, now)
  expect(tuesday('20:00', 'Pacific/Auckland')).toEqual(['Tue 1 Dec', 'Tue 8 Dec', 'Tue 15 Dec'])
  expect(tuesday('08:31', 'Pacific/Auckland')?.[0]).toBe('Tue 1 Dec')
  expect(tuesday('08:30', 'Pacific/Auckland')?.[0]).toBe('Tue 8 Dec')
  expect(tuesday('07:00', 'Pacific/Honolulu')?.[0]).toBe('Tue 1 Dec')
  for (const field of [{ time: '' }, { timeZone: 'Europe/Atlantis' }, { weekday: 'someday' }])
    expect(nextDays({ weekday: 'tuesday', time: '20:00', timeZone: 'UTC', ...field }, now)).toBeUndefined()
  expect(
    everyWeek({ weekday: 'sunday', time: '09:05', timeZone: 'UTC' }, (text) => sayIn(undefined, text)),
  ).toBe('Every Sunday at 09:05, UTC')
})

test('[cups.119] Staff make a template, in the zone of their browser; what is refused is read at its field', async () => {
  let respond = refuse(400, 'validation', 'Choose a time zone like Europe/Berlin', {
    timeZone: 'Choose a time zone like Europe/Berlin',
  })
  const changes = show(() => [], { 'POST /api/admin/cup-templates': () => respond() })
  await press('New template')
  const dialog = within(await screen.findByRole('dialog'))
  expect(screen.getByLabelText<HTMLInputElement>('Time zone').value).toBe(
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
  )
  await press('Make template')
  await dialog.findByText('Title must be at least 3 characters')
  expect(changes()).toEqual([])
  await type('Title', 'Weekly Cup {n}')
  await type('Start', '19:30')
  await type('Time zone', 'Europe/Berlin')
  await type('Rewards', 'Gold\n\n Silver')
  await press('Make template')
  await dialog.findByText('Choose a time zone like Europe/Berlin')
  respond = respondWith(template, 201)
  await press('Make template')
  await expectToast('Template created', 'Weekly Cup {n}')
  expect(changes().at(-1)?.body).toMatchObject({
    title: 'Weekly Cup {n}',
    ...{ weekday: 'friday', time: '19:30', timeZone: 'Europe/Berlin', minutes: null },
    rewards: ['Gold', 'Silver'],
    ...{ format: 'single', size: 1, seats: 32 },
  })
})

test('[cups.119] Only what was typed over is sent; with another format all that it decides', async () => {
  const changes = show(() => [template], { [patch]: respondWith({ ...template, version: 5 }) })
  await press('Edit')
  await type('Title', 'Tuesday Cup {n}')
  await press('Save changes')
  await expectToast('Template updated', 'Weekly Cup {n}')
  expect(changes().map(({ body }) => body)).toEqual([{ title: 'Tuesday Cup {n}' }])
  await press('Edit')
  await whenReady.keyDown(screen.getByRole('combobox', { name: 'Format' }), { key: 'Enter' })
  await whenReady.click(await screen.findByRole('option', { name: 'Arena' }))
  await type('Minutes from start to end', '90')
  await press('Save changes')
  await waitFor(() => expect(changes()).toHaveLength(2))
  expect(changes()[1]?.body).toMatchObject({
    format: 'arena',
    thirdPlace: false,
    minutes: 90,
    title: 'Weekly Cup {n}',
  })
  expect(changes()[1]?.body).not.toHaveProperty('skippedDates')
})

test('[cups.119] A planned date is skipped at once, a made one after a question that says what happens; both come back', async () => {
  let now = template
  const changes = show(() => [now], {
    [patch]: () => {
      now = now === template ? withSkipped('2026-12-22') : template
      return respondWith(now)()
    },
  })
  await press('Skip Tue 22 Dec')
  await press('Do not skip Tue 22 Dec')
  await press('Skip Tue 1 Dec')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'Its cup is made already. It is deleted, and 5 registered members are notified.',
  )
  expect(changes()).toHaveLength(2)
  await whenReady.click(within(question).getByRole('button', { name: 'Skip and delete' }))
  await waitFor(() => expect(changes()).toHaveLength(3))
  expect(changes().map(({ body }) => body)).toEqual([
    { skippedDates: ['2026-12-22'] },
    { skippedDates: [] },
    { skippedDates: ['2026-12-01'] },
  ])
})

test('[cups.119] Deleting a template asks, and says that its cups stay; what is refused is said', async () => {
  let respond = refuse(409, 'conflict', 'Somebody else changed this in the meantime')
  let templates = [template]
  show(() => templates, { 'DELETE /api/admin/cup-templates/3': () => respond() })
  const confirm = async () => {
    await press('Delete')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Those that are made stay in the list of events.')
    await whenReady.click(within(question).getByRole('button', { name: 'Delete' }))
  }
  await confirm()
  await expectToast('Deleting failed', 'Somebody else changed this in the meantime')
  respond = () => {
    templates = []
    return new Response(null, { status: 204 })
  }
  await confirm()
  await waitFor(() => expect(screen.queryByText('Weekly Cup {n}', { selector: 'h3 *' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Cup templates' }))
})
