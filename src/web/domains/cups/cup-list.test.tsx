import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cupLimits } from '../../../contract/cups/cups.ts'
import type { CupSummary } from '../../../contract/cups/cups-schemas.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { showPage } from '../events/testing/setup.tsx'
import { CupList } from './cup-list.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const cup = (id: number): CupSummary => ({
  id,
  title: `Cup ${id}`,
  format: 'single',
  mode: { key: 'sumo', name: 'Sumo' },
  phase: 'open',
  startDate: '2090-01-05T16:00:00.000Z',
  endDate: null,
  size: 1,
  seats: 8,
  entrantCount: 0,
  champion: null,
})

test('[field.10] More cups to come are shown on request, after those of the first page; what fails is tried again', async () => {
  const page = Array.from({ length: cupLimits.listed }, (_, n) => cup(n + 2))
  const more = `GET /api/cups?state=open&before=${cupLimits.listed + 1}`
  const answers = [refuse(503, 'overload', 'Busy'), respondWith([cup(1)])]
  fakeApi({
    'GET /api/cups?state=running': respondWith([]),
    'GET /api/cups?state=open': respondWith(page),
    'GET /api/cups?state=past': respondWith([]),
    [more]: () => answers.shift()!(),
  })
  showPage(<CupList />, { at: '/cups' })
  const next = within(await screen.findByRole('region', { name: 'Next' }))
  const titles = () => next.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  await next.findByText('Cup 2')
  expect(titles()).toEqual(page.map(({ title }) => title))
  await whenReady.click(next.getByRole('button', { name: 'Load more' }))
  await whenReady.click(await next.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(titles().at(-1)).toBe('Cup 1'))
  expect(titles()).toHaveLength(page.length + 1)
  expect(next.queryByRole('button', { name: 'Load more' })).toBeNull()
})
