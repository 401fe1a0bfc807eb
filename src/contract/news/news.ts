export const newsLimits = {
  title: { min: 3, max: 100 },
  slug: 80,
  summary: 300,
  markdown: 20_000,
  /** Alternative text of the cover. */
  coverAlt: 200,
  /** Maximum number of items in a response. */
  listed: 50,
  /** Items of a page of the list. */
  page: 10,
} as const

/** News that bear an older date are published and nobody is notified: they are of the past. */
export const newsHours = 24

/** Whether news that bear this date are of the past. Both in milliseconds. */
export const isOldNews = (at: number, now: number) => at < now - newsHours * 3_600_000

/** How many newsletter issues all admins together may send in 24 hours. `newsletter_slots` has a row for each. */
export const newslettersPerDay = 3

/** A draft or scheduled item is a 404 to everybody else. */
export const newsStates = ['draft', 'scheduled', 'published'] as const

export type NewsState = (typeof newsStates)[number]

/** Position in the list: moment of publication and id, so that the list reads on after the item was taken back. */
export const newsCursor = ({ publishedAt, id }: { readonly publishedAt: string; readonly id: number }) =>
  `${Date.parse(publishedAt)}.${id}`

export const newsPath = (slug: string) => `/news/${slug}`

/** The share image of an item. */
export const newsImagePath = (slug: string) => `/share/news/${slug}.png`

/** The newest items as an Atom feed. */
export const newsFeedPath = '/news/feed.xml'

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Suggests the last part of a path: ASCII letters and digits of the title; empty when it has none. */
export const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, newsLimits.slug)
    .replace(/^-|-$/g, '')
