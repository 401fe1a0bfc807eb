import { expect, test } from 'vitest'
import { splitAtMentions } from './mentions.ts'

const texts = (text: string, mentions: readonly { at: number; length: number }[]) =>
  splitAtMentions(text, mentions).map((piece) => [piece.text, piece.mention !== undefined])

test('a text is split at its mentions, which count whole characters, and is the same when it is joined', () => {
  const text = '\u{1f98a}\u{1f98a} @Ann, @Iron Fox'
  const pieces = splitAtMentions(text, [
    { at: 9, length: 9 },
    { at: 3, length: 4 },
  ])
  expect(pieces.map((piece) => [piece.text, piece.mention?.at])).toEqual([
    ['\u{1f98a}\u{1f98a} ', undefined],
    ['@Ann', 3],
    [', ', undefined],
    ['@Iron Fox', 9],
  ])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('spans that do not fit the text are left out', () => {
  for (const mentions of [
    [],
    [{ at: 1, length: 4 }],
    [{ at: -1, length: 4 }],
    [{ at: 0, length: 99 }],
    [{ at: 99, length: 4 }],
  ])
    expect(texts('@Ann', mentions)).toEqual([['@Ann', false]])
  expect(
    texts('@Ann @Bob', [
      { at: 0, length: 9 },
      { at: 5, length: 4 },
    ]),
  ).toEqual([['@Ann @Bob', true]])
})
