import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { showPage } from '../../events/testing/setup.tsx'
import { cupOf } from '../testing/cups.ts'
import { CupButton } from './cup-form.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

async function choose(field: string, option: string) {
  await whenReady.keyDown(screen.getByRole('combobox', { name: field }), { key: 'Enter' })
  await whenReady.click(await screen.findByRole('option', { name: option }))
}

test('[cups.153] Staff choose how many players a side has, and a refusal is read at its field', async () => {
  const put = 'PUT /api/admin/events/7/cup'
  const calls = fakeApi({
    'GET /api/cups/7': refuse(404, 'not_found', 'There is no such cup'),
    [put]: refuse(400, 'validation', 'Some fields are not right', { seats: 'A bracket has 4 to 128 seats' }),
  })
  showPage(<CupButton eventId={7} />, { at: '/admin/events' })
  await whenReady.click(screen.getByRole('button', { name: 'Cup' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('combobox', { name: 'Players a side' })
  expect(dialog.getByRole('textbox', { name: 'Seats' })).toBeTruthy()
  await choose('Format', 'Arena')
  expect(dialog.getByRole('combobox', { name: 'Players a side' })).toBeTruthy()
  await choose('Format', 'Double elimination')
  await choose('Players a side', '3: teams')
  expect(dialog.getByRole('textbox', { name: 'Seats for teams' })).toBeTruthy()
  await whenReady.click(dialog.getByRole('button', { name: 'Make it a cup' }))
  await dialog.findByText('A bracket has 4 to 128 seats')
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ format: 'double', size: 3 }),
  )
})

test('[cups.147] Staff choose a final bracket of an arena, with its games; other formats have none', async () => {
  const calls = fakeApi({
    'GET /api/cups/7': refuse(404, 'not_found', 'There is no such cup'),
    'PUT /api/admin/events/7/cup': refuse(400, 'validation', 'Some fields are not right', {
      cut: 'No more than all seats go on',
    }),
  })
  showPage(<CupButton eventId={7} />, { at: '/admin/events' })
  await whenReady.click(screen.getByRole('button', { name: 'Cup' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('combobox', { name: 'Format' })
  expect(dialog.queryByRole('combobox', { name: 'Final bracket' })).toBeNull()
  await choose('Format', 'Arena')
  expect(dialog.queryByRole('combobox', { name: 'The final' })).toBeNull()
  await choose('Final bracket', 'Of the best 8')
  expect(dialog.getByRole('combobox', { name: 'The final' })).toBeTruthy()
  // Late results, two rounds of one game, a final of three.
  expect(dialog.getByText('The cup ends 70 minutes after the arena at the latest.')).toBeTruthy()
  expect(dialog.queryByRole('checkbox', { name: 'Match for third place' })).toBeNull()
  const save = dialog.getByRole('button', { name: 'Make it a cup' })
  await whenReady.click(save)
  await dialog.findByText('No more than all seats go on')
  await choose('Format', 'Single elimination')
  await whenReady.click(save)
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toMatchObject([
    { format: 'arena', cut: 8, finalBestOf: 3 },
    { format: 'single', cut: null },
  ])
})

test('[field.165] Before an event is no longer a cup staff are asked, with how many seats or teams it is about', async () => {
  const team = { entrant: 9, name: 'Silver Foxes', players: [] }
  const calls = fakeApi({
    'GET /api/cups/7': respondWith(
      cupOf({ phase: 'open', size: 2, entrantCount: 0, registeredCount: 5, teams: [team, team] }),
    ),
    'GET /api/removals/cup/7': respondWith({ teams: 2, seats: 0 }),
    'DELETE /api/admin/events/7/cup': respondWith({ ok: true }),
  })
  showPage(<CupButton eventId={7} />, { at: '/admin/events' })
  await whenReady.click(screen.getByRole('button', { name: 'Cup' }))
  await whenReady.click(await screen.findByRole('button', { name: 'No cup any more' }))
  const question = within(await screen.findByRole('alertdialog'))
  await question.findByText('2 teams go with it.')
  question.getByText('It stays an event. Who is registered stays registered and is notified.')
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  await whenReady.click(question.getByRole('button', { name: 'No cup any more' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1))
})
