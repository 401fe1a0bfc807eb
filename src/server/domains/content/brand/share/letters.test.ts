import { describe, expect, test } from 'vitest'
import { body, display } from './fonts.ts'
import { runsOf, withDrawableLetters } from './glyph-runs.ts'
import { line, widthOf, wrapped } from './text.ts'

const left = (text: string) => withDrawableLetters(text, display, 'nothing')

describe('no letter becomes a box', () => {
  test.each([
    ['Alexandra_99', 'Alexandra_99'],
    ['<b>&"\'</b>', '<b>&"\'</b>'],
    ['Zażółć gęślą', 'Zażółć gęślą'],
    ['Лисица', 'Лисица'],
    ['Αλεπού', 'Αλεπού'],
    ['Cáo đỏ', 'Cáo đỏ'],
    // Combining accents.
    ['E\u0301mile', 'Émile'],
    // Compatibility forms of letters.
    ['Ｆｏｘ 𝓕𝓸𝔁 Ⓕ', 'Fox Fox F'],
    ['Fox 🦊', 'Fox'],
    ['👨‍👩‍👧 family', 'family'],
    ['محمد99', '…99'],
    ['Fox狐の網King', 'Fox…King'],
    ['\u202eevil\u202c \u200bname', 'evil name'],
    ['  a \n\t b  ', 'a b'],
  ])('%j is drawn as %j', (text, expected) => {
    expect(left(text)).toBe(expected)
  })

  test.each(['狐の網', '🦊🦊', '\u202e\u200b', '   ', '---'])('%j leaves nothing to read', (text) => {
    expect(left(text)).toBe('nothing')
  })
})

test('A font of another script comes in for the letters that it alone has', () => {
  const runs = runsOf('Fox Лис Fox', display)
  expect(runs.map(({ text }) => text)).toEqual(['Fox ', 'Лис', ' Fox'])
  expect(runs[0]?.file).toContain('jersey-10')
  expect(runs[1]?.file).toContain('inter-cyrillic')
})

const scaleOf = (svg: string) => Number(/scale\(([\d.]+) /.exec(svg)?.[1])
const setting = { faces: display, size: 100, fill: '#ffffff', x: 0, baseline: 100 } as const

test('A long line is set smaller, and one that is longer still ends with an ellipsis', () => {
  const short = line({ ...setting, text: 'Fox', max: 600 })
  expect(scaleOf(short)).toBe(100)
  const long = line({ ...setting, text: 'A fox of some length', max: 600, min: 40 })
  expect(scaleOf(long)).toBeLessThan(100)
  expect(scaleOf(long)).toBeGreaterThanOrEqual(40)
  const tooLong = line({ ...setting, text: 'W'.repeat(200), max: 600, min: 40 })
  expect(scaleOf(tooLong)).toBeGreaterThanOrEqual(40)
  const drawn = tooLong.match(/<path/g)?.length ?? 0
  expect(drawn).toBeGreaterThan(10)
  expect(drawn).toBeLessThan(60)
})

test('Text is outlines and never markup', () => {
  const svg = line({ ...setting, text: '</g><script>alert(1)</script>&amp;' })
  expect(svg.replace(/<\/?(?:g|path)\b[^<>]*>/g, '')).toBe('')
})

test('Sentences break between words, and into no more lines than there is room for', () => {
  const max = widthOf('eight letters', body)
  expect(wrapped('one two three four', body, max, 2)).toEqual(['one two', 'three four'])
  expect(wrapped('one two three four five six seven', body, max, 2)).toEqual([
    'one two',
    'three four five six seven',
  ])
})
