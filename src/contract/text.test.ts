import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NewContactMessage } from './reports/contact-schemas.ts'
import { textOf } from './sentences.ts'
import {
  codePoints,
  isSearchable,
  isUserLink,
  isVisible,
  maxGamertag,
  shownGamertag,
  typedCode,
} from './text.ts'

const invisible = [
  ' ',
  '\t',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\u{e0041}',
  '\ufeff',
  '\ufffc',
  '\u115f',
  '\uffa0',
  '\u{16fe4}',
  '\u{13432}',
]

describe('What a reader sees', () => {
  test('[inputs.54] [field.150] spaces and invisible letters alone are blank, beside a visible letter they are not', () => {
    void assert(
      property(array(constantFrom(...invisible)), string({ unit: 'grapheme-ascii' }), (blank, letters) => {
        const nothing = blank.join('')
        expect(isVisible(nothing)).toBe(false)
        expect(isVisible(nothing + letters)).toBe(letters.trim() !== '')
      }),
    )
    for (const seen of ['a', '猫', '🦊', '★', '.', '\u0301', '\ue000'])
      expect(isVisible(seen), seen).toBe(true)
  })

  test('[inputs.54] a message that nobody can see is refused with the field', () => {
    const said = { name: 'Ann', email: 'ann@fox.example', subject: '\u2800\u2800', message: 'Hello' }
    const { error } = NewContactMessage.safeParse(said)
    expect(error?.issues.map(({ path, message }) => [path[0], textOf(message)])).toMatchObject([
      ['subject', { message: ['Subject is required'] }],
    ])
  })
})

describe('Names from the game', () => {
  test('[inputs.56] two spellings of one name are stored as one, which is the name and no longer than names are', () => {
    void assert(
      property(string({ unit: 'grapheme', minLength: 1, maxLength: maxGamertag }), (name) => {
        const shown = shownGamertag(name)
        if (shown === null) {
          expect(isVisible(name)).toBe(false)
          return
        }
        expect(shown.normalize('NFC')).toBe(name.normalize('NFC'))
        const other = name.normalize('NFD')
        if (codePoints(name.normalize('NFC')) <= maxGamertag) expect(shownGamertag(other)).toBe(shown)
        expect(codePoints(shown)).toBeLessThanOrEqual(Math.max(maxGamertag, codePoints(name)))
      }),
    )
    expect(shownGamertag('Ｆｏｘ')).toBe('Ｆｏｘ')
    // Composed, each of these is two letters.
    expect(shownGamertag('\u0958'.repeat(64))).toBe('\u0958'.repeat(64))
  })
})

test('[inputs.58] three letters are searched for, and two where both are Chinese, Japanese or Korean', () => {
  for (const text of [
    '小明',
    'ねこ',
    'ネコ',
    '김수',
    '김수'.normalize('NFD'),
    'ルー',
    'abc',
    '🦊🦊🦊',
    '小明a',
  ])
    expect(isSearchable(text), text).toBe(true)
  for (const text of ['', '小', '小a', 'ab', '🦊🦊', 'éà', '、。', 'ー'])
    expect(isSearchable(text), text).toBe(false)
})

test('[inputs.60] a code is read without the spaces, dashes and invisible letters that came along', () => {
  expect(typedCode(' abcd-\u200bef gh\ufeff\n')).toBe('ABCDEFGH')
})

test('[api.21] A link of a user is http or https with a host and without credentials, of 2,048 characters at most', () => {
  const longest = `https://fox.example/${'a'.repeat(2_048 - 20)}`
  for (const link of [
    'https://fox.example',
    'HTTP://fox.example/a@b?c#d',
    'https://fox.example:8443',
    longest,
  ])
    expect(isUserLink(link), link).toBe(true)
  for (const link of [
    `${longest}a`,
    'fox.example',
    'ftp://fox.example',
    'javascript:alert(1)',
    'https://',
    'https:///path',
    'https://ann@fox.example',
    'https://ann:secret@fox.example/',
    'https://[',
    'https://fox.example:99999',
    'https://fox.example/a b',
    'see https://fox.example',
  ])
    expect(isUserLink(link), link).toBe(false)
})
