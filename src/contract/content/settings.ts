import { msg } from '@lingui/core/macro'
import { holds, isOwner, type Viewer } from '../accounts/ranks.ts'
import { addressIn, type Message } from '../languages.ts'
import { isPageSlug, ownPagePath } from './own-pages.ts'
import type { PagesContent } from './words-schemas.ts'

export interface SettingFacts {
  /** What staff call it. */
  readonly label: Message
  /** What staff call it under the heading of its group. */
  readonly shortLabel?: Message
  /** Where it is in the list of settings. */
  readonly group: 'network' | 'pages' | 'words' | 'own'
  /** The pages that show it, the best preview first. */
  readonly paths: readonly [string, ...string[]]
  /** Its value ships as `content/<scope>.yaml`. */
  readonly hasFile?: true
  /** It holds nothing to translate. */
  readonly isWordless?: true
  /** Only Owners change it, and confirm with their password. */
  readonly isOwners?: true
  /** Members see less of its page, or are redirected away from it, so the preview shows what visitors see. */
  readonly isVisitorsOnly?: true
  /** No page shows it, so there is nothing to preview. */
  readonly isUnseen?: true
}

const words = (path: string, shortLabel: Message, label: Message) =>
  ({ group: 'words', paths: [path], shortLabel, label }) as const

/**
 * Everything that can be changed in the browser, each as a whole, in the order of the list. Pages made by staff are the
 * other settings. docs/how-to.md says how to add one.
 */
const settings = {
  identity: {
    label: msg`Name and address`,
    group: 'network',
    paths: ['/'],
    isOwners: true,
    isWordless: true,
  },
  address: {
    label: msg`Public address`,
    group: 'network',
    paths: ['/'],
    isOwners: true,
    isWordless: true,
    isUnseen: true,
  },
  mail: {
    label: msg`Mail`,
    group: 'network',
    paths: ['/'],
    isOwners: true,
    isWordless: true,
    isUnseen: true,
  },
  security: {
    label: msg`Security`,
    group: 'network',
    paths: ['/'],
    isOwners: true,
    isWordless: true,
    isUnseen: true,
  },
  languages: { label: msg`Languages`, group: 'network', paths: ['/'] },
  look: {
    label: msg`Look`,
    group: 'network',
    paths: ['/', '/leaderboards', '/shop', '/contact'],
    isWordless: true,
  },
  links: { label: msg`Links`, group: 'network', paths: ['/', '/contact'], hasFile: true, isWordless: true },
  navigation: { label: msg`Navigation`, group: 'network', paths: ['/'] },
  announcement: { label: msg`Announcement`, group: 'network', paths: ['/'], hasFile: true },
  rules: { label: msg`Rules`, group: 'pages', paths: ['/rules'], hasFile: true },
  faq: { label: msg`FAQ`, group: 'pages', paths: ['/faq'], hasFile: true },
  guidelines: { label: msg`Community guidelines`, group: 'pages', paths: ['/community'], hasFile: true },
  shop: { label: msg`Shop`, group: 'pages', paths: ['/shop', '/rank-perks'], hasFile: true },
  legal: { label: msg`Legal pages`, group: 'pages', paths: ['/privacy', '/terms', '/cookies'] },
  handbook: { label: msg`Handbook`, group: 'pages', paths: ['/admin/handbook'] },
  'words.footer': words('/', msg`Footer`, msg`Words: Footer`),
  'words.boards': words('/leaderboards', msg`Names of boards`, msg`Words: Names of boards`),
  'words.home': {
    ...words('/', msg({ message: 'Home', comment: 'The first page of the site' }), msg`Words: Home`),
    isVisitorsOnly: true,
  },
  'words.minigames': words('/minigames', msg`Minigames`, msg`Words: Minigames`),
  'words.leaderboards': words('/leaderboards', msg`Leaderboards`, msg`Words: Leaderboards`),
  'words.seasons': words('/seasons', msg`Seasons`, msg`Words: Seasons`),
  'words.rules': words('/rules', msg`Rules`, msg`Words: Rules`),
  'words.events': words('/events', msg`Events`, msg`Words: Events`),
  'words.shop': words('/shop', msg`Shop`, msg`Words: Shop`),
  'words.rankPerks': words('/rank-perks', msg`Rank perks`, msg`Words: Rank perks`),
  'words.community': words('/community', msg`Community`, msg`Words: Community`),
  'words.social': words('/social', msg`Social`, msg`Words: Social`),
  'words.contact': words('/contact', msg`Contact`, msg`Words: Contact`),
  'words.faq': words('/faq', msg`FAQ`, msg`Words: FAQ`),
  'words.auth': { ...words('/auth', msg`Sign in`, msg`Words: Sign in`), isVisitorsOnly: true },
  'words.report': words('/report', msg`Report a bug`, msg`Words: Report a bug`),
  'words.apply': words(
    '/apply',
    msg({ message: 'Apply', comment: 'To apply for the team' }),
    msg`Words: Apply`,
  ),
  'words.forums': words('/forums', msg`Forums`, msg`Words: Forums`),
  'words.experience': words(
    '/experience-demo',
    msg({ message: 'Experience', comment: 'A page of the site that shows the game' }),
    msg`Words: Experience`,
  ),
} as const satisfies Readonly<Record<string, SettingFacts>> & {
  readonly [Page in keyof PagesContent as `words.${Page}`]: SettingFacts
}

