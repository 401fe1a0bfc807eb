/** The pages that search engines are told of, beside those of players and matches. */
export const publicPaths = [
  '/',
  '/minigames',
  '/leaderboards',
  '/rules',
  '/events',
  '/shop',
  '/rank-perks',
  '/community',
  '/social',
  '/contact',
  '/faq',
] as const

export type PublicPath = (typeof publicPaths)[number]
/** A public page with a share image of its own; Home has the site's. */
export type NamedPath = Exclude<PublicPath, '/'>

export const isPublicPath = (path: string): path is PublicPath =>
  (publicPaths as readonly string[]).includes(path)

/** Whether search engines may list an address. A new page is not listed before it stands above. */
export const isListed = (path: string) => isPublicPath(path) || /^\/(?:player|match)\/[^/]+$/.test(path)

/** The share image of a page that names none itself. */
export const shareImageOf = (path: string) =>
  isPublicPath(path) && path !== '/' ? `/share/page${path}.png` : '/share.png'
