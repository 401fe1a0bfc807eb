import { ownValue } from '../own-value.ts'
import type { Tier } from './shop-schemas.ts'
import type { PagesContent, PageWords, WordsOf } from './words-schemas.ts'

const sections: Readonly<Record<string, WordsOf>> = {
  '/': 'home',
  '/minigames': 'minigames',
  '/leaderboards': 'leaderboards',
  '/seasons': 'seasons',
  '/rules': 'rules',
  '/events': 'events',
  '/shop': 'shop',
  '/rank-perks': 'rankPerks',
  '/community': 'community',
  '/social': 'social',
  '/contact': 'contact',
  '/faq': 'faq',
  '/auth': 'auth',
  '/report': 'report',
  '/bug-report': 'report',
  '/apply': 'apply',
  '/forums': 'forums',
  '/experience-demo': 'experience',
}

/** Pages that lead on to Home by themselves, which would move when its texts come later. */
const leadHome: ReadonlySet<string> = new Set(['/forums', '/auth', '/staff-reports'])

/** Returns the texts that a page needs, and those of the page that it leads on to; a document contains no others. */
export function wordsAt(pathname: string, words: Partial<PageWords>): Partial<PageWords> {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const section = ownValue(sections, path)
  return {
    ...(section !== undefined && { [section]: words[section] }),
    ...(leadHome.has(path) && { home: words.home }),
  }
}

/** Builds the page texts from their file; the ranks that the sign-up page names come from the shop. */
export function pageWordsOf(
  { footer: _footer, boards: _boards, ...pages }: PagesContent,
  tiers: readonly Tier[],
): PageWords {
  const ranks = tiers.map(({ name, look, colour }) => ({
    name,
    look,
    ...(colour !== undefined && { colour }),
  }))
  return { ...pages, auth: { ...pages.auth, ranks } }
}
