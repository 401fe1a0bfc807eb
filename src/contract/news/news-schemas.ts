import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { recordWords, untranslated, wordIn } from '../record-words-schemas.ts'
import { sentence } from '../sentences.ts'
import { dateTime, multiLine, nameLine, singleLine } from '../written-schemas.ts'
import { markdownProblem } from './markdown-problem.ts'
import { newsLimits, newsStates, slugPattern } from './news.ts'

const wrongSlug = sentence(msg`Address must be small letters a-z, digits and single hyphens between them`)

const Markdown = multiLine({ name: 'Text', min: 1, max: newsLimits.markdown }).check(
  z.superRefine((text, context) => {
    const problem = markdownProblem(text)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  }),
)

const fields = {
  title: nameLine({ name: 'Title', ...newsLimits.title }),
  slug: singleLine({ name: 'Address', min: 1, max: newsLimits.slug }).check(
    z.regex(slugPattern, { error: wrongSlug }),
  ),
  summary: singleLine({ name: 'Summary', min: 1, max: newsLimits.summary }),
  markdown: Markdown,
}

const words = recordWords({
  title: wordIn(fields.title),
  summary: wordIn(fields.summary),
  markdown: wordIn(fields.markdown),
})

export type NewsWords = z.infer<typeof words>

export const NewNews = z.object({ ...fields, words: z.optional(words) })

export type NewNews = z.infer<typeof NewNews>

/** An absent field is unchanged. */
export const NewsChange = z.partial(NewNews)

export type NewsChange = z.infer<typeof NewsChange>

/** Strict, because what is published and mailed cannot be taken back. */
const Publication = z.strictObject({
  /** When it appears; absent: at once. A past one is the date that the item bears, and it appears at once. */
  at: z.optional(dateTime('The time')),
  /** Sends the item to confirmed subscribers of the newsletter, once for ever. Absent: as it was chosen before. */
  toSubscribers: z.optional(z.boolean({ error: sentence(msg`Must be true or false`) })),
})

/** `image` is a data URL, whose size and type the server checks; absent: the picture stays, and its text changes. */
export const NewCover = z.object({
  image: z.optional(z.string()),
  alt: singleLine({ name: 'Alternative text', min: 1, max: newsLimits.coverAlt }),
})

/** The cover picture as the site serves it, with its size, so that pages have room for it before it is loaded. */
export const Cover = z.object({ url: z.string(), alt: z.string(), width: z.int(), height: z.int() })

export type Cover = z.infer<typeof Cover>

const shown = {
  id: Id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The team when the author's account was deleted. */
  author: z.object({ username: z.string() }),
  cover: z.nullable(Cover),
}

/** A published item in lists. */
export const NewsItem = z.object({
  ...shown,
  publishedAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  untranslated,
  /** Its titles in other languages than that of the reader, by which search finds it. */
  alsoTitled: z.optional(z.array(z.string())),
})

export type NewsItem = z.infer<typeof NewsItem>

/** A published item with its text as HTML, in which raw HTML of the Markdown is escaped. */
export const NewsArticle = z.extend(NewsItem, { html: z.string(), commentCount: z.int() })

export type NewsArticle = z.infer<typeof NewsArticle>

/** An item as admins manage it. */
export const NewsRecord = z.object({
  ...shown,
  markdown: z.string(),
  /** By language; without what is said in the default one. */
  words: z.record(
    z.string(),
    z.object({
      title: z.optional(z.string()),
      summary: z.optional(z.string()),
      markdown: z.optional(z.string()),
    }),
  ),
  state: z.enum(newsStates),
  /** When it appears or appeared; null for a draft. */
  publishAt: z.nullable(Timestamp),
  editedAt: z.nullable(Timestamp),
  /** It was published once, so its address stays and members are not notified again. */
  wasPublished: z.boolean(),
  /** Subscribers of the newsletter get it, or got it. */
  toSubscribers: z.boolean(),
  /** It was scheduled for subscribers and published without them: as many newsletters as may be had gone out that day. */
  missedNewsletter: z.boolean(),
  version: z.int(),
  createdAt: Timestamp,
})

export type NewsRecord = z.infer<typeof NewsRecord>

/** `newsCursor` of the last item that was read, or its id alone. */
const Before = z.pipe(
  z.string().check(
    z.regex(/^(?:[0-9]{1,13}\.)?[0-9]{1,10}$/, {
      error: sentence(msg`Must be the cursor of a page, or an id`),
    }),
  ),
  z.pipe(
    z.transform((text: string) => {
      const [id, at] = text.split('.').map(Number).reverse()
      return { id, at: at === undefined ? null : new Date(at) }
    }),
    z.object({ id: Id, at: z.nullable(z.date()) }),
  ),
)

export const newsSchemas = {
  list: {
    stable: { example: '/api/news?limit=5' },
    query: z.extend(pageQuery(newsLimits.listed, newsLimits.page), { before: z.optional(Before) }),
    response: z.array(NewsItem),
  },
  show: {
    stable: { example: '/api/news/welcome' },
    params: z.object({ slug: z.string() }),
    response: NewsArticle,
  },
  manage: {
    scope: 'write:news' as const,
    query: pageQuery(newsLimits.listed, newsLimits.listed),
    response: z.array(NewsRecord),
  },
  create: { scope: 'write:news' as const, body: NewNews, response: NewsRecord },
  update: {
    scope: 'write:news' as const,
    versioned: true,
    params: IdParams,
    body: NewsChange,
    response: NewsRecord,
  },
  publish: {
    scope: 'write:news' as const,
    versioned: true,
    params: IdParams,
    body: Publication,
    response: NewsRecord,
  },
  unpublish: { scope: 'write:news' as const, versioned: true, params: IdParams, response: NewsRecord },
  remove: { versioned: true, params: IdParams },
  setCover: { versioned: true, params: IdParams, body: NewCover, response: NewsRecord },
  removeCover: { versioned: true, params: IdParams, response: NewsRecord },
  preview: {
    body: z.object({ markdown: Markdown }),
    response: z.object({ html: z.string() }),
  },
}
