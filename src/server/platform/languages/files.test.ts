import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CatalogueFiles } from './files.ts'
import { Languages } from './languages.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'languages-'))
  for (const name of ['shipped', 'own']) mkdirSync(join(directory, name))
  write('../shipped/de.po', entry('Players', 'Spieler'))
  write('sv.po', entry('Players', 'Spelare'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const entry = (text: string, translation: string) => `msgid "${text}"\nmsgstr "${translation}"\n\n`
const write = (name: string, content: string | Buffer) => writeFileSync(join(directory, 'own', name), content)
const pathOf = (name: string) => join(directory, 'own', name)
const filesOf = () => new CatalogueFiles([join(directory, 'shipped'), join(directory, 'own')])

/** What is offered of these, and what is said of the files; the log has the same. */
async function offer(...tags: string[]) {
  const logged: string[] = []
  const log = { warn: (sentence: string) => void logged.push(sentence) }
  const languages = new Languages([join(directory, 'shipped'), join(directory, 'own')], log)
  await languages.offer(tags)
  expect(languages.problems).toEqual(logged)
  const listed = (await languages.available()).map(({ tag }) => tag)
  return {
    offered: languages.tags,
    listed,
    problems: logged.map((one) => one.replaceAll(`${directory}/`, '')),
  }
}
/** The texts of a language, in the order of the file, and what is said of them, by lines. */
async function read(tag: string) {
  const language = await filesOf().read(tag)
  return {
    texts: Object.values(language?.messages ?? {}).map(([text]) => text),
    problems: language?.problems.map((one) => one.replace(`${pathOf(`${tag}.po`)}:`, '')),
  }
}

const root = process.getuid?.() === 0
const dutch = entry('Players', 'Spelers')

test.each<[string, () => void, string]>([
  [
    'in UTF-16 without a mark',
    () => write('nl.po', Buffer.from(dutch, 'utf16le')),
    'it is not a text in UTF-8: save it in UTF-8 (line 1)',
  ],
  [
    'a picture',
    () => write('nl.po', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    'it is not a text in UTF-8: save it in UTF-8 (line 1)',
  ],
  ['a folder', () => mkdirSync(pathOf('nl.po')), 'it is not a file'],
  ['a device without an end', () => symlinkSync('/dev/zero', pathOf('nl.po')), 'it is not a file'],
  [
    'a link to itself',
    () => symlinkSync(pathOf('nl.po'), pathOf('nl.po')),
    'it cannot be read (ELOOP): check its owner and rights',
  ],
  ['larger than 4 MB', () => write('nl.po', dutch.repeat(150_000)), 'it is larger than 4 MB'],
  ['empty', () => write('nl.po', ''), 'it has no texts that can be read'],
  [
    'a head alone',
    () => write('nl.po', 'msgid ""\nmsgstr ""\n"Language: nl\\n"\n'),
    'it has no texts that can be read',
  ],
  [
    'a page of a website',
    () => write('nl.po', '<!doctype html>\n<title>Not found</title>\n'),
    'it has no texts that can be read',
  ],
  ...(root
    ? []
    : [
        [
          'not ours',
          () => writeFileSync(pathOf('nl.po'), dutch, { mode: 0 }),
          'it cannot be read (EACCES): check its owner and rights',
        ] as [string, () => void, string],
      ]),
])(
  '[languages.81] A language file that cannot be read is left out alone and named, and its language is not offered: it is %s',
  async (_, make, reason) => {
    make()
    const named = `own/nl.po: ${reason} (it is left out)`
    expect(await offer('en', 'nl', 'sv')).toEqual({
      offered: ['en', 'sv'],
      listed: ['de', 'en', 'sv'],
      problems: ['nl is offered, and there is no shipped/nl.po and no own/nl.po that can be read', named],
    })
    // Also before somebody offers it: the list does not have it.
    expect((await offer('en')).problems).toEqual([named])
  },
)

const head = (...lines: string[]) =>
  `msgid ""\nmsgstr ""\n${lines.map((line) => `"${line}\\n"\n`).join('')}\n`

test.each<[string, string | Buffer, string[], string[]?]>([
  ['nothing but texts', dutch, ['Spelers']],
  ['a byte order mark', `\uFEFF${dutch}`, ['Spelers']],
  ['a byte order mark before its head', `\uFEFF${head('Language: nl')}${dutch}`, ['Spelers']],
  ['UTF-16', Buffer.from(`\uFEFF${dutch}`, 'utf16le'), ['Spelers']],
  ['lines of Windows', (head('Language: nl') + dutch).replaceAll('\n', '\r\n'), ['Spelers']],
  ['lines of an old Mac', (head('Language: nl') + dutch).replaceAll('\n', '\r'), ['Spelers']],
  ['no end of its last line', dutch.trimEnd(), ['Spelers']],
  ['spaces around its lines', dutch.replaceAll('msg', '  msg').replaceAll('\n', ' \t\n'), ['Spelers']],
  ['no space before its quotes', dutch.replaceAll(' "', '"'), ['Spelers']],
  [
    'no empty lines',
    (dutch + entry('Online', 'Verbonden')).replaceAll('\n\n', '\n'),
    ['Spelers', 'Verbonden'],
  ],
  ['more empty lines', `\n\n\n${dutch.replaceAll('\n', '\n\n\n')}`, ['Spelers']],
  [
    'the head of Poedit',
    head(
      'Project-Id-Version: \\"Vulx\\" 1.0',
      'POT-Creation-Date: 2026-01-05 12:00+0100',
      'Language: nl_NL',
      'Plural-Forms: nplurals=2; plural=(n != 1);',
      'X-Generator: Poedit 3.4.2',
      'X-Poedit-Basepath: .',
    ) + dutch,
    ['Spelers'],
  ],
  [
    'the head of Weblate, and what it says of texts',
    `# Dutch translations.\n# Ada <ada@players.example>, 2026.\n#, fuzzy\n${head('X-Generator: Weblate 5.9', 'Content-Type: text/plain; charset=UTF-8')}#, python-format\n#| msgid "Gamers"\n${dutch}`,
    ['Spelers'],
  ],
  [
    'another language in its head',
    head('Language: de', 'Plural-Forms: nplurals=6; plural=n;') + dutch,
    ['Spelers'],
  ],
  [
    'two heads',
    head('Language: nl') + dutch + head('Language: nl') + entry('Online', 'Verbonden'),
    ['Spelers', 'Verbonden'],
  ],
  ['a text that is marked fuzzy', `#, fuzzy, no-wrap\n${dutch}`, ['Spelers']],
  [
    'an earlier text',
    `${dutch}#, fuzzy\n#| msgctxt "x"\n#| msgid "On line"\n${entry('Online', 'Verbonden')}`,
    ['Spelers', 'Verbonden'],
  ],
  ['texts of before', `${dutch}#~ msgid "Gone"\n#~ msgstr "Weg\n\n#~ "of zo\n`, ['Spelers']],
  [
    'a context',
    'msgctxt "verb"\nmsgid "Post"\nmsgstr "Plaatsen"\n\nmsgid "Post"\nmsgstr "Bericht"\n',
    ['Plaatsen', 'Bericht'],
  ],
  ['a text in several lines', 'msgid ""\n"Play"\n"ers"\nmsgstr ""\n"Spel"\n"ers"\n', ['Spelers']],
  ['notes between the lines of a text', 'msgid "Players"\n# hm\nmsgstr "Spelers"\n', ['Spelers']],
  ['a line break of Unicode inside a text', entry('Players', 'Spel\u2028ers'), ['Spel\u2028ers']],
  ['escapes', entry('Players', 'a\\n\\t\\"b\\" \\\\'), ['a\n\t"b" \\']],
  ['a text with nothing but a space', dutch + entry('Online', ' '), ['Spelers']],
  ['a text that is there twice, once without its translation', entry('Players', '') + dutch, ['Spelers']],
  [
    'a text that the program does not know',
    dutch + entry('Of no release', 'Nergens'),
    ['Spelers', 'Nergens'],
  ],
  [
    'a letter of Windows-1252',
    Buffer.from(dutch + entry('Online', 'Geïnstalleerd') + entry('Mode', 'Spel'), 'latin1'),
    ['Spelers', 'Spel'],
    ['5: “Online”: it is not in UTF-8: save the file in UTF-8 (it is left out)'],
  ],
  [
    'HTML in a text',
    dutch + entry('Online', '<b>Verbonden</b>') + entry('Mode', '<script>alert(1)</script>'),
    ['Spelers'],
    [
      '4: “Online”: it has the tags </b> <b> instead of (none) (it is left out)',
      '7: “Mode”: it has the tags </script> <script> instead of (none) (it is left out)',
    ],
  ],
  [
    'a text of 3 MB without its end',
    `msgid "Online"\nmsgstr "${'a'.repeat(3_000_000)}\n\n${dutch}`,
    ['Spelers'],
    ['2: “Online”: the quotes are not closed (it is left out)'],
  ],
  [
    'a text of 3 MB that nobody knows',
    `${entry('a'.repeat(3_000_000), '{x}')}${dutch}`,
    ['Spelers'],
    [`1: “${'a'.repeat(80)}…”: it has the placeholders {x} instead of (none) (it is left out)`],
  ],
])(
  '[languages.85] Language files are read as tools and tired hands leave them: %s',
  async (_, content, texts, problems = []) => {
    write('nl.po', content)
    expect(await read('nl')).toEqual({ texts, problems })
  },
)

test.each([
  ['nl_NL.po', 'call it nl.po or nl-NL.po'],
  ['NL.po', 'call it nl.po'],
  ['nl.PO', 'call it nl.po'],
  ['nl.po.txt', 'call it nl.po'],
  ['nl.pot', 'call it nl.po'],
  ['pt-br.po', 'call it pt.po or pt-BR.po'],
  ['iw.po', 'call it he.po'],
  ['en.po', 'English is in the program, and no file changes it'],
  ['en_US.po', 'call it en-US.po'],
  ['dutch.po', 'its name is not the tag of a language, as nl.po and pt-BR.po are'],
  ['.po', 'its name is not the tag of a language, as nl.po and pt-BR.po are'],
])(
  '[languages.85] A file whose name is no language is left out and named with what it should be called: %s',
  async (name, reason) => {
    write(name, dutch)
    // With English alone too: somebody looks for the language in the settings.
    expect(await offer('en')).toEqual({
      offered: ['en'],
      listed: ['de', 'en', 'sv'],
      problems: [`own/${name}: ${reason} (it is left out)`],
    })
  },
)

test('[languages.85] What lies beside the files of languages is passed over: what editors and Poedit write', async () => {
  for (const name of ['nl.mo', 'nl.po~', '.nl.po.swp', 'nl.po.bak', 'README.md']) write(name, dutch)
  expect((await offer('en')).problems).toEqual([])
})

test('[languages.85] A code of no language is named, and can be offered with the plural forms of English', async () => {
  write('xx.po', entry('{n, plural, one {# win} other {# wins}}', '{n, plural, one {#} other {##}}'))
  expect(await offer('en', 'xx')).toEqual({
    offered: ['en', 'xx'],
    listed: ['de', 'en', 'sv', 'xx'],
    problems: ['own/xx.po: xx is the code of no language that is known here'],
  })
})

test('[languages.85] A folder of languages that is a file is named, and the release is listed', async () => {
  rmSync(join(directory, 'own'), { recursive: true })
  writeFileSync(join(directory, 'own'), '')
  expect(await offer('en', 'de')).toEqual({
    offered: ['en', 'de'],
    listed: ['de', 'en'],
    problems: ['own: it cannot be read (ENOTDIR)'],
  })
})

test('[languages.83] 50 problems are named at most, and how many more there are; what takes a language comes first', async () => {
  write('nl.po', Array.from({ length: 70 }, (_, n) => entry(`Text ${n}`, '{x}')).join(''))
  const { problems } = await offer('en', 'nl', 'fi')
  expect(problems).toHaveLength(51)
  expect([problems[0], problems.at(-1)]).toEqual([
    'fi is offered, and there is no shipped/fi.po and no own/fi.po that can be read',
    '21 more are not listed before these are mended',
  ])
})
