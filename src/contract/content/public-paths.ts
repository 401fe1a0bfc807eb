/** Static pages of the sitemap; pages of players, matches, posts and news items are not among them. */
export const publicPaths = [
  '/',
  '/live',
  '/minigames',
  '/leaderboards',
  '/seasons',
  '/ratings',
  '/rules',
  '/events',
  '/cups',
  '/news',
  '/shop',
  '/rank-perks',
  '/community',
  '/social',
  '/contact',
  '/faq',
  '/status',
  '/privacy',
  '/terms',
  '/cookies',
] as const

export type PublicPath = (typeof publicPaths)[number]
/** A public page with its own share image; Home uses the site's. */
export type NamedPath = Exclude<PublicPath, '/'>

const isPublicPath = (path: string): path is PublicPath => (publicPaths as readonly string[]).includes(path)

/** Whether search engines may index a path. A new page is not indexed until it is listed above. */
export const isListed = (path: string) =>
  isPublicPath(path) || /^\/(?:(?:player|match|news|posts|cups|p)\/[^/]+|compare\/\d+\/\d+)$/.test(path)

/** Share image of a page that sets none. */
export const shareImageOf = (path: string) =>
  isPublicPath(path) && path !== '/' ? `/share/page${path}.png` : '/share.png'
