import { ownPagePath } from './own-pages.ts'
import { type FixedScope, isPageScope, type SettingScope, slugOfScope, type WordPage } from './settings.ts'

/** How long a preview can be looked at. */
export const previewMinutes = 10

const wordPaths: Readonly<Record<WordPage, string>> = {
  footer: '/',
  boards: '/leaderboards',
  home: '/',
  minigames: '/minigames',
  leaderboards: '/leaderboards',
  seasons: '/seasons',
  rules: '/rules',
  events: '/events',
  shop: '/shop',
  rankPerks: '/rank-perks',
  community: '/community',
  social: '/social',
  contact: '/contact',
  faq: '/faq',
  auth: '/auth',
  report: '/report',
  apply: '/apply',
  forums: '/forums',
  experience: '/experience-demo',
}

/** Pages where a setting is seen, the best first. */
const settingPaths: Readonly<Record<FixedScope, readonly [string, ...string[]]>> = {
  identity: ['/'],
  languages: ['/'],
  look: ['/', '/leaderboards', '/shop', '/contact'],
  links: ['/', '/contact'],
  navigation: ['/'],
  announcement: ['/'],
  rules: ['/rules'],
  faq: ['/faq'],
  guidelines: ['/community'],
  shop: ['/shop', '/rank-perks'],
  legal: ['/privacy', '/terms', '/cookies'],
  handbook: ['/admin/handbook'],
  ...(Object.fromEntries(
    Object.entries(wordPaths).map(([page, path]) => [`words.${page}`, [path]]),
  ) as Record<`words.${WordPage}`, [string]>),
}

export const previewPaths = (scope: SettingScope): readonly [string, ...string[]] =>
  isPageScope(scope) ? [ownPagePath(slugOfScope(scope))] : settingPaths[scope]

/** Whether the page of a setting is only for visitors, so that its preview is shown as they see it. */
export const isVisitorsOnly = (scope: SettingScope) => scope === 'words.auth'
