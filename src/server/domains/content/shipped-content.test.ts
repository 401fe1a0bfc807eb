import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { inlinePlain } from '../../../contract/content/inline-text.ts'
import type { Perk } from '../../../contract/content/shop-schemas.ts'
import { readConfig } from '../../config.ts'
import { rootDir } from '../../store.ts'
import { testApp } from '../../testing/test-app.ts'
import { type Content, contentFiles, readContent } from './content.ts'
import { defaultWords } from './default-words.ts'

const environment = {
  SITE_NAME: 'Ember Arena',
  SITE_SHORT_NAME: 'Arena',
  GAME_HOST: 'play.arena.example',
  GAME_PORT: '19777',
} as const

let content: Content
beforeAll(async () => {
  content = await readContent(readConfig(environment, rootDir))
})

const titles = (sections: readonly { readonly title: string }[]) => sections.map(({ title }) => title)
const penalties = () => content.rules.penalties.notes.map(inlinePlain).join(' ')
const responses = () =>
  content.faq.sections.flatMap(({ questions }) => questions.map(({ answer }) => inlinePlain(answer)))

function perk(name: string): Perk {
  const found = content.shop.perks.flatMap(({ perks }) => perks).find((one) => one.name === name)
  if (found === undefined) throw new Error(`no perk ${name}`)
  return found
}

const tierKeys = ['gold', 'emerald', 'diamond', 'gamePass', 'battlePass']

/** Values for free players, Gold, Emerald, Diamond, Game Pass and Battle Pass. */
const row = (name: string) => {
  const { free, tiers } = perk(name)
  return [free, ...tierKeys.map((key) => tiers[key])]
}
const holders = (name: string) => tierKeys.filter((tier) => perk(name).tiers[tier] !== false)

test('[frame.33] The shipped words name no site of their own: its name, host and port come from configuration', async () => {
  const said = JSON.stringify([content.rules, content.faq, content.shop, content.guidelines, content.pages])
  expect(said).not.toMatch(/vulx/i)
  expect(said).toContain('Ember Arena')
  expect(said).toContain('play.arena.example')
  expect(said).toContain('19777')
  for (const name of contentFiles.filter((file) => file !== 'links.yaml'))
    expect(await readFile(join(rootDir, 'content', name), 'utf8'), name).not.toMatch(/vulx/i)
})

describe('Rules', () => {
  test("[rules.03] have the sections 'General Rules', 'Gameplay Rules', 'Chat Rules' and 'Account Security'", () => {
    const { sections } = content.rules
    expect(titles(sections)).toEqual(['General Rules', 'Gameplay Rules', 'Chat Rules', 'Account Security'])
    for (const { title, rules } of sections) {
      expect(rules.length, title).toBeGreaterThanOrEqual(5)
      expect(new Set(rules.map(({ name }) => name)).size, title).toBe(rules.length)
    }
  })

  test('[rules.04] say that severity depends on the rule and history, and what minor, severe and repeated offences get', () => {
    expect(penalties()).toMatch(/Severity depends on the rule and on your history/)
    expect(penalties()).toMatch(/Minor offences get warnings/)
    expect(penalties()).toMatch(/Severe or repeated offences get temporary or permanent bans/)
    expect(content.rules.penalties.steps).toEqual(['Warning', 'Temporary ban', 'Permanent ban'])
  })

  test('[rules.05] say that bans can be appealed on the forums and that the admin team decides finally', () => {
    expect(penalties()).toMatch(/Bans can be appealed on the forums/)
    expect(penalties()).toMatch(/The admin team decides finally/)
  })

  test('[rules.06] add that appeals go through /appeal until the forums open', () => {
    expect(penalties()).toMatch(/Until the forums open, appeals go through \/appeal/)
    expect(content.rules.penalties.notes.join(' ')).toContain('[/appeal](/appeal)')
  })
})

