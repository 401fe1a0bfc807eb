import { expect, test } from 'vitest'
import { sizesOf } from './size.ts'

const sized = (TEST_SIZE: string, TEST_SEED?: string) => {
  const { bySize, someOf, isLookedAt } = sizesOf({ TEST_SIZE, TEST_SEED })
  const looks = [1, 2, 3].filter(() => isLookedAt())
  return { size: bySize(1, 2), windows: someOf(['wide', 'narrow']), looks: looks.length }
}

test('[green.64] On a slow machine the complete run has one of what is the same in both windows and every third look of axe, chosen by a seed', () => {
  expect(sized('full')).toEqual({ size: 2, windows: ['wide', 'narrow'], looks: 3 })
  expect(sized('small')).toEqual({ size: 1, windows: ['wide', 'narrow'], looks: 0 })
  expect(sized('sample', '4')).toEqual({ size: 1, windows: ['wide'], looks: 1 })
  expect(sized('sample', '7')).toEqual({ size: 1, windows: ['narrow'], looks: 1 })
})
