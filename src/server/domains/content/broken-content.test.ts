import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { rootDir } from '../../store.ts'
import { contentProblems, yamlFiles } from './content.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'content-'))
  await cp(join(rootDir, 'content'), directory, { recursive: true })
})
afterEach(() => rm(directory, { recursive: true }))

/** Problems without the folder name. */
async function complaints() {
  const problems = await contentProblems(readConfig({ CONTENT_DIR: directory }, rootDir))
  return problems.map((one) => one.replace(`${directory}/`, ''))
}
const write = (name: string, text: string) => writeFile(join(directory, name), text)
async function change(name: string, from: string | RegExp, to: string) {
  const text = await readFile(join(directory, name), 'utf8')
  const changed = text.replace(from, to)
  expect(changed, `${name} holds ${from}`).not.toBe(text)
  await write(name, changed)
}

/** File, line and a sentence that ends with a full stop and contains no parser terms. */
const sentence = /^[a-z-]+\.yaml:\d+: \S.*\S\.$/
const raw =
  /invalid|expected|received|undefined|NaN|nullish|scalar|mapping|sequence|flow|implicit|unresolved|regex|too (?:small|big)|\.\.$/i

describe.each(yamlFiles)('%s', (name) => {
  test.each<[string, (text: string) => string]>([
    ['is one word', () => 'hello'],
    ['is a number', () => '7'],
    ['is a list', () => '- a\n- b\n'],
    ['has an open bracket', (text) => `${text}\nmore: [`],
    ['has an open quote', (text) => `${text}\nmore: "`],
    ['has a second colon in a line', (text) => `${text}\nmore: a: b\n`],
    ['is indented with a tab', (text) => `${text}\nmore:\n\ta: b\n`],
    ['has a line in a wrong column', (text) => `${text}\nmore:\n   a: b\n  c: d\n`],
    ['has a key twice', (text) => `${text}\nmore: a\nmore: b\n`],
    ['has a key that it does not know', (text) => `${text}\nmore: a\n`],
    ['has a placeholder that stands for nothing', (text) => `${text}\nmore: Hi {nobody}\n`],
    ['has an alias', (text) => `${text}\nmore: *a\n`],
    ['has a tag', (text) => `${text}\nmore: !!js a\n`],
    ['begins a text with @', (text) => `${text}\nmore: @team\n`],
    ['has two documents', (text) => `${text}\n---\na: b\n`],
  ])('[frame.35] a file that %s is reported in sentences with file and line', async (_what, damage) => {
    await write(name, damage(await readFile(join(directory, name), 'utf8')))
    const problems = await complaints()
    expect(problems).not.toEqual([])
    for (const one of problems) {
      expect(one).toMatch(sentence)
      expect(one).not.toMatch(raw)
    }
  })
})

test('[field.121] Files with a byte order mark, lines of Windows or in UTF-16 are read as the shipped ones, and others are named with their line', async () => {
  const shipped = await readFile(join(directory, 'shop.yaml'), 'utf8')
  for (const bytes of [
    `\uFEFF${shipped}`,
    shipped.replaceAll('\n', '  \r\n'),
    Buffer.from(`\uFEFF${shipped}`, 'utf16le'),
  ]) {
    await writeFile(join(directory, 'shop.yaml'), bytes)
    await writeFile(join(directory, 'terms.md'), Buffer.from('\uFEFF# Ours\r\n', 'utf16le'))
    expect(await complaints()).toEqual([])
  }
  await writeFile(join(directory, 'shop.yaml'), Buffer.from('currency: EUR\nranks: \xdcber', 'latin1'))
  await writeFile(join(directory, 'terms.md'), Buffer.from('# \xdcber uns', 'latin1'))
  const said = 'This line is not text in UTF-8: save the file in UTF-8, or remove what is no text.'
  expect((await complaints()).toSorted()).toEqual([`shop.yaml:2: ${said}`, `terms.md:1: ${said}`])
})

