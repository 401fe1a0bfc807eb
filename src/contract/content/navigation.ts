/** Parts of the site that can be switched off. */
export const siteParts = ['shop', 'events', 'social', 'apply', 'status'] as const

export type SitePart = (typeof siteParts)[number]

export interface NavigationEntry {
  readonly label: string
  /** A path of this site, or an address that begins with https:// */
  readonly to: string
}

/** The main navigation as it ships, in its order. */
export const shippedHeader = [
  { label: 'Home', to: '/' },
  { label: 'Minigames', to: '/minigames' },
  { label: 'Leaderboards', to: '/leaderboards' },
  { label: 'Rules', to: '/rules' },
  { label: 'Events', to: '/events' },
  { label: 'Shop', to: '/shop' },
  { label: 'Community', to: '/community' },
  { label: 'Contact', to: '/contact' },
  { label: 'FAQ', to: '/faq' },
] as const satisfies readonly NavigationEntry[]

/** Internal links of the footer as they ship, in their order. */
export const shippedFooter = [
  { label: 'Home', to: '/' },
  { label: 'Minigames', to: '/minigames' },
  { label: 'Leaderboards', to: '/leaderboards' },
  { label: 'Rules', to: '/rules' },
  { label: 'Events', to: '/events' },
  { label: 'Shop', to: '/shop' },
  { label: 'Forums', to: '/forums' },
  { label: 'FAQ', to: '/faq' },
  { label: 'Report a Bug', to: '/report' },
] as const satisfies readonly NavigationEntry[]

/** Which part of the site a page belongs to, by the first segment of its path. */
const partsByWord: ReadonlyMap<string, SitePart> = new Map([
  ['shop', 'shop'],
  ['rank-perks', 'shop'],
  ['events', 'events'],
  ['cups', 'events'],
  ['social', 'social'],
  ['posts', 'social'],
  ['apply', 'apply'],
  ['status', 'status'],
])

const partOfPath = (pathname: string): SitePart | undefined =>
  partsByWord.get(pathname.toLowerCase().split(/[/?#]/)[1] ?? '')

/** Whether a page is in a part of the site that is switched off. */
export function isOffPath(pathname: string, off: readonly SitePart[] | undefined): boolean {
  if (off === undefined) return false
  const part = partOfPath(pathname)
  return part !== undefined && off.includes(part)
}
