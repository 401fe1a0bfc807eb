import { expect, test } from 'vitest'
import { namesIn } from './names-in.ts'

const names = (text: string) => namesIn(text).map(({ names }) => names.map(({ name }) => name))

test('[evening.42] mail addresses, links, code and accounts elsewhere name nobody', () => {
  for (const text of [
    'mail ann@site.example now',
    'ann+@site.example',
    'https://site.example/@Ann',
    'https://ann@site.example/',
    'http://@Ann',
    'site.example/@Ann',
    '`@Ann`',
    'look: ```\n@Ann\n```',
    '@Ann@social.example',
    'a@@b @',
    '@',
    '@ Ann',
    '@\nAnn',
    'Ünï@Ann',
    'e\u0301@Ann',
  ])
    expect([text, names(text)]).toEqual([text, []])
  expect(names('@site.example')).toEqual([['site.example']])
  expect(names('`a` @Ann `b`, ``` open @Bob')).toEqual([['Ann'], ['Bob']])
})

test('[evening.42] a name ends where a word does, at the latest with its line, and the longest comes first', () => {
  expect(names('Hi (@Iron Fox!) and @Bo.')).toEqual([
    ['Iron Fox!) and', 'Iron Fox!)', 'Iron Fox!', 'Iron Fox', 'Iron'],
    ['Bo.', 'Bo'],
  ])
  expect(names('@Iron \nFox')).toEqual([['Iron']])
  expect(names("@Iron's")).toEqual([["Iron's", 'Iron']])
  expect(names('@Iron-Fox')).toEqual([['Iron-Fox']])
  expect(names('@Iron\u200bFox')).toEqual([['Iron\u200bFox']])
  expect(names('@A\u030angstrom @\u{1f98a}x')).toEqual([['\u00c5ngstrom'], ['\u{1f98a}x']])
})

test('[evening.42] a text of @ alone, and one of as many names as fit, are read at once', () => {
  const began = performance.now()
  expect(namesIn('@'.repeat(10_000))).toEqual([])
  expect(namesIn('@a '.repeat(3_333))).toHaveLength(3_333)
  const [long] = namesIn(`@${'a '.repeat(5_000)}`)
  expect(long?.names).toHaveLength(32)
  expect(performance.now() - began).toBeLessThan(2_000)
})
