import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { webAddresses } from '../../../contract/content/web-addresses.ts'
import { linkAddresses } from './link-addresses.ts'
import { renderMarkdown } from './render-markdown.ts'

const parsed = (markdown: string) => new JSDOM(renderMarkdown(markdown)).window.document
const links = (markdown: string) =>
  [...parsed(markdown).querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])

test.each([
  'javascript:alert(1)',
  'www.isles.example',
  'https://user:secret@isles.example/',
  'https://isles.example\\@evil.example',
  'https://аpple.example/',
  '`https://isles.example`',
  '```\nhttps://isles.example\n```',
  'javascript:https&colon;',
])('[inputs.12] %s stays text in a news item', (markdown) => {
  expect(links(markdown)).toEqual([])
})

test.each([
  [
    'Look: https://isles.example/a?b=1&c="2".',
    'https://isles.example/a?b=1&c=',
    'https://isles.example/a?b=1&c=',
  ],
  ['**https://isles.example**', 'https://isles.example', 'https://isles.example/'],
  ['- (https://isles.example/a_b_c)', 'https://isles.example/a_b_c', 'https://isles.example/a_b_c'],
  ['> # https://isles.example/füchse', 'https://isles.example/füchse', 'https://isles.example/f%C3%BCchse'],
  ['<https://isles.example/a>', 'https://isles.example/a', 'https://isles.example/a'],
  ['[https://one.example](https://two.example)', 'https://one.example', 'https://two.example'],
  ['[**https://one.example** `x`](/rules)', 'https://one.example x', '/rules'],
])('[inputs.12] %s is one link in a news item', (markdown, text, href) => {
  expect(links(markdown)).toEqual([[text, href]])
})

test('[inputs.12] an address after code or after a link is a link again', () => {
  expect(links('`x` [y](/z) https://isles.example').at(-1)).toEqual([
    'https://isles.example',
    'https://isles.example/',
  ])
})

const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'https://',
    'isles.example',
    'javascript:alert(1)',
    '/a?b=1&c',
    '<',
    '>',
    '"',
    "'",
    '&amp;',
    '&#58;',
  ),
  fc.constantFrom(
    '*',
    '_',
    '`',
    '[',
    '](',
    ')',
    '\\',
    '\n',
    '\n\n',
    '# ',
    '> ',
    '- ',
    '@',
    ' ',
    '\u202e',
    '```\n',
  ),
)
const text = fc.array(part, { maxLength: 16 }).map((parts) => parts.join(''))

test('[inputs.12] whatever is written: no link runs a script, holds another link or has an event handler', () => {
  fc.assert(
    fc.property(text, (markdown) => {
      const document = parsed(markdown)
      for (const link of document.querySelectorAll('a'))
        expect(link.getAttribute('href')).toMatch(/^(?!\s*(?:javascript|data|vbscript):)/i)
      expect([...document.querySelectorAll('a a, code a, script, [onclick], [class]')]).toEqual([])
    }),
  )
})

test('[inputs.12] plain words have the same links in a post and in a news item, whatever is written', () => {
  const escaped = (words: string) =>
    words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  fc.assert(
    fc.property(text, (words) => {
      const html = linkAddresses(escaped(words))
      const links = [...new JSDOM(html).window.document.querySelectorAll('a')]
      const ofPost = webAddresses(words).flatMap(({ href }) => (href === undefined ? [] : [href]))
      expect(links.map((link) => link.getAttribute('href'))).toEqual(ofPost)
      expect(html.replace(/<[^>]*>/g, '')).toBe(escaped(words))
    }),
  )
})
