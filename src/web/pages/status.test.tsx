import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { StatusHistory } from '../../contract/network/status-schemas.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { renderOnPages } from '../testing/pages.tsx'
import Status from './status.tsx'

afterEach(() => vi.unstubAllGlobals())

const hour = (n: number) => new Date(Date.UTC(2026, 0, 5, 0, n * 15)).toISOString()
const nothing = { asked: 0, answered: 0 }
const history = (changes: Partial<StatusHistory> = {}): StatusHistory => ({
  steps: Array.from({ length: 96 }, (_, n) => ({ at: hour(n), players: null, ...nothing })),
  peak: null,
  days: Array.from({ length: 90 }, (_, n) => ({
    day: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    ...nothing,
  })),
  ...changes,
})
const online = {
  ...{ isOnline: true, playerCount: 42, maxPlayers: 100, version: '1.26.0', motd: null, latencyMs: 3 },
  ...{ source: 'ping', checkedAt: hour(0) },
}
const open = async (answer: () => Response | Promise<Response>) => {
  fakeApi({ 'GET /api/minecraft/status': respondWith(online), 'GET /api/status/history': answer })
  await renderOnPages(<Status />, '/status')
}

test('[settings.136] /status says what was measured, what not, and never rounds an outage away', async () => {
  const shown = history({ peak: { players: 87, hour: hour(0) } })
  const steps = shown.steps.map((step, n) =>
    n === 0
      ? { ...step, players: 30, asked: 60, answered: 60 }
      : n === 1
        ? { ...step, players: 0, asked: 60 }
        : step,
  )
  const days = shown.days.map((day, n) =>
    n < 88 ? day : { ...day, asked: 100_000, answered: n === 88 ? 100_000 : 99_999 },
  )
  await open(respondWith({ ...shown, steps, days }))
  expect(await screen.findByText('The game server is online with 42 players.')).toBeTruthy()
  expect((await screen.findByText(/At most 30 players at once/)).textContent).toContain(
    'The peak of 30 days is 87',
  )
  expect(screen.getByText('99.9 %')).toBeTruthy()
  expect(screen.getByText(/answered 199,999 of 200,000 questions since Mar 30, 2026/)).toBeTruthy()
  const all = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(all.at(-1)?.textContent).toBe('Mar 31, 2026 (UTC): 99.9 %')
  expect(all.at(-2)?.textContent).toBe('Mar 30, 2026 (UTC): 100 %')
  expect(all[0]?.textContent).toBe('Jan 1, 2026 (UTC): not measured')
  await whenReady.click(screen.getByText('Show as table'))
  const rows = screen.getAllByRole('row', { hidden: true }).slice(-2)
  expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['no answer', '30'])
})

test('[settings.136] /status without a measurement says so; a failure can be tried again', async () => {
  await open(refuse(500, 'internal', 'Something went wrong'))
  const retry = await screen.findByRole('button', { name: /retry/i })
  fakeApi({
    'GET /api/minecraft/status': respondWith(online),
    'GET /api/status/history': respondWith(history()),
  })
  await whenReady.click(retry)
  expect(await screen.findByText('Nothing was measured in the last 24 hours.')).toBeTruthy()
  expect(screen.getByText('Nothing was measured yet.')).toBeTruthy()
})

test.each([
  [0, ['0', '5']],
  [4, ['0', '5']],
  [7, ['0', '5', '10']],
  [30, ['0', '10', '20', '30']],
])('[settings.136] The axis of players has whole numbers: at most %d players', async (players, labels) => {
  const steps = history().steps.map((step, n) =>
    n === 0 ? { ...step, players, asked: 60, answered: 60 } : step,
  )
  await open(respondWith(history({ steps })))
  const chart = (await screen.findByText(/^At most/)).parentElement!.querySelector('[aria-hidden].h-48')!
  expect([...chart.children].map(({ textContent }) => textContent)).toEqual(labels)
})
