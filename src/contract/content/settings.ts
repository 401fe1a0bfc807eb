import { msg } from '@lingui/core/macro'
import { isAdmin, isManager, isOwner, type Viewer } from '../accounts/ranks.ts'
import type { Message } from '../languages.ts'
import { isPageSlug, ownPagePath } from './own-pages.ts'
import type { WordsOf } from './words-schemas.ts'

/** Pages whose words are settings, in the order of the list, with what staff call them. */
export const wordPages = {
  footer: msg`Footer`,
  boards: msg`Names of boards`,
  home: msg({ message: 'Home', comment: 'The first page of the site' }),
  minigames: msg`Minigames`,
  leaderboards: msg`Leaderboards`,
  seasons: msg`Seasons`,
  rules: msg`Rules`,
  events: msg`Events`,
  shop: msg`Shop`,
  rankPerks: msg`Rank perks`,
  community: msg`Community`,
  social: msg`Social`,
  contact: msg`Contact`,
  faq: msg`FAQ`,
  auth: msg`Sign in`,
  report: msg`Report a bug`,
  apply: msg({ message: 'Apply', comment: 'To apply for the team' }),
  forums: msg`Forums`,
  experience: msg({ message: 'Experience', comment: 'A page of the site that shows the game' }),
} as const satisfies { readonly [Page in WordsOf | 'footer' | 'boards']: Message }

export type WordPage = keyof typeof wordPages

const wordScopes = (Object.keys(wordPages) as WordPage[]).map((page) => `words.${page}` as const)

/** What can be changed in the browser, each as a whole (`/api/admin/settings/:scope`), beside pages of the network's own. */
export const settingScopes = [
  'identity',
  'languages',
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
  identity: msg`Name and address`,
  languages: msg`Languages`,
  look: msg`Look`,
  links: msg`Links`,
  navigation: msg`Navigation`,
  announcement: msg`Announcement`,
  rules: msg`Rules`,
  faq: msg`FAQ`,
  guidelines: msg`Community guidelines`,
  shop: msg`Shop`,
  legal: msg`Legal pages`,
  handbook: msg`Handbook`,
  'words.footer': msg`Words: Footer`,
  'words.boards': msg`Words: Names of boards`,
  'words.home': msg`Words: Home`,
  'words.minigames': msg`Words: Minigames`,
  'words.leaderboards': msg`Words: Leaderboards`,
  'words.seasons': msg`Words: Seasons`,
  'words.rules': msg`Words: Rules`,
  'words.events': msg`Words: Events`,
  'words.shop': msg`Words: Shop`,
  'words.rankPerks': msg`Words: Rank perks`,
  'words.community': msg`Words: Community`,
  'words.social': msg`Words: Social`,
  'words.contact': msg`Words: Contact`,
  'words.faq': msg`Words: FAQ`,
  'words.auth': msg`Words: Sign in`,
  'words.report': msg`Words: Report a bug`,
  'words.apply': msg`Words: Apply`,
  'words.forums': msg`Words: Forums`,
  'words.experience': msg`Words: Experience`,
} as const satisfies Record<FixedScope, Message>

export const settingLabelOf = (scope: SettingScope): Message =>
  isPageScope(scope) ? msg`Page ${{ path: ownPagePath(slugOfScope(scope)) }}` : settingLabels[scope]

/** Where the value of a setting comes from, the strongest first. */
export const settingSources = ['variable', 'file', 'browser', 'shipped'] as const

export type SettingSource = (typeof settingSources)[number]

/** Revisions stored of each setting. */
export const maxRevisions = 200

/** Settings that only Owners change. Their changes ask for the password again. */
export const ownersScopes: readonly SettingScope[] = ['identity']

export const isOwnersSetting = (scope: SettingScope) => ownersScopes.includes(scope)

/** Admins change what pages say; Owners what the network is. */
export const canChangeSetting = (viewer: Viewer | null, scope: SettingScope) =>
  isOwnersSetting(scope) ? isOwner(viewer) : isAdmin(viewer)

/** A Manager reads what only an Owner changes. */
export const canReadSetting = (viewer: Viewer | null, scope: SettingScope) =>
  canChangeSetting(viewer, scope) || isManager(viewer)
