import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { SeedEvent } from '../events/events-schemas.ts'
import { maxId } from '../ids.ts'
import { sentence } from '../sentences.ts'
import { isEmail } from '../text.ts'
import { userLink } from '../text-schemas.ts'
import { listOf, paragraph, shortText, text, title } from './content-text-schemas.ts'
import { hasValidLinks } from './inline-text.ts'
import { legalPageNames } from './legal.ts'
import { OwnPage } from './own-pages-schemas.ts'
import { ReasonsContent } from './reasons-schemas.ts'
import { ShopContent } from './shop-schemas.ts'
import { PageWords } from './words-schemas.ts'

/** Parsed by `inlineParts`, so it may contain links and commands. */
const linked = <T extends z.ZodMiniType<string>>(words: T) =>
  words.check(
    z.refine(hasValidLinks, {
      error: sentence(
        msg`has an external link: links must be a path of this site or discord, as in [text](/path)`,
      ),
    }),
  )

export const RulesContent = z.strictObject({
  intro: shortText,
  sections: listOf(
    z.strictObject({
      title,
      rules: listOf(z.strictObject({ name: title, text: linked(paragraph) }), 40),
    }),
    12,
  ),
  penalties: z.strictObject({
    /** Penalties in rising order of severity. */
    steps: listOf(title, 6),
    notes: listOf(linked(shortText), 12),
  }),
})

export type RulesContent = z.infer<typeof RulesContent>

export const FaqContent = z.strictObject({
  intro: shortText,
  sections: listOf(
    z.strictObject({
      title,
      questions: listOf(z.strictObject({ question: title, answer: linked(paragraph) }), 40),
    }),
    12,
  ),
})

export type FaqContent = z.infer<typeof FaqContent>

/** In a language, with the addresses of its questions, which are the same in all of them. */
const FaqResponse = z.object({
  intro: z.string(),
  sections: z.array(
    z.object({
      title: z.string(),
      questions: z.array(z.object({ id: z.optional(z.string()), question: z.string(), answer: z.string() })),
    }),
  ),
})

export type FaqResponse = z.infer<typeof FaqResponse>

export const GuidelinesContent = z.strictObject({
  guidelines: listOf(z.strictObject({ title, text: shortText }), 12),
})

export type GuidelinesContent = z.infer<typeof GuidelinesContent>

/** Links and contact addresses for every page; they are sent with the document. Absent ones are not shown. */
const linkWords = sentence(msg`must be a link that begins with https:// or http://`)

const link = userLink(linkWords)

const outsideLink = z.optional(z.nullable(link))

const addressWords = sentence(msg`must be an email address, like team@example.net`)

const address = z.optional(
  z.nullable(z.string({ error: addressWords }).check(z.refine(isEmail, { error: addressWords }))),
)

const playerWords = sentence(msg`must be the number in the address of their page, as 17 of /player/17`)
const streamWords = sentence(
  msg`must be a channel on Twitch or YouTube, like https://www.twitch.tv/name or https://www.youtube.com/@name`,
)

/** A channel of a player. An address with another host, a port, a query or a name before an @ is refused. */
const Stream = z.strictObject({
  player: z
    .int({ error: playerWords })
    .check(z.minimum(1, { error: playerWords }), z.maximum(maxId, { error: playerWords })),
  link: z
    .string({ error: streamWords })
    .check(
      z.trim(),
      z.regex(/^https:\/\/(?:www\.)?(?:twitch\.tv|youtube\.com)\/[\w@%./-]{1,100}$/, { error: streamWords }),
    ),
})

const streams = listOf(Stream, 12, 0).check(
  z.refine((list) => new Set(list.map(({ link }) => link)).size === list.length, {
    error: sentence(msg`must not have the same link twice`),
  }),
)

export const LinksContent = z.strictObject({
  youtube: outsideLink,
  twitter: outsideLink,
  instagram: outsideLink,
  twitch: outsideLink,
  tiktok: outsideLink,
  bluesky: outsideLink,
  linkHub: outsideLink,
  /** An invite; DISCORD_INVITE decides where it is set. */
  discord: outsideLink,
  supportEmail: address,
  partnershipsEmail: address,
  /** Shown until Discord said its own figure. */
  discordMembers: z.optional(
    z.nullable(
      z
        .int({ error: sentence(msg`must be a whole number`) })
        .check(z.minimum(0, { error: sentence(msg`must be 0 or more`) })),
    ),
  ),
  /** Shown on /live. */
  streams: z.optional(z.nullable(streams)),
})

export type LinksContent = z.infer<typeof LinksContent>

/** Announcement above every page, if any. `link` may be a path of this site. */
export const AnnouncementContent = z.strictObject({
  text: z.nullable(text(200)),
  link: z.nullable(
    z.union([link, z.string().check(z.regex(/^\/(?![/\\])\S{0,200}$/))], {
      error: sentence(msg`must be a path of this site or a link that begins with https:// or http://`),
    }),
  ),
})

export type AnnouncementContent = z.infer<typeof AnnouncementContent>

/** Practice modes that seed an empty table once; afterwards staff manage them in the table. */
export const PracticeModesContent = z.strictObject({
  ffa: listOf(z.strictObject({ name: text(60), description: text(300) }), 40),
  duels: listOf(z.strictObject({ name: text(60), description: text(300) }), 40),
})

export type PracticeModesContent = z.infer<typeof PracticeModesContent>

/** Events that seed an empty table once; usually none. */
export const EventsContent = z.strictObject({
  events: z
    .array(SeedEvent, { error: sentence(msg`must be a list, each entry on its own line with a dash`) })
    .check(z.maxLength(50, { error: sentence(msg`must have ${{ max: 50 }} entries or less`) })),
})

export type EventsContent = z.infer<typeof EventsContent>

const MarkdownText = z.object({
  /** Made from the Markdown of the content, with raw HTML escaped; the title is its only `h1`. */
  html: z.string(),
  /** Language of the text, where it is not the one that was asked for. */
  language: z.optional(z.string()),
})

export type MarkdownText = z.infer<typeof MarkdownText>

export const contentSchemas = {
  rules: {
    response: RulesContent,
  },
  faq: {
    response: FaqResponse,
  },
  shop: {
    response: ShopContent,
  },
  guidelines: {
    response: GuidelinesContent,
  },
  words: {
    response: PageWords,
  },
  legal: {
    params: z.object({ page: z.enum(legalPageNames) }),
    response: MarkdownText,
  },
  ownPage: {
    params: z.object({ slug: z.string() }),
    response: OwnPage,
  },
  handbook: {
    response: MarkdownText,
  },
  reasons: {
    response: ReasonsContent,
  },
}
