import { isAdmin, isManager, isOwner, type Viewer } from '../accounts/ranks.ts'
import { isPageSlug, ownPagePath } from './own-pages.ts'
import type { WordsOf } from './words-schemas.ts'

/** Pages whose words are settings, in the order of the list, with what staff call them. */
export const wordPages = {
  footer: 'Footer',
  boards: 'Names of boards',
  home: 'Home',
  minigames: 'Minigames',
  leaderboards: 'Leaderboards',
  seasons: 'Seasons',
  rules: 'Rules',
  events: 'Events',
  shop: 'Shop',
  rankPerks: 'Rank perks',
  community: 'Community',
  social: 'Social',
  contact: 'Contact',
  faq: 'FAQ',
  auth: 'Sign in',
  report: 'Report a bug',
  apply: 'Apply',
  forums: 'Forums',
  experience: 'Experience',
} as const satisfies { readonly [Page in WordsOf | 'footer' | 'boards']: string }

export type WordPage = keyof typeof wordPages

const wordScopes = (Object.keys(wordPages) as WordPage[]).map((page) => `words.${page}` as const)

/** What can be changed in the browser, each as a whole (`/api/admin/settings/:scope`), beside pages of the network's own. */
export const settingScopes = [
  'identity',
  'look',
  'links',
  'navigation',
  'announcement',
  'rules',
  'faq',
  'guidelines',
  'shop',
  'legal',
  'handbook',
  ...wordScopes,
] as const

export type FixedScope = (typeof settingScopes)[number]

/** A page of the network's own. */
export type PageScope = `page.${string}`

export type SettingScope = FixedScope | PageScope

const pagePrefix = 'page.'

export const pageScopeOf = (slug: string): PageScope => `${pagePrefix}${slug}`

export const slugOfScope = (scope: PageScope) => scope.slice(pagePrefix.length)

export const isPageScope = (scope: string): scope is PageScope =>
  scope.startsWith(pagePrefix) && isPageSlug(scope.slice(pagePrefix.length))

export const isSettingScope = (scope: string): scope is SettingScope =>
  (settingScopes as readonly string[]).includes(scope) || isPageScope(scope)

/** What staff call each setting. */
export const settingLabels = {
  identity: 'Name and address',
  look: 'Look',
  links: 'Links',
  navigation: 'Navigation',
  announcement: 'Announcement',
  rules: 'Rules',
  faq: 'FAQ',
  guidelines: 'Community guidelines',
  shop: 'Shop',
  legal: 'Legal pages',
  handbook: 'Handbook',
  ...(Object.fromEntries(
    Object.entries(wordPages).map(([page, label]) => [`words.${page}`, `Words: ${label}`]),
  ) as Record<(typeof wordScopes)[number], string>),
} as const satisfies Record<FixedScope, string>

export const settingLabelOf = (scope: SettingScope) =>
  isPageScope(scope) ? `Page ${ownPagePath(slugOfScope(scope))}` : settingLabels[scope]

/** Where the value of a setting comes from, the strongest first. */
export const settingSources = ['variable', 'file', 'browser', 'shipped'] as const

export type SettingSource = (typeof settingSources)[number]

/** Revisions stored of each setting. */
export const maxRevisions = 200

const ownersScopes: readonly SettingScope[] = ['identity']

/** Whether changing it needs the password again (`confirm_password`). */
export const isOwnersSetting = (scope: SettingScope) => ownersScopes.includes(scope)

/** Admins change what pages say; Owners what the network is. */
export const canChangeSetting = (viewer: Viewer | null, scope: SettingScope) =>
  isOwnersSetting(scope) ? isOwner(viewer) : isAdmin(viewer)

/** A Manager reads what only an Owner changes. */
export const canReadSetting = (viewer: Viewer | null, scope: SettingScope) =>
  canChangeSetting(viewer, scope) || isManager(viewer)
