import { expect, test } from 'vitest'
import { problemOf, readCatalogue } from './catalogue.ts'

test.each([
  ['a placeholder is left out', 'de', 'Hello {name}', 'Hallo', /placeholders \(none\) instead of \{name\}/],
  ['a placeholder is another', 'de', 'Hello {name}', 'Hallo {nmae}', /\{nmae\} instead of \{name\}/],
  ['a brace is not closed', 'de', 'Hello {name}', 'Hallo {name', /cannot be read/],
  ['a tag is left out', 'de', 'Read the <0>docs</0>', 'Lies die Hilfe', /tags \(none\) instead of <\/0> <0>/],
  ['a tag is not closed', 'de', 'Read the <0>docs</0>', 'Lies die <0>Hilfe', /not closed/],
  ['tags cross', 'de', '<0>a</0><1>b</1>', '<0>a<1></0>b</1>', /<\/0> closes nothing/],
  [
    'a form is missing',
    'pl',
    '{n, plural, one {# win} other {# wins}}',
    '{n, plural, one {#} other {#}}',
    /forms of n one other instead of few many one other/,
  ],
  [
    'a form is none of the language',
    'de',
    '{n, plural, one {# win} other {# wins}}',
    '{n, plural, one {#} few {#} other {#}}',
    /forms of n few one other instead of one other/,
  ],
  [
    'a plural became a plain number',
    'de',
    '{n, plural, one {# win} other {# wins}}',
    '{n} Siege',
    /\{n\} instead of \{n, plural\}/,
  ],
])('[languages.06] a translation is refused where %s', (_, tag, english, translation, problem) => {
  expect(problemOf(tag, english, translation)).toMatch(problem)
})

test('[languages.07] a file that is no catalogue is named', () => {
  expect(readCatalogue('de', 'Hallo')).toEqual({
    messages: {},
    dir: 'ltr',
    files: {},
    ids: [],
    problems: ['there are no texts that can be read'],
  })
})

test.each([
  ['de', 'Hello {name}, {count} new', '{count} neu, {name}'],
  ['de', 'It’s a {thing}', 'Das ist’s: {thing}'],
  ['de', 'Read the <0>docs</0>, <1/>', '<1/>: <0>Hilfe</0>'],
  [
    'ar',
    '{n, plural, one {# win} other {# wins}}',
    '{n, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
  ],
  ['ja', '{n, plural, one {# win} other {# wins}}', '{n, plural, other {#}}'],
  ['de', '{n, plural, one {# win} other {# wins}}', '{n, plural, =0 {kein} one {#} other {#}}'],
])(
  '[languages.06] a translation may order its words otherwise, and has the plural forms of CLDR (%s: %s)',
  (...texts) => {
    expect(problemOf(...(texts as [string, string, string]))).toBeUndefined()
  },
)

test('[languages.07] a text that does not fit is left out with a sentence, and the rest of the file counts', () => {
  const { messages, problems, dir } = readCatalogue(
    'ar',
    `msgid ""
msgstr ""
"X-Direction: rtl\\n"

msgid "Not found"
msgstr "غير موجود"

msgid "Hello {name}"
msgstr "مرحبا"

msgctxt "verb"
msgid "Post"
msgstr "انشر"

msgid "Not translated"
msgstr ""

#~ msgid "Of before"
#~ msgstr "قبل"
`,
  )
  expect(Object.values(messages)).toEqual([['غير موجود'], ['انشر']])
  expect(problems).toEqual(['“Hello {name}”: it has the placeholders (none) instead of {name}'])
  expect(dir).toBe('rtl')
})

test('[languages.07] a file that is no catalogue has no texts', () => {
  for (const text of ['', 'msgid', '\0\0\0', '<html>']) expect(readCatalogue('de', text).messages).toEqual({})
})
