import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RatingHelp } from '../domains/rankings/rating-help.tsx'
import { renderOnPages } from '../testing/pages.tsx'
import Ratings from './ratings.tsx'

test('[evening.21] /ratings explains ratings with an example, and what stands beside one leads there', async () => {
  const { unmount } = await renderOnPages(<Ratings />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('How ratings work')
  expect(screen.getByText('1512 ± 60 met 1620 ± 45: expected 35 %, won, +13.')).toBeTruthy()
  unmount()
  await renderOnPages(<RatingHelp />)
  expect(screen.getAllByRole('term', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    '± 60',
    '?',
    'Tier',
  ])
  const link = screen.getByRole('link', { name: 'How ratings work', hidden: true })
  expect(link.getAttribute('href')).toBe('/ratings')
})
