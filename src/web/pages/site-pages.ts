import { isStaff } from '../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { isOffPath } from '../../contract/content/navigation.ts'
import type { SiteSettings } from '../../contract/content/site.ts'

export interface FoundPage {
  readonly label: string
  readonly to: string
  /** Other words that people type for it. */
  readonly words?: string
}

const everybodys: readonly FoundPage[] = [
  { label: 'Home', to: '/', words: 'start' },
  { label: 'Live', to: '/live', words: 'playing now online queue matches watch' },
  { label: 'Minigames', to: '/minigames', words: 'modes games practice play kits' },
  { label: 'Leaderboards', to: '/leaderboards', words: 'boards ranking top points' },
  { label: 'Seasons', to: '/seasons', words: 'champions' },
  { label: 'How ratings work', to: '/ratings', words: 'elo glicko tier rank' },
  { label: 'Events', to: '/events', words: 'calendar' },
  { label: 'Cups', to: '/cups', words: 'tournaments brackets' },
  { label: 'News', to: '/news', words: 'updates announcements changes' },
  { label: 'Social feed', to: '/social', words: 'posts feed' },
  { label: 'Community', to: '/community', words: 'discord players search' },
  { label: 'Rules', to: '/rules' },
  { label: 'FAQ', to: '/faq', words: 'help questions how join' },
  { label: 'Shop', to: '/shop', words: 'store buy' },
  { label: 'Rank perks', to: '/rank-perks', words: 'vip benefits' },
  { label: 'Apply for staff', to: '/apply', words: 'application team helper' },
  { label: 'Appeal a punishment', to: '/appeal', words: 'ban mute unban' },
  { label: 'Report a bug', to: '/report', words: 'problem' },
  { label: 'Contact', to: '/contact', words: 'support email' },
  { label: 'Privacy policy', to: '/privacy' },
  { label: 'Terms of service', to: '/terms' },
  { label: 'Cookie policy', to: '/cookies' },
]

const members: readonly FoundPage[] = [
  { label: 'Settings', to: '/profile', words: 'profile account password email link gamertag' },
  { label: 'Notifications', to: '/notifications', words: 'bell' },
  { label: 'Players I follow', to: '/following', words: 'friends' },
  { label: 'Members I blocked', to: '/following#blocked', words: 'block unblock ignore' },
]

/** Pages that the viewer can open, each once; those that the operator put into the navigation are among them. */
export function pagesFor({ navigation, off }: SiteSettings, viewer: OwnUser | null): FoundPage[] {
  const own = [...(navigation?.header ?? []), ...(navigation?.footer ?? [])].filter(({ to }) =>
    to.startsWith('/'),
  )
  const all: FoundPage[] = [
    ...everybodys,
    ...(viewer === null ? [{ label: 'Sign in', to: '/auth', words: 'login register account' }] : members),
    ...(isStaff(viewer) ? [{ label: 'Staff area', to: '/admin', words: 'moderation' }] : []),
    ...own,
  ]
  const byPath = new Map(all.toReversed().map((page) => [page.to, page]))
  return all.filter((page) => byPath.get(page.to) === page && !isOffPath(page.to, off))
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** Whether each typed word begins a word of the text. In scripts without spaces, it may stand anywhere. */
export function fits(typed: string, text: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u)
  return plain(typed)
    .split(/\s+/)
    .every((part) =>
      words.some((word) => word.startsWith(part) || (/\P{ASCII}/u.test(part) && word.includes(part))),
    )
}
