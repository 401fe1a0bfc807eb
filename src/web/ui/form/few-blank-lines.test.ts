import { expect, test } from 'vitest'
import { fewBlankLines } from './few-blank-lines.ts'

test.each([
  ['one\ntwo', 'one\ntwo'],
  ['one\n\n\ntwo', 'one\n\n\ntwo'],
  ['one\n\n\n\ntwo', 'one\n\n\ntwo'],
  ['one\n \n\u3164\n\u200b\n\u2800\n\ttwo', 'one\n\n\n\ttwo'],
  ['one\r\n\r\n\r\n\r\n\r\ntwo', 'one\n\n\ntwo'],
  [`a${'\n'.repeat(300)}b\nc${'\n'.repeat(9)}d`, 'a\n\n\nb\nc\n\n\nd'],
])('A text shows at most two blank lines in a row: %j', (written, shown) => {
  expect(fewBlankLines(written)).toBe(shown)
})

test('a long run of blank lines takes no time', () => {
  const before = process.cpuUsage()
  fewBlankLines(`a${'\n \u3164'.repeat(100_000)}b`)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
})
