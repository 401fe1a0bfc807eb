import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listOf, title } from '../../../contract/content/content-text-schemas.ts'
import { inlineParts } from '../../../contract/content/inline-text.ts'
import { isOffPath, shippedFooter, shippedHeader, siteParts } from '../../../contract/content/navigation.ts'
import type { SettingScope } from '../../../contract/content/settings.ts'
import { readConfig } from '../../config.ts'
import { rootDir } from '../../store.ts'
import { testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { type Content, type ContentTexts, contentOf, readTexts } from './content.ts'
import { defaultWords } from './default-words.ts'
import { checkYaml } from './yaml-file.ts'

const contentSchema = z.strictObject({ a: title, b: z.optional(listOf(title, 9)) })

const languages = ['en', 'de', 'es', 'fr', 'pt-BR'] as const
const config = readConfig({ LANGUAGES: languages.join() }, rootDir)
let texts: ContentTexts
let shop: { ranks: Record<string, unknown>; passes: Record<string, unknown>; perks: object[] }
beforeAll(async () => {
  texts = await readTexts(config)
  shop = contentOf(config, texts).settings.shop.value as typeof shop
})

const navigation = (more: object = {}) => ({
  header: [...shippedHeader],
  footer: [...shippedFooter],
  off: [],
  ...more,
})

/** What the pages of a network with these settings say, by language; without the names that staff give to modes. */
function pagesWith(saved: Partial<Record<SettingScope, unknown>>): Map<string, string[]> {
  const content = contentOf(config, texts, new Map(Object.entries(saved)) as never)
  expect(content.translationProblems).toEqual([])
  const said = ({
    rules,
    faq,
    guidelines,
    shop: sold,
    pages: { boards: _, forums: __, ...pages },
  }: Content) => textsIn([rules, faq, guidelines, sold, pages])
  return new Map(languages.map((tag) => [tag, said(content.inLanguages.get(tag) ?? content)]))
}

/** A tier's key, and the rank that it grants. */
const wordless = new Set(['key', 'rank', 'look'])

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => (wordless.has(key) ? [] : textsIn(one)))
      : []

const linksIn = (all: readonly string[]) =>
  all.flatMap(inlineParts).flatMap((part) => (part.kind === 'link' ? part.to : []))

/** Expects of each language that no text holds a word, and that one did as shipped. */
function expectGone(saved: Partial<Record<SettingScope, unknown>>, word: RegExp) {
  for (const [tag, all] of pagesWith(saved))
    expect([tag, all.filter((text) => word.test(text))]).toEqual([tag, []])
  for (const [tag, all] of pagesWith({}))
    expect([tag, all.some((text) => word.test(text))]).toEqual([tag, true])
}

test('[owner.20] with a store nothing says that payments are not possible, in any language', () => {
  const storeUrl = 'https://store.example'
  expectGone(
    { shop: { ...shop, storeUrl } },
    /unavailable|Not yet|Noch nicht|Todavía no|Pas encore|Ainda não|nicht möglich|no están disponibles|pas disponible|não estão disponíveis/,
  )
  for (const [, all] of pagesWith({ shop: { ...shop, storeUrl } }))
    expect(all.some((text) => /^(?:Yes|Ja|Sí|Oui|Sim)\. /.test(text))).toBe(true)
})

test('[owner.21] without the forums in header and footer nothing announces them, in any language', () => {
  const footer = shippedFooter.filter(({ to }) => to !== '/forums')
  expectGone({ navigation: navigation({ footer }) }, /\b(?:forums?|foros?|foren|fór(?:um|uns))\b/i)
})

test('[owner.22] no text but the shop’s own names a rank or pass of the shipped shop, and none a mode', () => {
  const renamed = JSON.parse(
    JSON.stringify(shop)
      .replaceAll('"name":"Gold"', '"name":"Scout"')
      .replaceAll('"name":"Emerald"', '"name":"Warden"')
      .replaceAll('"name":"Diamond"', '"name":"Baron"')
      .replaceAll('"name":"Game Pass"', '"name":"Month"')
      .replaceAll('"name":"Battle Pass"', '"name":"Month and more"'),
  )
  expectGone({ shop: renamed }, /Gold|Emerald|Diamond|Game Pass|Battle Pass/)
  for (const [, all] of pagesWith({}))
    expect(all.filter((text) => /NoDebuff|Boxing|Bedfight|Fireball|\bSumo\b/.test(text))).toEqual([])
})