test.each<[file: string, from: string | RegExp, to: string, expected: string]>([
  [
    'links.yaml',
    /youtube: .*/,
    'youtube: youtube.com/me',
    'links.yaml:3: youtube must be a link that begins with https:// or http://.',
  ],
  [
    'links.yaml',
    /youtube: .*/,
    'youtueb: https://www.youtube.com',
    'links.yaml:3: youtueb is not a key here. Did you mean youtube? The keys here are: youtube, twitter, instagram, twitch, tiktok, bluesky, linkHub, discord, supportEmail, partnershipsEmail, discordMembers, streams.',
  ],
  [
    'links.yaml',
    /supportEmail: .*/,
    'supportEmail: me',
    'links.yaml:12: supportEmail must be an email address, like team@example.net.',
  ],
  [
    'links.yaml',
    /discordMembers: .*/,
    'discordMembers: -1',
    'links.yaml:16: discordMembers must be 0 or more.',
  ],
  [
    'links.yaml',
    /discordMembers: .*/,
    'discordMembers: many',
    'links.yaml:16: discordMembers must be a whole number.',
  ],
  [
    'links.yaml',
    /twitter: .*/,
    'twitter: 7',
    'links.yaml:4: twitter must be text (put it in quotes if it looks like a number).',
  ],
  [
    'shop.yaml',
    'cents: 499',
    'cents: 4.99',
    "shop.yaml:10: ranks.gold.cents must be a price in the currency's smallest unit, a whole number: 499 for 4.99.",
  ],
  [
    'shop.yaml',
    'cents: 499',
    'cents: "499"',
    "shop.yaml:10: ranks.gold.cents must be a price in the currency's smallest unit, a whole number: 499 for 4.99.",
  ],
  [
    'shop.yaml',
    'currency: USD',
    'currency: USD\nstoreUrl: store.example',
    'shop.yaml:6: storeUrl must be a link that begins with https:// or http://.',
  ],
  ['shop.yaml', 'cents: 499', 'cents: -1', 'shop.yaml:10: ranks.gold.cents must not be negative.'],
  [
    'shop.yaml',
    'cents: 499',
    'cents: 499\n    colour: blue',
    'shop.yaml:11: ranks.gold.colour must be a colour in quotes, like "#62e2f5".',
  ],
  [
    'shop.yaml',
    'cents: 499',
    'cents: 499\n    colour: "#102030"',
    'shop.yaml:11: ranks.gold.colour must be lighter to be readable on a dark background.',
  ],
  [
    'shop.yaml',
    'cents: 499',
    'cents: 499\n    look: ruby',
    'shop.yaml:11: ranks.gold.look must be one of: gold, emerald, diamond, ticket, swords.',
  ],
  [
    'shop.yaml',
    'cents: 499',
    'price: 499',
    'shop.yaml:10: ranks.gold.price is not a key here. The keys here are: name, cents, tagline, highlights, look, rank, colour.',
  ],
  [
    'shop.yaml',
    'currency: USD',
    'currency: EURO',
    'shop.yaml:5: currency must be the three letters of a currency, like USD, EUR or JPY.',
  ],
  [
    'shop.yaml',
    'currency: USD',
    'currency: EUX',
    'shop.yaml:5: currency must be the three letters of a currency, like USD, EUR or JPY.',
  ],
  [
    'shop.yaml',
    'gold: "10"',
    'glod: "10"',
    'shop.yaml:67: perks.1.perks.1.glod is not a tier of this shop. Its tiers are: gold, emerald, diamond, gamePass, battlePass.',
  ],
  ['shop.yaml', 'gold: "10"', 'gold: 10', 'shop.yaml:67: perks.1.perks.1.gold must be text, true or false.'],
  [
    'rules.yaml',
    'sections:',
    'sections: none\nother:',
    'rules.yaml:8: other is not a key here. The keys here are: intro, sections, penalties.',
  ],
  [
    'rules.yaml',
    '      - name: No cheats',
    '      - nmae: No cheats',
    'rules.yaml:10: sections.1.rules.1.name is missing: it must be text (put it in quotes if it looks like a number).',
  ],
  ['faq.yaml', 'intro:', 'intro: ""\nintor:', 'faq.yaml:4: intro must not be empty.'],
  [
    'guidelines.yaml',
    'title: Say gg and mean it',
    'title: 7',
    'guidelines.yaml:3: guidelines.1.title must be text (put it in quotes if it looks like a number).',
  ],
  [
    'announcement.yaml',
    'link: null',
    'link: evil.example',
    'announcement.yaml:3: link must be a path of this site or a link that begins with https:// or http://.',
  ],
  [
    'announcement.yaml',
    'text: null',
    `text: ${'a'.repeat(201)}`,
    'announcement.yaml:2: text must be 200 characters or less.',
  ],
  [
    'practice-modes.yaml',
    'description: Splash',
    'about: Splash',
    'practice-modes.yaml:3: ffa.1.description is missing: it must be text (put it in quotes if it looks like a number).',
  ],
  [
    'events.yaml',
    'events: []',
    'events:\n  - title: Cup\n    startDate: tomorrow',
    'events.yaml:15: events.1.startDate: The start must be a date with time, like 2026-07-04T18:00:00Z.',
  ],
  [
    'events.yaml',
    'events: []',
    'events:\n  - startDate: 2026-07-04T18:00:00Z',
    'events.yaml:14: events.1.title is missing: Title is required.',
  ],
  [
    'pages.yaml',
    'tagline: Duels',
    'tagline:\n  tagLine: Duels',
    'pages.yaml:9: footer.tagLine is not a key here. Did you mean tagline? The keys here are: tagline, legal.',
  ],
  [
    'pages.yaml',
    /hero: >-\n.*/,
    'hero:',
    'pages.yaml:25: home.hero is empty: it must be text (put it in quotes if it looks like a number).',
  ],
  [
    'pages.yaml',
    'overall: Overall',
    'overall: Everything at once, all together',
    'pages.yaml:15: boards.overall must be 16 characters or less.',
  ],
  [
    'pages.yaml',
    'community:\n  desc',
    'comunity:\n  desc',
    'pages.yaml:88: comunity is not a key here. Did you mean community?',
  ],
])('[frame.35] %s: %s → %s', async (name, from, to, expected) => {
  await change(name, from, to)
  const problems = await complaints()
  expect(problems.join('\n')).toContain(expected)
  for (const one of problems) expect(one).toMatch(sentence)
})

test('A folder without pages.yaml, as releases before had it, is good', async () => {
  await rm(join(directory, 'pages.yaml'))
  expect(await complaints()).toEqual([])
})

test('Social links and addresses may be absent or empty', async () => {
  await write('links.yaml', 'youtube:\ntwitter: https://x.com/me\n')
  expect(await complaints()).toEqual([])
})
