import * as z from 'zod/mini'
import { shippedGameTypes } from '../rankings/stats.ts'
import { listOf, text, title } from './content-text-schemas.ts'
import { tierLooks } from './shop.ts'

const heading = title

const paragraph = text(600)

/** Meta description for search engines and shared links. */
const description = text(800)

/** A short text with a title. */
const Note = z.strictObject({ title: heading, text: paragraph })

/** Texts of every page: footer and leaderboard names. */
const FrameWords = z.strictObject({
  /** Next to the wordmark in the footer. */
  tagline: paragraph,
  /** Follows the year in the footer. */
  legal: paragraph,
})

const boardName = text(16)

/** Names of `overall` and of the modes that ship. The modes' names are read once, into the database. */
const BoardNames = z.strictObject(
  Object.fromEntries(['overall', ...shippedGameTypes].map((type) => [type, boardName])) as Record<
    'overall' | (typeof shippedGameTypes)[number],
    typeof boardName
  >,
)

export type BoardNames = z.infer<typeof BoardNames>

/** Alternative text of the video's still picture. */
const picture = text(200)

const auth = {
  description,
  /** Above the form. */
  heading,
  intro: paragraph,
  /** Next to the form on wide screens. */
  panel: heading,
  stats: paragraph,
  modes: paragraph,
}

/** Texts of the network's pages. Labels, errors and states of the user interface are in the code. */
export const PageWords = z.strictObject({
  home: z.strictObject({
    description,
    hero: paragraph,
    status: z.strictObject({
      /** Follows the number of players. */
      playing: text(60),
      empty: text(60),
      offline: text(60),
    }),
    whyJoin: listOf(text(120), 8),
    teaser: z.strictObject({
      /** One entry per line. */
      heading: listOf(text(60), 3),
      text: paragraph,
      picture,
    }),
    community: paragraph,
  }),
  minigames: z.strictObject({ description, intro: paragraph, ffa: heading, duels: heading }),
  leaderboards: z.strictObject({ description, intro: paragraph }),
  seasons: z.strictObject({ description, intro: paragraph }),
  rules: z.strictObject({ description }),
  events: z.strictObject({ description, intro: paragraph }),
  shop: z.strictObject({ description, intro: paragraph, upgrades: heading }),
  rankPerks: z.strictObject({ description, intro: paragraph }),
  community: z.strictObject({
    description,
    intro: paragraph,
    feed: paragraph,
    profile: paragraph,
    search: paragraph,
    discord: paragraph,
    guidelines: paragraph,
    comingSoon: listOf(Note, 8, 0),
  }),
  social: z.strictObject({ description, intro: paragraph }),
  contact: z.strictObject({ description, intro: paragraph, discord: paragraph, faq: Note }),
  faq: z.strictObject({ description, more: paragraph }),
  auth: z.object({
    ...auth,
    /** Ranks of the shop. */
    ranks: z.array(z.object({ name: z.string(), look: z.enum(tierLooks), colour: z.optional(z.string()) })),
  }),
  report: z.strictObject({
    description,
    intro: paragraph,
    advice: heading,
    steps: listOf(Note, 8),
  }),
  apply: z.strictObject({ description, intro: paragraph }),
  forums: z.strictObject({ description, text: paragraph }),
  experience: z.strictObject({ heading, text: paragraph, picture }),
})

export type PageWords = z.infer<typeof PageWords>

export type WordsOf = keyof PageWords

/** Schema of pages.yaml. */
export const PagesContent = z.strictObject({
  footer: FrameWords,
  boards: BoardNames,
  ...PageWords.shape,
  auth: z.strictObject(auth),
})

export type PagesContent = z.infer<typeof PagesContent>