type Settings = typeof settings

export type FixedScope = keyof Settings

type ScopeWith<Facts> = { [Scope in FixedScope]: Settings[Scope] extends Facts ? Scope : never }[FixedScope]

/** Settings whose value ships as a file of their name. */
export type FileScope = ScopeWith<{ readonly hasFile: true }>

/** Those of them that can be translated. */
export type TranslatedScope = Exclude<FileScope, ScopeWith<{ readonly isWordless: true }>>

/** A page made by staff. */
export type PageScope = `page.${string}`

/** The words of a setting in another language: `rules@de`. */
export type WordsScope = `${string}@${string}`

export type SettingScope = FixedScope | PageScope | WordsScope

/** All pages made by staff have one name, and so have all words in other languages. */
export type SettingName = FixedScope | 'page' | 'translation'

export const settingScopes = Object.keys(settings) as FixedScope[]

const pagePrefix = 'page.'

export const pageScopeOf = (slug: string): PageScope => `${pagePrefix}${slug}`

export const slugOfScope = (scope: PageScope) => scope.slice(pagePrefix.length)

export const isPageScope = (scope: string): scope is PageScope =>
  scope.startsWith(pagePrefix) && isPageSlug(scope.slice(pagePrefix.length))

const isFixedScope = (scope: string): scope is FixedScope => Object.hasOwn(settings, scope)

/** Tags of languages as browsers write them: `de`, `pt-BR`. */
export const languageTagPattern = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

export const wordsScopeOf = (scope: SettingScope, tag: string): WordsScope => `${scope}@${tag}`

/** What a scope of words translates, and into which language; undefined for any other scope. */
export function translatedBy(
  scope: string,
): { readonly of: FixedScope | PageScope; readonly tag: string } | undefined {
  const [of = '', tag = '', ...more] = scope.split('@')
  if (more.length > 0 || !languageTagPattern.test(tag)) return undefined
  return (isFixedScope(of) || isPageScope(of)) && isTranslated(of) ? { of, tag } : undefined
}

const isWordsScope = (scope: string): scope is WordsScope => translatedBy(scope) !== undefined

/** Whether staff create and delete a setting of this kind: pages, and words in other languages. */
export const isMadeByStaff = (scope: string): scope is PageScope | WordsScope =>
  isPageScope(scope) || isWordsScope(scope)

export const isSettingScope = (scope: string): scope is SettingScope =>
  isFixedScope(scope) || isMadeByStaff(scope)

export const settingNameOf = (scope: SettingScope): SettingName =>
  isFixedScope(scope) ? scope : isPageScope(scope) ? 'page' : 'translation'

export function settingFacts(scope: SettingScope): SettingFacts {
  if (isFixedScope(scope)) return settings[scope]
  const translated = translatedBy(scope)
  if (translated !== undefined) {
    const facts = settingFacts(translated.of)
    const [first, ...others] = facts.paths
    const inLanguage = (path: string) => addressIn(translated.tag, path)
    return { ...facts, group: 'own', paths: [inLanguage(first), ...others.map(inLanguage)] }
  }
  const path = ownPagePath(scope.slice(pagePrefix.length))
  return { label: msg`Page ${{ path }}`, group: 'own', paths: [path] }
}

/** Whether a setting can be written in other languages, text by text. Legal pages and the handbook are whole pages. */
export function isTranslated(scope: SettingScope): boolean {
  if (translatedBy(scope) !== undefined) return false
  const { isWordless, hasFile, group }: SettingFacts = settingFacts(scope)
  return (
    scope === 'navigation' ||
    (isWordless !== true && (hasFile === true || group === 'words' || group === 'own'))
  )
}

export const fileScopes = settingScopes.filter(
  (scope): scope is FileScope => settingFacts(scope).hasFile === true,
)

/** By name, as the audit log calls them. */
export const settingLabels = Object.fromEntries([
  ...settingScopes.map((scope) => [scope, settings[scope].label]),
  ['page', msg`Own page`],
  ['translation', msg`Words in another language`],
]) as Readonly<Record<SettingName, Message>>

/** Where the value of a setting comes from, the strongest first. */
export const settingSources = ['variable', 'file', 'browser', 'shipped'] as const

export type SettingSource = (typeof settingSources)[number]

/** Revisions kept per setting. */
export const maxRevisions = 200

/** How long a preview link works. */
export const previewMinutes = 10

export const ownersScopes: readonly SettingScope[] = settingScopes.filter(
  (scope) => settingFacts(scope).isOwners,
)

/** Admins change what pages say; Owners what the network is. */
export const canChangeSetting = (viewer: Viewer | null, scope: SettingScope) =>
  settingFacts(scope).isOwners ? isOwner(viewer) : holds(viewer, 'admin', 'settings')

/** Managers can read what only Owners change. */
export const canReadSetting = (viewer: Viewer | null, scope: SettingScope) =>
  canChangeSetting(viewer, scope) || holds(viewer, 'manager', 'settings')
