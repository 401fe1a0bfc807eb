import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentEndpoints } from '../../../contract/content/content-endpoints.ts'
import { readConfig } from '../../config.ts'
import type { RenderPage } from '../../platform/http/pages.ts'
import { rootDir } from '../../store.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'
import { contentFiles, contentProblems, readContent } from './content.ts'
import { type ContentStore, openContent } from './store.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'content-'))
  for (const name of contentFiles) await cp(join(rootDir, 'content', name), join(directory, name))
  for (const tag of ['de', 'en', 'nl']) await mkdir(join(directory, tag))
})
afterEach(() => rm(directory, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(directory, name), text)
/** Dutch does not ship: all that it says is what a test wrote. */
const environment = (languages = 'en, nl') => ({ CONTENT_DIR: directory, LANGUAGES: languages })
const config = (languages?: string) => readConfig(environment(languages), rootDir)
const read = async (languages?: string) => {
  const content = await readContent(config(languages))
  return { content, dutch: content.inLanguages.get('nl') ?? content }
}
const problems = async () => (await contentProblems(config())).map((one) => one.replace(`${directory}/`, ''))

const silent = { info: () => {}, warn: () => {}, error: () => {} }

const guidelines = 'guidelines:\n  - title: Zeg gg\n    text: Win zonder het in te wrijven.\n'

test.each([
  ['rules.yaml', 'sections: [', /^nl\/rules\.yaml:1: /],
  [
    'rules.yaml',
    'hello',
    /^nl\/rules\.yaml:1: The file must have keys\. \(the words of the default language are shown\)$/,
  ],
  ['rules.yaml', 'intro: {nobody}', /^nl\/rules\.yaml:1: /],
  ['rules.yaml', 'intro: Hoi {nobody}', /^nl\/rules\.yaml:1: .*\{nobody\}/],
  ['rules.yaml', 'into: Hoi', /^nl\/rules\.yaml:1: into has nothing in the default language/],
  ['rules.yaml', 'sections:\n  title: Algemeen', /^nl\/rules\.yaml:1: sections must be a list/],
  ['rules.yaml', 'sections:\n  - Algemeen', /^nl\/rules\.yaml:2: sections\.1 must have keys/],
  [
    'rules.yaml',
    `sections:\n${'  - title: Algemeen\n'.repeat(5)}`,
    /^nl\/rules\.yaml:6: sections\.5 has nothing/,
  ],
  ['rules.yaml', 'penalties:\n  steps:\n    - 5', /^nl\/rules\.yaml:3: penalties\.steps\.1 must be text/],
  ['rules.yaml', `intro: ${'x'.repeat(2_000)}`, /^nl\/rules\.yaml:1: intro must be \d+ characters or less/],
  [
    'rules.yaml',
    'penalties:\n  notes:\n    -\n    -\n    - Ga in beroep op [het formulier](/contact).',
    /^nl\/rules\.yaml:5: penalties\.notes\.3 must have the links and commands/,
  ],
  ['announcement.yaml', 'text: Dubbele XP', /^nl\/announcement\.yaml:1: text has nothing/],
  ['links.yaml', 'youtube: https://www.youtube.com/@nl', /^nl\/links\.yaml: A file of a language is one of/],
  ['events.md', '# Events', /^nl\/events\.md: A file of a language is one of/],
  ['terms.md', 'No title', /^nl\/terms\.md:1: The file must begin with its title/],
  ['faq.yaml', 'x'.repeat(300_000), /^nl\/faq\.yaml: The file is larger than 256 KB/],
])(
  '[languages.42] A file of a language that is not valid is named, and leaves the words of the default language: %s %#',
  async (name, text, problem) => {
    await write(`nl/${name}`, text)
    await write('nl/guidelines.yaml', guidelines)
    expect(await problems()).toEqual([expect.stringMatching(problem)])
    const { content, dutch } = await read()
    expect([dutch.rules, dutch.faq, dutch.announcement]).toEqual([
      content.rules,
      content.faq,
      content.announcement,
    ])
    // It takes no other file with it.
    expect(dutch.guidelines.guidelines[0]!.title).toBe('Zeg gg')
  },
)

test('[languages.42] The site starts with a broken file of a language, and names it in the log and to staff', async () => {
  await write('nl/rules.yaml', 'into: Hoi')
  const said: unknown[] = []
  const log = { info: () => {}, error: () => {}, warn: (line: unknown) => void said.push(line) }
  const store = await openContent(config(), log)
  await store.close()
  expect(said).toEqual([
    expect.stringMatching(
      /nl\/rules\.yaml:1: into has nothing.*\(the words of the default language are shown\)$/,
    ),
  ])
  const site = await testApp({ environment: environment() })
  const helper = await memberWithRank(site, 'Helper')
  const { content } = (await helper.get('/api/admin/overview')).json
  await site.close()
  // Staff read what the log says.
  expect(content.problems).toEqual(said)
})

test('[languages.83] Staff read of the files of languages what the log says', async () => {
  await mkdir(join(directory, 'languages'))
  await write('languages/nl.po', 'msgid "Not found"\nmsgstr Weg\n\nmsgid "Players"\nmsgstr "Spelers"\n')
  await write('languages/sv.po', Buffer.from('msgid ""\n', 'utf16le').toString())
  const site = await testApp({ environment: environment() })
  const helper = await memberWithRank(site, 'Helper')
  const { languageProblems } = (await helper.get('/api/admin/overview')).json
  const { problems, tags } = site.context.languages
  await site.close()
  expect(tags).toEqual(['en', 'nl'])
  expect(languageProblems).toEqual(problems)
  expect(problems).toEqual([
    expect.stringMatching(
      /sv\.po: it is not a text in UTF-8: save it in UTF-8 \(line 1\) \(it is left out\)$/,
    ),
    expect.stringMatching(
      /nl\.po:2: “Not found”: the text is not in quotes, "like this" \(it is left out\)$/,
    ),
  ])
})

test('[languages.41] A translation changes words alone: no price, key, colour, link or number', async () => {
  await write(
    'nl/shop.yaml',
    `currency: EUR
storeUrl: https://elsewhere.example
ranks:
  note: Betaal één keer.
  gold:
    name: Goud
    cents: 1
    look: diamond
    rank: Legend
    colour: "#ffffff"
perks:
  - title: Samen spelen
    perks:
      - name: Groepsgrootte
        free: "5"
      - name: Privégevechten
        gold: "Ja"
        free: true
`,
  )
  await write('nl/ranked.yaml', 'tiers:\n  - name: Steen\n    colour: "#ffffff"\n    from: 50\n')
  await write('announcement.yaml', 'text: Double XP\nlink: /events\n')
  await write('nl/announcement.yaml', 'text: Dubbele XP\nlink: https://elsewhere.example\n')
  expect(await problems()).toEqual([])
  const { content, dutch } = await read()
  const [gold, ...others] = content.shop.ranks.tiers
  const [playing, ...perks] = content.shop.perks
  const [size, matches, ...rest] = playing!.perks
  expect(dutch.shop).toEqual({
    ...content.shop,
    ranks: { note: 'Betaal één keer.', tiers: [{ ...gold, name: 'Goud' }, ...others] },
    perks: [
      {
        title: 'Samen spelen',
        perks: [{ ...size, name: 'Groepsgrootte' }, { ...matches, name: 'Privégevechten' }, ...rest],
      },
      ...perks,
    ],
  })
  const [stone, ...tiers] = content.ranked.tiers
  expect(dutch.ranked.tiers).toEqual([{ ...stone, name: 'Steen' }, ...tiers])
  expect(dutch.announcement).toEqual({ text: 'Dubbele XP', link: '/events' })
})

test('[languages.43] A file or a word that a language lacks is said in the default language', async () => {
  await write('nl/rules.yaml', 'sections:\n  -\n  - rules:\n      - name: Niet samenspannen in FFA\n')
  await write('nl/pages.yaml', 'home:\n  hero: Duels op elk uur op {site}.\n')
  const { content, dutch } = await read()
  const [general, gameplay, ...sections] = content.rules.sections
  const [teaming, ...rules] = gameplay!.rules
  expect(dutch.rules).toEqual({
    ...content.rules,
    sections: [
      general,
      { ...gameplay, rules: [{ ...teaming, name: 'Niet samenspannen in FFA' }, ...rules] },
      ...sections,
    ],
  })
  expect(dutch.pages.home).toEqual({ ...content.pages.home, hero: 'Duels op elk uur op Vulx Network.' })
  expect(dutch.faq).toEqual(content.faq)
})

test('[languages.43] Words without a language are those of the default one', async () => {
  await write('nl/guidelines.yaml', guidelines)
  const store = await openContent(config('nl, en'), silent)
  await store.close()
  const title = (language?: string) => store.current(language).guidelines.guidelines[0]!.title
  expect([title(), title('nl'), title('en')]).toEqual(['Zeg gg', 'Zeg gg', 'Say gg and mean it'])
})

const german = 'guidelines:\n  - title: Sag gg\n    text: Gewinne still.\n'

test('[languages.44] A word that was changed in its file is never said by the translation that shipped', async () => {
  // As an operator has them who copied a whole release.
  await cp(join(rootDir, 'content/de'), join(directory, 'de'), { recursive: true })
  const source = await readFile(join(directory, 'guidelines.yaml'), 'utf8')
  await write(
    'guidelines.yaml',
    source.replace('Say gg and mean it', 'Always say gg').replace('Win without', 'Never win with'),
  )
  const { content } = await read('en, de')
  const said = content.inLanguages.get('de')!.guidelines.guidelines
  expect(said[0]).toEqual(content.guidelines.guidelines[0])
  expect(said[0]!.title).toBe('Always say gg')
  // All others are as they shipped.
  expect(said[1]!.title).not.toBe(content.guidelines.guidelines[1]!.title)

  await write('de/guidelines.yaml', german)
  const own = (await read('en, de')).content.inLanguages.get('de')!.guidelines.guidelines
  expect(own[0]).toEqual({ title: 'Sag gg', text: 'Gewinne still.' })
  expect(own[1]).toEqual(said[1])
})

test('[languages.44] Where the files of the release itself are changed, what ships of a language translates none of a changed file', async () => {
  await cp(join(rootDir, 'content/de'), join(directory, 'de'), { recursive: true })
  const inPlace = async () => {
    const content = await readContent({ ...config('en, de'), shippedContentDir: directory })
    return content.inLanguages.get('de')!
  }
  const source = await readFile(join(directory, 'guidelines.yaml'), 'utf8')
  expect((await inPlace()).guidelines.guidelines[0]!.title).toBe('Sag gg und mein es so')
  await write('guidelines.yaml', source.replace('Say gg and mean it', 'Always say gg'))
  const { guidelines, rules } = await inPlace()
  expect(guidelines.guidelines.slice(0, 2).map(({ title }) => title)).toEqual([
    'Always say gg',
    'Help new players',
  ])
  expect(rules.sections[0]!.title).toBe('Allgemeine Regeln')
  await write('de/guidelines.yaml', german)
  expect((await inPlace()).guidelines.guidelines[0]!.title).toBe('Sag gg')
})

test('[languages.44] What was changed in the browser is said in no other language; what stayed is, wherever it stands', async () => {
  const value = {
    guidelines: [
      { title: 'Tell staff', text: 'Public drama helps nobody. Report it, and staff will look at it.' },
      { title: 'Say gg', text: 'Win without rubbing it in. Lose without excuses.' },
    ],
  }
  const site = await testApp({ environment: environment('en, de') })
  const admin = await memberWithRank(site, 'Admin')
  const { status } = await admin.put('/api/admin/settings/guidelines', { value, base: null })
  const { json } = await site.browser().get('/api/content/guidelines?lang=de')
  const english = (await site.browser().get('/api/content/guidelines')).json
  const scopes = (await admin.get('/api/admin/settings?lang=de')).json.scopes
  await site.close()
  expect(status).toBe(200)
  expect(english).toEqual(value)
  expect(json.guidelines).toEqual([
    {
      title: 'Sag dem Team Bescheid',
      text: 'Drama in aller Öffentlichkeit hilft niemandem. Melde es, und das Team sieht es sich an.',
    },
    { title: 'Say gg', text: 'Gewinne, ohne es auszukosten. Verliere ohne Ausreden.' },
  ])
  // Staff change the words of the default language, whatever they read.
  expect(scopes.find(({ scope }: { scope: string }) => scope === 'guidelines').value).toEqual(value)
})

test('[languages.40] Documents and calls have the words of the language of their reader, and no cache gives them to another', async () => {
  const render: RenderPage = async (_request, { site, call }) => {
    const { guidelines } = await call(contentEndpoints.guidelines, {})
    const said = [guidelines[0]!.title, site.footer.tagline, site.words.home?.hero]
    return new Response(said.join('|'), { headers: { 'content-type': 'text/html' } })
  }
  await write('de/pages.yaml', 'footer:\n  tagline: Fuß\nhome:\n  hero: Held\n')
  const german = 'Sag gg und mein es so|Fuß|Held'
  const here = await testApp({ environment: environment('en, de'), render, visitorCaches: true })
  const there = await testApp({
    environment: environment('en, de'),
    render,
    visitorCaches: true,
    store: here.store,
  })
  const english = (await here.browser().get('/rules')).text
  expect(english).toMatch(/^Say gg and mean it\|Duels, FFA/)
  for (const site of [here, there, here]) {
    const member = await site.member()
    for (const [said, isGerman] of [
      [{ 'accept-language': 'de' }, true],
      [{}, false],
      [{ cookie: 'lang=de' }, true],
      [{ 'accept-language': 'de', cookie: 'lang=en' }, false],
      [{ 'accept-language': 'nl' }, false],
      [{ 'x-language': 'de' }, true],
    ] as const)
      for (const browser of [site.browser(), member]) {
        const headers = {
          ...said,
          cookie: [browser === member && member.cookie, 'cookie' in said && said.cookie]
            .filter(Boolean)
            .join('; '),
        }
        const call = await browser.get('/api/content/guidelines', { headers })
        const words = await browser.get('/api/content/words', { headers })
        const page = await browser.get('/rules', { headers })
        const what = JSON.stringify(headers)
        expect(call.json.guidelines[0].title, what).toBe(
          isGerman ? 'Sag gg und mein es so' : 'Say gg and mean it',
        )
        expect(words.json.home.hero === 'Held', what).toBe(isGerman)
        expect(page.text, what).toBe(isGerman ? german : english)
        expect(call.headers.vary).toBe('cookie, accept-encoding, accept-language, x-language')
      }
    // An address of the page decides over all.
    expect((await member.get('/rules?lang=de')).text).toBe(german)
    expect((await site.browser().get('/rules?lang=en', { headers: { cookie: 'lang=de' } })).text).toBe(
      english,
    )
  }
  await there.close()
  await here.close()
})

test('[languages.46] A Markdown page says in which language it is, where that is not the one that was asked for', async () => {
  await write('terms.md', '# Nutzungsbedingungen\n\nFür {site}.\n')
  await mkdir(join(directory, 'languages'))
  await write('languages/nl.po', 'msgid "Players"\nmsgstr "Spelers"\n')
  await write('nl/cookies.md', '# Cookies\n\nIn het Nederlands, {keepMessages}.\n')
  await write('en/terms.md', '# Terms\n\nFor {site}.\n')
  const german = await testApp({ environment: environment('de, en, fr, nl') })
  const asked = async (site: TestApp, page: string, tag: string) => {
    const { json } = await site.browser().get(`/api/content/legal/${page}?lang=${tag}`)
    return [json.language, /<h1>(.*?)<\/h1>/.exec(json.html)?.[1]]
  }
  const helper = await memberWithRank(german, 'Helper')
  // What ships is English and four translations, what the operator changed is in the language of the site.
  expect(await asked(german, 'privacy', 'nl')).toEqual(['en', 'Privacy Policy'])
  expect(await asked(german, 'privacy', 'de')).toEqual([undefined, 'Datenschutzerklärung'])
  expect(await asked(german, 'privacy', 'en')).toEqual([undefined, 'Privacy Policy'])
  expect(await asked(german, 'terms', 'de')).toEqual([undefined, 'Nutzungsbedingungen'])
  expect(await asked(german, 'terms', 'fr')).toEqual(['de', 'Nutzungsbedingungen'])
  expect(await asked(german, 'terms', 'en')).toEqual([undefined, 'Terms'])
  // Of a page in a language that none ships in only names are filled in.
  expect(await asked(german, 'cookies', 'nl')).toEqual(['en', 'Cookie Policy'])
  expect((await helper.get('/api/admin/overview')).json.content.problems).toEqual([
    expect.stringMatching(/nl\/cookies\.md:3: This line holds \{keepMessages\}, which stands for nothing/),
  ])
  expect((await helper.get('/api/admin/handbook?lang=fr')).json.language).toBe('en')
  await german.close()
  const english = await testApp()
  const { json } = await english.browser().get('/api/content/legal/terms')
  await english.close()
  expect(Object.keys(json)).toEqual(['html'])
})

test('[languages.47] A file of a language follows while the site runs, also when it is new or gone', async () => {
  const store: ContentStore = await openContent(config(), silent, { everyMs: 10 })
  const title = () => store.current('nl').guidelines.guidelines[0]!.title
  const soon = (expected: string) =>
    vi.waitFor(() => expect(title()).toBe(expected), { timeout: 30_000, interval: 10 })
  expect(title()).toBe('Say gg and mean it')
  await write('nl/guidelines.yaml', guidelines)
  await soon('Zeg gg')
  await write('nl/guidelines.yaml', guidelines.replace('Zeg gg', 'Zeg altijd gg'))
  await soon('Zeg altijd gg')
  await rm(join(directory, 'nl/guidelines.yaml'))
  await soon('Say gg and mean it')
  await store.close()
})

test('[field.44] Questions have the same address in every language, made of the words that a translation translates', async () => {
  const site = await testApp({ environment: { LANGUAGES: 'de, en' } })
  const readIn = async (language: string) => {
    const { json } = await site.browser().get('/api/content/faq', { headers: { 'x-language': language } })
    return json.sections.flatMap(
      ({ questions }: { questions: { id: string; question: string }[] }) => questions,
    )
  }
  const [german, english] = [await readIn('de'), await readIn('en')]
  const ids = (questions: { id: string }[]) => questions.map(({ id }) => id)
  expect(ids(german)).toEqual(ids(english))
  expect(ids(german)).toContain('can-i-play-on-a-console')
  expect(german[0].question).not.toBe(english[0].question)
  await site.close()
})
