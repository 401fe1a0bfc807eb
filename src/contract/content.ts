import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SeedEvent } from './events.ts'
import { hasGoodLinks } from './inline-text.ts'
import { atLeast, atMost, Email, userLink } from './text.ts'

/** Words that an operator writes in content files, once `{site}`, `{short}`, `{host}` and `{port}` are filled in. */
const text = (most: number) =>
  z
    .string({ error: 'must be text (put it in quotes if it looks like a number)' })
    .check(atLeast(1, 'must not be empty'), atMost(most, `must be ${most} characters or less`))
const title = text(120)
const sentence = text(400)
const paragraph = text(2_000)

/** Read through `inlineParts`, so it may hold links and commands. */
const linked = <T extends z.ZodMiniType<string>>(words: T) =>
  words.check(
    z.refine(hasGoodLinks, { error: 'links lead to a path of this site, or to discord: [words](/path)' }),
  )

const listOf = <T extends z.ZodMiniType>(item: T, most: number) =>
  z
    .array(item, { error: 'must be a list' })
    .check(
      z.minLength(1, { error: 'must not be empty' }),
      z.maxLength(most, { error: `must have ${most} entries or less` }),
    )

export const RulesContent = z.strictObject({
  intro: sentence,
  sections: listOf(
    z.strictObject({
      title,
      rules: listOf(z.strictObject({ name: title, text: linked(paragraph) }), 40),
    }),
    12,
  ),
  penalties: z.strictObject({
    /** The kinds of penalties, milder first. */
    steps: listOf(title, 6),
    notes: listOf(linked(sentence), 12),
  }),
})
export type RulesContent = z.infer<typeof RulesContent>

export const FaqContent = z.strictObject({
  intro: sentence,
  sections: listOf(
    z.strictObject({
      title,
      questions: listOf(z.strictObject({ question: title, answer: linked(paragraph) }), 40),
    }),
    12,
  ),
})
export type FaqContent = z.infer<typeof FaqContent>

/** The three ranks and two passes that are sold, in the order of every table (spec 9). */
export const tierKeys = ['gold', 'emerald', 'diamond', 'gamePass', 'battlePass'] as const
export type TierKey = (typeof tierKeys)[number]

const Price = z
  .int({ error: 'must be a price in whole cents' })
  .check(z.minimum(0, { error: 'must not be negative' }), z.maximum(1_000_000, { error: 'is too high' }))

const Offer = z.strictObject({
  name: title,
  /** Cents: once for a rank, each month for a pass. */
  cents: Price,
  tagline: sentence,
  highlights: listOf(sentence, 8),
})
export type Offer = z.infer<typeof Offer>

/** What a tier has of a perk: its measure in words, or plainly yes or no. */
const PerkValue = z.union([z.boolean(), title], { error: 'must be text, true or false' })
export type PerkValue = z.infer<typeof PerkValue>

const Perk = z.strictObject({
  name: title,
  about: sentence,
  /** Everybody, without paying. */
  free: PerkValue,
  gold: PerkValue,
  emerald: PerkValue,
  diamond: PerkValue,
  gamePass: PerkValue,
  battlePass: PerkValue,
})
export type Perk = z.infer<typeof Perk>

export const ShopContent = z.strictObject({
  ranks: z.strictObject({ note: sentence, gold: Offer, emerald: Offer, diamond: Offer }),
  passes: z.strictObject({ note: sentence, gamePass: Offer, battlePass: Offer }),
  perks: listOf(z.strictObject({ title, perks: listOf(Perk, 20) }), 10),
})
export type ShopContent = z.infer<typeof ShopContent>

export const GuidelinesContent = z.strictObject({
  guidelines: listOf(z.strictObject({ title, text: sentence }), 12),
})
export type GuidelinesContent = z.infer<typeof GuidelinesContent>

/** Links and addresses that every page may show; they travel with the document. */
const link = userLink('must be a link that begins with https:// or http://')
const address = Email
export const LinksContent = z.strictObject({
  youtube: link,
  twitter: link,
  instagram: link,
  twitch: link,
  tiktok: link,
  bluesky: link,
  linkHub: link,
  supportEmail: address,
  partnershipsEmail: address,
})
export type LinksContent = z.infer<typeof LinksContent>

/** One line above every page, or none. `link` may be a path of this site. */
export const AnnouncementContent = z.strictObject({
  text: z.nullable(text(200)),
  link: z.nullable(
    z.union([link, z.string().check(z.regex(/^\/(?![/\\])\S{0,200}$/))], {
      error: 'must be a path of this site or a link that begins with https:// or http://',
    }),
  ),
})
export type AnnouncementContent = z.infer<typeof AnnouncementContent>

/** Practice modes with which an empty table is filled, once; afterwards the table is the truth. */
export const PracticeModesContent = z.strictObject({
  ffa: listOf(z.strictObject({ name: text(60), description: text(300) }), 40),
  duels: listOf(z.strictObject({ name: text(60), description: text(300) }), 40),
})
export type PracticeModesContent = z.infer<typeof PracticeModesContent>

export const contentEndpoints = {
  rules: endpoint({
    method: 'GET',
    path: '/api/content/rules',
    access: 'public',
    sameForAll: true,
    summary: 'The rules and the penalties note',
    status: 200,
    answer: RulesContent,
  }),
  faq: endpoint({
    method: 'GET',
    path: '/api/content/faq',
    access: 'public',
    sameForAll: true,
    summary: 'Questions and answers, by section',
    status: 200,
    answer: FaqContent,
  }),
  shop: endpoint({
    method: 'GET',
    path: '/api/content/shop',
    access: 'public',
    sameForAll: true,
    summary: 'Ranks and passes, their prices in cents and their perks',
    status: 200,
    answer: ShopContent,
  }),
  guidelines: endpoint({
    method: 'GET',
    path: '/api/content/guidelines',
    access: 'public',
    sameForAll: true,
    summary: 'Community guidelines',
    status: 200,
    answer: GuidelinesContent,
  }),
}

/** Events with which an empty table is filled, once; usually none. */
export const EventsContent = z.strictObject({
  events: z
    .array(SeedEvent, { error: 'must be a list' })
    .check(z.maxLength(50, { error: 'must have 50 entries or less' })),
})
export type EventsContent = z.infer<typeof EventsContent>
