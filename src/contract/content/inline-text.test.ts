import { expect, test } from 'vitest'
import { hasValidLinks, inlineParts, inlinePlain } from './inline-text.ts'

test.each([
  'javascript:alert(1)',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'rules',
  '/a\\b',
  `/${'a'.repeat(201)}`,
  '',
])('A link to %j is refused, and stays text where it is read', (to) => {
  const text = `See [this](${to}).`
  expect(hasValidLinks(text)).toBe(false)
  expect(inlineParts(text).every(({ kind }) => kind === 'text')).toBe(true)
})

test('A link that is not closed is refused', () => {
  expect(hasValidLinks('See [this](/rules')).toBe(false)
  expect(hasValidLinks('See [this](/rules and more)')).toBe(false)
})

test('Paths of the site, the invitation and commands are distinguished from text', () => {
  const text = '[Discord](discord) or [the form](/contact?about=bans#top): type `/link` <b>now</b>.'
  expect(hasValidLinks(text)).toBe(true)
  expect(inlineParts(text)).toEqual([
    { kind: 'link', text: 'Discord', to: 'discord' },
    { kind: 'text', text: ' or ' },
    { kind: 'link', text: 'the form', to: '/contact?about=bans#top' },
    { kind: 'text', text: ': type ' },
    { kind: 'code', text: '/link' },
    { kind: 'text', text: ' <b>now</b>.' },
  ])
  expect(inlinePlain(text)).toBe('Discord or the form: type /link <b>now</b>.')
})

test('A text without marks is one piece, an empty one none', () => {
  expect(inlineParts('gg [ez] (wp)')).toEqual([{ kind: 'text', text: 'gg [ez] (wp)' }])
  expect(inlineParts('')).toEqual([])
})
