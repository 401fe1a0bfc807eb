import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PointsHistory } from '../../../../contract/players/players-schemas.ts'
import { whenReady } from '../../../testing/actions.ts'
import { nearestPoint } from '../../../ui/line-chart.tsx'
import { someHistory } from '../testing/setup.tsx'
import { PointsChart } from './points-chart.tsx'
import { pointsLine } from './points-line.ts'

const day = (date: string, points: number) => ({ date, points, wins: 1, losses: 0 })
const history = (startPoints: number, ...days: PointsHistory['days']): PointsHistory => ({
  gameType: 'overall',
  startPoints,
  days,
})
const lineOf = (of: PointsHistory) => {
  const line = pointsLine(of)
  if (line === null) throw new Error('no line')
  return line
}

describe('the line', () => {
  test('holds its level until the end of a day and stands there in proportion to time', () => {
    const line = lineOf(history(0, day('2026-01-02', 50), day('2026-01-05', 100)))
    expect(line.ticks).toEqual([
      { points: 0, y: 100 },
      { points: 50, y: 50 },
      { points: 100, y: 0 },
    ])
    expect(line.path).toBe('M0 100H25V50H100V0')
    expect(line.days.map(({ x, y, change }) => [x, y, change])).toEqual([
      [25, 50, 50],
      [100, 0, 50],
    ])
  })

  test.each([
    ['of one day', history(0, day('2026-03-01', 1_000))],
    ['that never moves', history(500, day('2026-03-01', 500), day('2026-03-02', 500))],
    ['of nobody’s points', history(0, day('2026-03-01', 0))],
    ['over a million', history(999_999, day('2026-03-01', 1_000_001))],
    ['with losses', history(40, day('2026-03-01', 0), day('2026-03-09', 7))],
  ])('%s stays inside, between two to five round numbers', (_what, of) => {
    const line = lineOf(of)
    const levels = [of.startPoints, ...of.days.map(({ points }) => points)]
    const ticks = line.ticks.map(({ points }) => points)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks[0]).toBeLessThanOrEqual(Math.min(...levels))
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...levels))
    for (const { x, y } of line.days) {
      expect(x > 0 && x <= 100, `x ${x}`).toBe(true)
      expect(y >= 0 && y <= 100, `y ${y}`).toBe(true)
    }
  })

  test('is none when no day was played', () => {
    expect(pointsLine(history(500))).toBeNull()
  })

  test('knows the day nearest to a place', () => {
    const line = lineOf(history(0, day('2026-01-02', 50), day('2026-01-05', 100)))
    expect([0, 60, 70, 100].map((x) => nearestPoint(line.days, x))).toEqual([0, 0, 1, 1])
  })
})

describe('the chart', () => {
  const renderChart = () => render(<PointsChart history={someHistory} line={lineOf(someHistory)} />)

  test('tells of the last day, and of any other by the keyboard', async () => {
    renderChart()
    const last = 'Jan 5, 2026 (UTC): 12,345 points (−55), 1 win, 2 losses'
    expect(screen.getByText(last)).toBeTruthy()
    const slider = screen.getByRole('slider', { name: 'Day of the chart' })
    expect(slider.getAttribute('aria-valuetext')).toBe(last)
    await whenReady.change(slider, { target: { value: '0' } })
    expect(screen.getByText('Jan 3, 2026 (UTC): 12,400 points (+400), 4 wins, 0 losses')).toBeTruthy()
  })

  test('reads as a table as well, newest first', async () => {
    renderChart()
    expect(screen.queryByRole('table', { hidden: true })).toBeNull()
    await whenReady.click(screen.getByText('Show as table'))
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Day (UTC)', 'Points', 'Change', 'Wins', 'Losses'],
      ['Jan 5, 2026', '12,345', '−55', '1', '2'],
      ['Jan 3, 2026', '12,400', '+400', '4', '0'],
    ])
  })
})