describe('The FAQ', () => {
  test('[faq.01] has its five sections, each with five questions or more', () => {
    expect(titles(content.faq.sections)).toEqual([
      'Getting Started',
      'Practice Modes',
      'Ranks & Purchases',
      'Rules & Support',
      'Technical Questions',
    ])
    for (const { title, questions } of content.faq.sections)
      expect(questions.length, title).toBeGreaterThanOrEqual(5)
  })

  test('[faq.02] says that updates come weekly and major updates monthly', () => {
    expect(responses()).toContain('Updates come weekly, major updates monthly.')
  })

  test('[evening.82] The FAQ names what the site has: /recover, reports on player pages, workarounds for consoles', () => {
    const questions = content.faq.sections.flatMap((section) => section.questions)
    const answerTo = (asked: RegExp) =>
      questions.find(({ question }) => asked.test(inlinePlain(question)))?.answer ?? ''
    expect(JSON.stringify(answerTo(/forgot my password/))).toContain('/recover')
    expect(inlinePlain(answerTo(/report a cheater/))).toMatch(/player page, press Report player/)
    expect(inlinePlain(answerTo(/on a console/))).toMatch(/^Only with a workaround\./)
    expect(inlinePlain(answerTo(/buy one now/))).toMatch(/^Not yet:/)
  })

  test('promises no payment, and tells how an upgrade is paid', () => {
    expect(responses().join(' ')).toMatch(/payment processing is currently unavailable/)
    expect(responses().join(' ')).toMatch(/The difference\./)
  })
})

describe('The shop', () => {
  test('[shop.03] sells the ranks Gold for 499 cents, Emerald for 999 and Diamond for 1499', () => {
    expect(content.shop.currency).toBe('USD')
    expect(content.shop.ranks.tiers.map(({ key, name, cents }) => [key, name, cents])).toEqual([
      ['gold', 'Gold', 499],
      ['emerald', 'Emerald', 999],
      ['diamond', 'Diamond', 1499],
    ])
  })

  test('[shop.04] says that an upgrade pays the difference', () => {
    expect(content.shop.ranks.note).toMatch(/An upgrade pays the difference/)
  })

  test('[shop.05] sells the Game Pass for 499 cents and the Battle Pass for 999, by the month', () => {
    const { tiers, note } = content.shop.passes
    expect(tiers.map(({ key, name, cents }) => [key, name, cents])).toEqual([
      ['gamePass', 'Game Pass', 499],
      ['battlePass', 'Battle Pass', 999],
    ])
    expect(note).toMatch(/by the month/)
  })
})

describe('Perks', () => {
  test('[perks.03] Party size: Free 5, Gold 10, Emerald 12, Diamond 15, Game Pass 15, Battle Pass 20', () => {
    expect(row('Party size')).toEqual(['5', '10', '12', '15', '15', '20'])
  })

  test('[perks.04] Chat cooldown: standard 3 s, Gold 0.5 s, Emerald 0.3 s, the others 0.1 s', () => {
    expect(row('Chat cooldown')).toEqual(['3 s', '0.5 s', '0.3 s', '0.1 s', '0.1 s', '0.1 s'])
  })

  test('[perks.05] XP booster: Emerald x2; Diamond, Game Pass and Battle Pass x3', () => {
    expect(row('XP booster')).toEqual([false, false, 'x2', 'x3', 'x3', 'x3'])
  })

  test('[perks.06] Event hosting cooldown: Emerald 40 min; Diamond, Game Pass and Battle Pass 25 min', () => {
    const [lower, upper] = ['40 min cooldown', '25 min cooldown']
    expect(row('Event hosting')).toEqual([false, false, lower, upper, upper, upper])
  })

  test('[perks.07] Fly in lobby: Diamond and Battle Pass only', () => {
    expect(row('Fly in lobby')).toEqual([false, false, false, true, false, true])
  })

  test('[perks.08] Stats reset: Emerald every 30 days, Diamond every 15, Battle Pass every 20', () => {
    expect(row('Stats reset')).toEqual([
      false,
      false,
      'every 30 days',
      'every 15 days',
      false,
      'every 20 days',
    ])
  })

  test('[perks.09] Priority queue, private matches and priority support belong to Diamond, Game Pass and Battle Pass', () => {
    for (const name of ['Priority queue', 'Private matches', 'Priority support']) {
      expect(holders(name), name).toEqual(['diamond', 'gamePass', 'battlePass'])
      expect(perk(name).free, name).toBe(false)
    }
  })

  test('[perks.10] Game Pass and Battle Pass add cosmetics, chat effects and AFK bypass', () => {
    for (const name of ['Cosmetics', 'Chat effects', 'AFK bypass'])
      expect(holders(name), name).toEqual(['gamePass', 'battlePass'])
  })

  test('[perks.11] Only the Battle Pass has custom nicknames and premium support', () => {
    for (const name of ['Custom nicknames', 'Premium support'])
      expect(holders(name), name).toEqual(['battlePass'])
  })
})

