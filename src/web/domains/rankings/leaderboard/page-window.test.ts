import { expect, test } from 'vitest'
import { firstChoice } from './board-choice.ts'
import { pagesOf, pageWindow } from './pager.tsx'

test('[board.05] There are always 5 page buttons, around the current page', () => {
  expect(pageWindow(1, 49)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(3, 49)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(4, 49)).toEqual([2, 3, 4, 5, 6])
  expect(pageWindow(49, 49)).toEqual([45, 46, 47, 48, 49])
  expect(pageWindow(1, 2)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(90, 49)).toEqual([45, 46, 47, 48, 49])
})

test('[board.04] A page has 5 rows', () => {
  expect([0, 5, 6, 245].map((total) => pagesOf(total, { ...firstChoice, view: 'short' }))).toEqual([
    1, 1, 2, 49,
  ])
})
