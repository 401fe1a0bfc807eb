import fc from 'fast-check'
import { expect, test } from 'vitest'
import { webAddresses } from './web-addresses.ts'

const links = (text: string) =>
  webAddresses(text).flatMap((piece) => (piece.href === undefined ? [] : [[piece.text, piece.href]]))

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>',
  'ftp://isles.example/file',
  'www.isles.example',
  'https://',
  'https://localhost',
  'https://user:secret@isles.example/',
  'https://isles.example@evil.example/',
  'https://isles.example\\@evil.example',
  'https://аpple.example/',
  'https://\u202Eelpmaxe.selsi',
  'https://isles.example:99999/',
  'xhttps://isles.example',
  `https://isles.example/${'a'.repeat(2_048)}`,
])('%s stays text', (text) => {
  expect(links(text)).toEqual([])
})

test.each([
  ['https://isles.example', 'https://isles.example', 'https://isles.example/'],
  ['Look: HTTP://Isles.Example/a?b=c#d!', 'HTTP://Isles.Example/a?b=c#d', 'http://isles.example/a?b=c#d'],
  ['(https://isles.example/wiki/Fox_(animal)).', 'https://isles.example/wiki/Fox_(animal)', undefined],
  ['[https://isles.example/a], yes', 'https://isles.example/a', undefined],
  ['"https://isles.example/a"', 'https://isles.example/a', undefined],
  ['https://isles.example/füchse', 'https://isles.example/füchse', 'https://isles.example/f%C3%BCchse'],
  ['https://isles.example/a\u202Eb', 'https://isles.example/a', undefined],
  ['https://isles.example:8080/a...', 'https://isles.example:8080/a', undefined],
  ['https://isles.example\u3000次', 'https://isles.example', 'https://isles.example/'],
])('%s holds the address %s', (text, address, href = address) => {
  expect(links(text)).toEqual([[address, href]])
})

test('Several addresses are links each', () => {
  expect(links('https://one.example and https://two.example/x').map(([text]) => text)).toEqual([
    'https://one.example',
    'https://two.example/x',
  ])
})

test('No word is lost or added, and only http and https are linked, whatever is written', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('https://', 'http://', 'isles.example', '/a(b)', '@', '\\', '.', ')', ' ', '\u202e'),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const pieces = webAddresses(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const { href } of pieces) if (href !== undefined) expect(href).toMatch(/^https?:\/\/[^@]/)
    }),
  )
})