test('The highlights of an offer promise no figure that its perks do not keep', () => {
  const { ranks, passes } = content.shop
  for (const { key, highlights } of [...ranks.tiers, ...passes.tiers]) {
    const kept = content.shop.perks.flatMap(({ perks }) => perks.map(({ tiers }) => String(tiers[key])))
    const promised = highlights.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? [])
    for (const figure of promised)
      expect(
        kept.some((value) => value.match(/\d+(?:\.\d+)?/)?.[0] === figure),
        `${key}: ${figure}`,
      ).toBe(true)
  }
})

test('Every word of pages.yaml that is absent is the shipped one, and the shipped file names every key', async () => {
  const text = await readFile(join(rootDir, 'content/pages.yaml'), 'utf8')
  expect(parse(text)).toEqual(defaultWords)
})

test('Everybody may read rules, FAQ, shop and guidelines, as the files have them', async () => {
  const site = await testApp({ environment })
  const visitor = site.browser()
  for (const name of ['rules', 'faq', 'shop', 'guidelines'] as const) {
    const response = await visitor.get(`/api/content/${name}`)
    expect(response.status, name).toBe(200)
    // The response adds an id to each question.
    expect(response.json, name).toMatchObject(content[name])
  }
  await site.close()
})

describe('In other languages', () => {
  const tags = ['de', 'es', 'fr', 'pt-BR']
  /** Names and measures that are the same in every language. */
  const sameEverywhere =
    /^(?:x\d|\d+|#\w+|Gold|Emerald|Diamond|Game Pass|Battle Pass|NoDebuff|Boxing|Bedfight|(?:The )?Bridge|Fireball(?: Fight)?|Sumo|(?:NoDebuff|Sumo|Build) FFA|Nemo Slap|Spam|Boosting|Lapis|Obsidian|Amethyst|Support|Forums|Netherite|[\d.]+ s)$/
  const read = (languages: string) =>
    readContent(readConfig({ ...environment, LANGUAGES: languages }, rootDir))
  const wordsIn = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : []
  }
  const figuresIn = (text: string) =>
    (text.replaceAll('play.arena.example', '').match(/\d+(?:[.,]\d+)?/g) ?? [])
      .map((figure) => figure.replace(',', '.'))
      .sort()
  const visible = ({ rules, faq, guidelines, pages, reasons, ranked, 'practice-modes': modes }: Content) => [
    rules,
    faq,
    guidelines,
    pages,
    reasons,
    ranked.tiers.map(({ name }) => name),
    modes,
  ]
  const shopWords = ({ shop }: Content) => [
    ...[shop.ranks, shop.passes].map(({ note, tiers }) => [
      note,
      tiers.map(({ tagline, highlights }) => [tagline, highlights]),
    ]),
    shop.perks,
  ]

  test.each(tags)(
    '[languages.45] %s ships complete: every text that somebody reads, with the figures of the English one',
    async (tag) => {
      const english = await read(`en, ${tag}`)
      expect(english.translationProblems).toEqual([])
      const translated = english.inLanguages.get(tag)!
      const [before, after] = [english, translated].map((one) => wordsIn([visible(one), shopWords(one)]))
      expect(after).toHaveLength(before!.length)
      const missing = before!.filter((text, at) => text === after![at] && !sameEverywhere.test(text))
      expect(missing).toEqual([])
      for (const [at, text] of before!.entries())
        expect(figuresIn(after![at]!), text).toEqual(figuresIn(text))
      expect(after!.join('\n')).not.toMatch(/vulx/i)
      if (tag === 'fr') expect(after!.filter((text) => /« | [:;!?»]/.test(text))).toEqual([])
    },
  )

  test('[languages.45] Nothing of it is in use where English alone is offered, and English stays as it is beside others', async () => {
    const { inLanguages, ...alone } = await read('en')
    expect(inLanguages.size).toBe(0)
    const { inLanguages: _, ...beside } = await read('en, de, fr')
    const withoutOffer = ({ languages, settings, ...english }: typeof alone) => {
      const { languages: offered, ...others } = settings
      return JSON.parse(JSON.stringify({ ...english, settings: others }))
    }
    expect(withoutOffer(beside)).toEqual(withoutOffer(alone))
  })
})