test('[owner.23] a shop without passes is described without them', () => {
  const { passes, ...rest } = shop
  const keys = Object.keys(passes)
  const perks = JSON.parse(JSON.stringify(rest.perks), (key, value) =>
    keys.includes(key) ? undefined : value,
  )
  expectGone(
    { shop: { ...rest, perks } },
    /(?:ranks?|rang(?:s|os?)?|ränge) (?:and|und|y|et|e) (?:a |einem |un |um )?(?:monthly )?(?:pass(?:e?s)?|monatspässe|pases?|pässe)(?![\p{L}])/iu,
  )
})

test.each(siteParts)(
  '[owner.24] nothing leads to the part %s once it is switched off, in any language',
  (part) => {
    const off = [part]
    for (const [tag, all] of pagesWith({ navigation: navigation({ off }) }))
      expect([tag, linksIn(all).filter((to) => isOffPath(to, off))]).toEqual([tag, []])
    expect(linksIn(pagesWith({}).get('en') ?? []).length).toBeGreaterThan(10)
  },
)

test('[owner.25] words that a folder of an older release lacks follow the settings as the shipped file does', () => {
  const { pages: _, ...yaml } = texts.yaml
  const footer = shippedFooter.filter(({ to }) => to !== '/forums')
  const saved = new Map([['navigation', navigation({ footer, off: ['events'] })]]) as never
  const older = contentOf(config, { ...texts, yaml }, saved).pages
  expect(older).toEqual(contentOf(config, texts, saved).pages)
  expect(older.community.comingSoon).toEqual([])
  expect(JSON.stringify(defaultWords)).toContain('{if: forums}')
})

test('[owner.26] a condition that there is not, or without its end, is a problem with its line; after an entry that is left out a problem names the place where it is written', () => {
  const placeholders = { site: 'Isles', 'if: shop': '', 'if: events': 'events' }
  const check = (text: string) =>
    checkYaml<unknown>({ file: 'faq.yaml', text, schema: contentSchema, placeholders })
  for (const text of ['a: "{if: shops}x{end}"', 'a: "{if: shop}x"'])
    expect(check(text)).toEqual({
      problems: [
        expect.objectContaining({
          line: 1,
          reason: expect.stringMatching(/no condition.*\{if: shop\}, \{if: events\}/),
        }),
      ],
    })
  expect(
    check('a: "{if: shop}x{else}y{end} and{if: events} z{end}"\nb: ["{if: shop}gone{end}", left]'),
  ).toEqual({
    value: { a: 'y and z', b: ['left'] },
  })
  expect(check('a: x\nb: ["{if: shop}gone{end}", ""]')).toEqual({
    problems: [expect.objectContaining({ field: 'b.1', line: 2 })],
  })
})

test('[owner.26] a text is valid or not whatever the settings are: both parts of a condition are checked, and none is inside another', () => {
  const entry = z.strictObject({ a: title, b: title })
  const check = (text: string, state: string) =>
    checkYaml<unknown>({
      file: 'faq.yaml',
      text,
      schema: z.strictObject({ list: listOf(entry, 9), text: z.optional(title) }),
      placeholders: { site: 'Isles', 'if: shop': state, 'if: events': state },
    })
  const written = (a: string, b = 'b') =>
    JSON.stringify({
      list: [
        { a: 'x', b: 'y' },
        { a, b },
      ],
    })
  const alone = (text: string) => JSON.stringify({ list: [{ a: 'x', b: 'y' }], text })
  for (const state of ['', 'holds']) {
    for (const [text, reason] of [
      [
        written('{if: shop}A{if: events}B{end}'),
        /\{if: shop\}, which is no condition that ends with \{end\}/,
      ],
      [written('{if: shop}A{if: events}B{end}C{end}'), /\{if: shop\}, which is no condition/],
      [written('{if: shop a {site}'), /\{if: shop a \}, which is no condition/],
      [written('a{end}'), /\{end\} without a condition/],
      [written('{if: shop}a{else}b{else}c{end}'), /\{else\} without a condition/],
      [written('{if: shop}a {typo}{end}'), /\{typo\}, which stands for nothing/],
      [written('{if: shop}a{else}{typo}{end}'), /\{typo\}, which stands for nothing/],
      [alone('{if: shop}b{end}'), /nothing is left of this text/],
      [alone('{if: shop}{else}b{end} {if: events}c{end}'), /nothing is left of this text/],
      [JSON.stringify({ list: [{ a: '{if: shop}A{end}', b: 'b' }] }), /list must not be empty/],
      [written(`{if: shop}${'x'.repeat(121)}{else}x{end}`), /^list\.2\.a must be 120 characters or less/],
      [written(`{if: shop}x{else}${'x'.repeat(121)}{end}`), /^list\.2\.a must be 120 characters or less/],
    ] as const)
      expect(check(text, state), text).toEqual({
        problems: [expect.objectContaining({ line: 1, reason: expect.stringMatching(reason) })],
      })
    expect(check(alone('{if: shop}b{end}{if: shop}{else}c{end}'), state)).toHaveProperty('value')
    // In whatever order its keys are.
    for (const text of [written('{if: shop}a{end}'), written('a', '{if: shop}b{end}')])
      expect(check(text, state)).toMatchObject({ value: { list: { length: state === '' ? 1 : 2 } } })
  }
})

