import { expect, test } from 'vitest'
import { withoutLineBreaks } from './page-path.ts'

test.each([
  ['/%0a1', '/%EF%BF%BD1'],
  ['/x%0D%0A', '/x%EF%BF%BD%EF%BF%BD'],
  ['/x%E2%80%A8/%e2%80%a9', '/x%EF%BF%BD/%EF%BF%BD'],
])('a line break in a path is replaced: %s', (path, expected) => {
  expect(withoutLineBreaks(path)).toBe(expected)
})

test.each(['/', '/social', '/player/7', '/%250a', '/%E2%80%A6', '/%00'])('%s stays as it is', (path) => {
  expect(withoutLineBreaks(path)).toBe(path)
})
