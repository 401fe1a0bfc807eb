import { slugPattern } from '../news/news.ts'

export const ownPageLimits = {
  pages: 50,
  slug: 60,
  title: 100,
  description: 300,
  text: 20_000,
  /** For how long a deleted page can be brought back. */
  deletedDays: 90,
} as const

export const ownPagePath = (slug: string) => `/p/${slug}`

export const isPageSlug = (slug: string) => slug.length <= ownPageLimits.slug && slugPattern.test(slug)

/** Names of the site's own addresses, which would be mistaken for them. */
const reservedSlugs: readonly string[] = [
  ...['account', 'admin', 'api', 'appeal', 'apply', 'assets', 'auth', 'avatars', 'badge'],
  ...['bug-report', 'community', 'compare', 'confirm-email', 'contact', 'cookies', 'embed', 'events', 'faq'],
  ...['following', 'forums'],
  ...['health', 'home', 'leaderboards', 'link-discord', 'live', 'login', 'logout', 'match', 'media'],
  ...['metrics', 'minigames', 'new', 'news', 'newsletter', 'notifications', 'overlay', 'player', 'posts'],
  ...['privacy', 'profile', 'rank-perks', 'ratings', 'recover', 'register', 'report', 'rules', 'seasons'],
  ...['settings', 'setup'],
  ...['share', 'shop', 'social', 'staff', 'status', 'terms', 'unsubscribe'],
]

export const isReservedSlug = (slug: string) => reservedSlugs.includes(slug)
