import { expect, test } from 'vitest'
import { markColours, markPaths, markRows, markSize } from './mark.ts'

test('The mark is a square of known colours', () => {
  expect(markSize).toBe(16)
  for (const row of markRows) expect(row).toMatch(new RegExp(`^[.${Object.keys(markColours).join('')}]{16}$`))
})

test('Its paths draw every voxel once', () => {
  const voxels = markPaths.flatMap(({ d }) => d.match(/M\d+ \d+/g) ?? [])
  expect(voxels).toHaveLength(markRows.join('').replaceAll('.', '').length)
  expect(new Set(voxels).size).toBe(voxels.length)
})
