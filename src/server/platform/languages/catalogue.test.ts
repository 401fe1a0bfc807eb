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
    /^in Polish, \{n\} needs the plural forms one, few, many, other \(missing: few, many\)$/,
  ],
  [
    'a form is none of the language',
    'de',
    '{n, plural, one {# win} other {# wins}}',
    '{n, plural, one {#} few {#} other {#}}',
    /^in German, \{n\} needs the plural forms one, other \(too many: few\)$/,
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

test('[languages.07] a file that is no catalogue is named', async () => {
  expect(await readCatalogue('de', 'Hallo')).toEqual({
    messages: {},
    dir: 'ltr',
    ids: [],
    hasTexts: false,
    problems: [{ line: 1, reason: 'this belongs to no msgid and no msgstr' }],
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

test('[languages.07] a text that does not fit is left out with a sentence, and the rest of the file counts', async () => {
  const { messages, problems, dir } = await readCatalogue(
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
  expect(problems).toEqual([
    { line: 8, reason: '“Hello {name}”: it has the placeholders (none) instead of {name}' },
  ])
  expect(dir).toBe('rtl')
})

test('[languages.07] a file that is no catalogue has no texts', async () => {
  for (const text of ['', 'msgid', '\0\0\0', '<html>'])
    expect((await readCatalogue('de', text)).messages).toEqual({})
})

const noQuotes = 'the text is not in quotes, "like this"'
const before = 'msgid "Before"\nmsgstr "Voor"\n\n'
const after = '\nmsgid "After"\nmsgstr "Na"\n'

test.each<[string, string, string[]]>([
  [
    'its quotes are not closed',
    'msgid "Players"\nmsgstr "Spelers\n',
    ['5: “Players”: the quotes are not closed'],
  ],
  [
    'it goes on in the next line',
    'msgid "Players"\nmsgstr "Spelers\nzijn online"\n',
    ['5: “Players”: the quotes are not closed'],
  ],
  [
    'its quotes end in a backslash',
    'msgid "Players"\nmsgstr "Spelers\\"\n',
    ['5: “Players”: the quotes are not closed'],
  ],
  ['it has no quotes', 'msgid "Players"\nmsgstr Spelers\n', [`5: “Players”: ${noQuotes}`]],
  [
    'its quotes are of a word processor',
    'msgid "Players"\nmsgstr “Spelers”\n',
    [`5: “Players”: ${noQuotes}`],
  ],
  ['its msgid has no quotes', 'msgid Players\nmsgstr "Spelers"\n', [`4: ${noQuotes}`]],
  [
    'a further line has no quotes',
    'msgid "Players"\nmsgstr "Spelers "\nonline\n',
    [`6: “Players”: ${noQuotes}`],
  ],
  [
    'a quote is inside it',
    'msgid "Players"\nmsgstr "de "beste" spelers"\n',
    ['5: “Players”: a quote inside the text is written \\"'],
  ],
  [
    'msgid is mistyped',
    'mgsid "Players"\nmsgstr "Spelers"\n',
    ['4: mgsid is not one of msgctxt, msgid and msgstr'],
  ],
  [
    'msgstr is mistyped',
    'msgid "Players"\nmsgsrt "Spelers"\n',
    ['5: “Players”: msgsrt is not one of msgctxt, msgid and msgstr'],
  ],
  [
    'msgctxt is mistyped',
    'msgctx "verb"\nmsgid "Players"\nmsgstr "Spelers"\n',
    ['4: msgctx is not one of msgctxt, msgid and msgstr'],
  ],
  ['it has no msgid', 'msgstr "Spelers"\n', ['4: there is no msgid']],
  [
    'it has a second msgstr',
    'msgid "Players"\nmsgstr "Spelers"\nmsgstr "Speelsters"\n',
    ['6: there is no msgid'],
  ],
  ['it has no msgstr', 'msgid "Players"\n', ['4: “Players”: there is no msgstr']],
  ['lines belong to nothing', '"Spelers"\n"online"\n', ['4: this belongs to no msgid and no msgstr']],
  [
    'there is a mark of a merge',
    '<<<<<<< mine\nmsgid "Players"\nmsgstr "Spelers"\n',
    ['4: this belongs to no msgid and no msgstr'],
  ],
  [
    'there are plural forms of gettext',
    'msgid "Players"\nmsgid_plural "Players"\nmsgstr[0] "Speler"\nmsgstr[1] "Spelers"\n',
    ['5: “Players”: plural forms are inside the text, in one msgid and one msgstr'],
  ],
  [
    'it goes on with a quote in the next line',
    'msgid "Players"\nmsgstr "Spelers\nzijn "online"\n',
    ['5: “Players”: the quotes are not closed'],
  ],
  [
    'its msgstr is missing before a context',
    'msgid "Players"\nmsgctxt "verb"\nmsgid "Post"\nmsgstr "Plaatsen"\n',
    ['4: “Players”: there is no msgstr'],
  ],
  [
    'it is there a second time',
    'msgid "Before"\nmsgstr "Eerder"\n',
    ['4: “Before”: line 1 translates it already, which counts'],
  ],
  [
    'it is in another encoding',
    'msgid "Players"\nmsgstr "Spelers \uFFFD"\n',
    ['5: “Players”: it is not in UTF-8: save the file in UTF-8'],
  ],
  [
    'nothing parts it from its neighbours',
    'msgid "One"\nmsgstr "Een"\nmsgid "Two"\nmsgstr "Twee\nmsgid "Three"\nmsgstr "Drie"\n',
    ['7: “Two”: the quotes are not closed'],
  ],
])(
  '[languages.80] An entry of a language file that is not valid is named with its line and costs that text alone: %s',
  async (_, entry, named) => {
    const { messages, problems } = await readCatalogue('nl', before + entry + after)
    expect(problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(named)
    const said = Object.values(messages).flat()
    expect([said[0], said.at(-1)]).toEqual(['Voor', 'Na'])
    for (const text of ['Twee', 'Speelsters', 'Speler', 'Eerder']) expect(said).not.toContain(text)
  },
)

test('[languages.80] A broken head is named and costs no text', async () => {
  const { messages, problems } = await readCatalogue(
    'nl',
    `msgid ""\nmsgstr ""\n"Language: nl\\n\n\n${before}`,
  )
  expect([Object.values(messages), problems]).toEqual([
    [['Voor']],
    [{ line: 3, reason: 'the quotes are not closed' }],
  ])
})

test.each([
  ['nl', 'plural', 'other {#}', 'in Dutch, {n} needs the plural forms one, other (missing: one)'],
  ['ja', 'plural', 'one {#} other {#}', 'in Japanese, {n} needs the plural forms other (too many: one)'],
  ['ar', 'plural', 'one {#} some {#} other {#}', 'some is not a plural form of any language'],
  [
    'pt-BR',
    'plural',
    'one {#} few {#} other {#}',
    'in Brazilian Portuguese, {n} needs the plural forms one, many, other (missing: many; too many: few)',
  ],
  ['nl', 'selectordinal', 'one {#} other {#}', 'in Dutch, {n} needs the plural forms other (too many: one)'],
  ['nl', 'select', 'a {1} other {2}', '{n} needs the choices a, b, other (missing: b)'],
  // No language; it has the forms of English, wherever the site runs.
  ['xx', 'plural', 'other {#}', 'in xx, {n} needs the plural forms one, other (missing: one)'],
])(
  '[languages.82] What is wrong with plural forms says which the language needs, which are missing and which too many: %s %s %s',
  (tag, type, forms, problem) => {
    const english = type === 'select' ? 'a {1} b {2} other {3}' : 'one {#} other {#}'
    expect(problemOf(tag, `{n, ${type}, ${english}}`, `{n, ${type}, ${forms}}`)).toBe(problem)
  },
)

test.each([
  ['Hallo {na me}', 'it cannot be read at “me}”'],
  [
    "Hallo '{name}'",
    "it has the placeholders (none) instead of {name}: ' takes a brace after it as text, ’ and '' do not",
  ],
  ['Hallo <b>{name}</b>', 'it has the tags </b> <b> instead of (none)'],
  ['Hallo <a href="/">{name}</a>', 'it has the tags </a> <a href="/"> instead of (none)'],
  ['Hallo {name}<br />', 'it has the tags <br /> instead of (none)'],
  ['{name, plural one {a} other {b}}', 'it cannot be read at “one {a} other {b}}”'],
])('[languages.06] what is wrong with a translation is said where it is: %s', (translation, problem) => {
  expect(problemOf('nl', 'Hello {name}', translation)).toBe(problem)
})

test.each([
  ['ar', '', 'rtl'],
  ['he-IL', 'Language: he', 'rtl'],
  ['az-Arab', '', 'rtl'],
  ['az', '', 'ltr'],
  ['ar', 'X-Direction: ltr', 'ltr'],
  ['nl', 'X-Direction: RTL', 'rtl'],
  ['nl', 'X-Direction: up', 'ltr'],
])(
  '[languages.34] a language is mirrored as it is written, also where nobody says so: %s, “%s”',
  async (tag, line, dir) => {
    expect((await readCatalogue(tag, `msgid ""\nmsgstr ""\n"${line}\\n"\n\n${before}`)).dir).toBe(dir)
  },
)

test('[languages.80] A text keeps its context after an entry without its msgstr', async () => {
  const post = 'msgctxt "verb"\nmsgid "Post"\nmsgstr "Plaatsen"\n'
  const { messages } = await readCatalogue('nl', `msgid "Players"\n${post}`)
  expect(messages).toEqual((await readCatalogue('nl', post)).messages)
})