test('[owner.26] conditions without an end are refused in moments', () => {
  const text = JSON.stringify({ a: '{if: shop}a{else}'.repeat(1_000) })
  const before = performance.now()
  const checked = checkYaml<unknown>({
    file: 'faq.yaml',
    text,
    schema: contentSchema,
    placeholders: { 'if: shop': '' },
  })
  expect(checked).toHaveProperty('problems')
  expect(performance.now() - before).toBeLessThan(1_000)
})

test('[owner.26] a saved text with a part that is not valid is refused while another part is shown', async () => {
  const site = await testApp()
  const owner = await memberWithRank(site, 'Owner')
  const save = async (scope: string, value: unknown) =>
    (await owner.put(`/api/admin/settings/${scope}`, { value, base: null })).json.fields
  const guideline = { title: 'Say gg', text: 'Win. {if: shop}Buy. {else}{nobody}{end}' }
  expect(await save('guidelines', { guidelines: [guideline] })).toEqual({
    'guidelines.0.text': expect.stringContaining('{nobody}, which stands for nothing'),
  })
  await site.close()
})

/** Our own file, and its Dutch: pages with the parts `off`. */
function dutchOf(files: { text: string; source: string }, off: string[]) {
  const translations = {
    files: [{ tag: 'nl', name: 'guidelines', file: 'nl/guidelines.yaml', ...files }],
    pages: [],
    problems: [],
  } as const
  const saved = new Map([['navigation', navigation({ off })]]) as never
  const yaml = { ...texts.yaml, guidelines: files.source }
  const content = contentOf(config, { ...texts, yaml, translations }, saved)
  const said = (content.inLanguages.get('nl') ?? content).guidelines.guidelines
  return [said.map(({ title, text }) => `${title}: ${text}`), content.translationProblems] as const
}

test('[languages.43] A translation is paired by the place as written, with or without the conditions of its source', () => {
  const source = JSON.stringify({
    guidelines: [
      { title: '{if: shop}Buy{end}', text: 'One' },
      { title: 'Say gg', text: 'Two{if: events} at [cups](/events){end}' },
      { title: '{if: social}Post{end}', text: 'Three' },
    ],
  })
  const events = '{if: events} op [cups](/events){end}'
  for (const [buy, post] of [
    ['Koop', 'Plaats'],
    ['{if: shop}Koop{end}', '{if: social}Plaats{end}'],
  ]) {
    const text = JSON.stringify({
      guidelines: [
        { title: buy, text: 'Een' },
        { title: 'Zeg gg', text: `Twee${events}` },
        { title: post, text: 'Drie' },
      ],
    })
    expect(dutchOf({ text, source }, [])).toEqual([
      ['Koop: Een', 'Zeg gg: Twee op [cups](/events)', 'Plaats: Drie'],
      [],
    ])
    expect(dutchOf({ text, source }, ['shop', 'events'])).toEqual([['Zeg gg: Twee', 'Plaats: Drie'], []])
  }
  const [, [problem]] = dutchOf({ text: 'guidelines:\n- \n- text: Twee', source }, ['events'])
  expect(problem).toMatchObject({
    line: 3,
    field: 'guidelines.1.text',
    reason: expect.stringMatching(/must have the links/),
  })
})
