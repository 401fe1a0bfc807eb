import { msg } from '@lingui/core/macro'
import { isStaff } from '../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { isOffPath } from '../../contract/content/navigation.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import type { Text } from '../../contract/languages.ts'
import { foldedText } from '../../contract/text.ts'

export interface FoundPage {
  readonly label: Text
  readonly to: string
  /** Other words that people type for it. */
  readonly words?: Text
}

const everybodys: readonly FoundPage[] = [
  { label: msg`Home`, to: '/', words: msg`start` },
  { label: msg`Live`, to: '/live', words: msg`playing now online queue matches watch` },
  { label: msg`Minigames`, to: '/minigames', words: msg`modes games practice play kits` },
  { label: msg`Leaderboards`, to: '/leaderboards', words: msg`boards ranking top points` },
  { label: msg`Seasons`, to: '/seasons', words: msg`champions` },
  { label: msg`How ratings work`, to: '/ratings', words: msg`elo glicko tier rank` },
  { label: msg`Events`, to: '/events', words: msg`calendar` },
  { label: msg`Cups`, to: '/cups', words: msg`tournaments brackets` },
  { label: msg`News`, to: '/news', words: msg`updates announcements changes` },
  { label: msg`Social feed`, to: '/social', words: msg`posts feed` },
  { label: msg`Community`, to: '/community', words: msg`discord players search` },
  { label: msg`Rules`, to: '/rules' },
  { label: msg`FAQ`, to: '/faq', words: msg`help questions how join` },
  { label: msg`Shop`, to: '/shop', words: msg`store buy` },
  { label: msg`Rank perks`, to: '/rank-perks', words: msg`vip benefits` },
  { label: msg`Apply for staff`, to: '/apply', words: msg`application team helper` },
  { label: msg`Appeal a punishment`, to: '/appeal', words: msg`ban mute unban` },
  { label: msg`Report a bug`, to: '/report', words: msg`problem` },
  { label: msg`Contact`, to: '/contact', words: msg`support email` },
  { label: msg`Privacy policy`, to: '/privacy' },
  { label: msg`Terms of service`, to: '/terms' },
  { label: msg`Cookie policy`, to: '/cookies' },
]

const members: readonly FoundPage[] = [
  { label: msg`Settings`, to: '/profile', words: msg`profile account password email link gamertag` },
  { label: msg`Notifications`, to: '/notifications', words: msg`bell` },
  { label: msg`Players I follow`, to: '/following', words: msg`friends` },
  { label: msg`Members I blocked`, to: '/following#blocked', words: msg`block unblock ignore` },
]

/** Pages that the viewer can open, each once; those that the operator put into the navigation are among them. */
export function pagesFor({ navigation, off }: SiteSettings, viewer: OwnUser | null): FoundPage[] {
  const own = [...(navigation?.header ?? []), ...(navigation?.footer ?? [])].filter(({ to }) =>
    to.startsWith('/'),
  )
  const all: FoundPage[] = [
    ...everybodys,
    ...(viewer === null
      ? [{ label: msg`Sign in`, to: '/auth', words: msg`login register account` }]
      : members),
    ...(isStaff(viewer) ? [{ label: msg`Staff area`, to: '/admin', words: msg`moderation` }] : []),
    ...own,
  ]
  const byPath = new Map(all.toReversed().map((page) => [page.to, page]))
  return all.filter((page) => byPath.get(page.to) === page && !isOffPath(page.to, off))
}

/** Whether each typed word begins a word of the text. In scripts without spaces, it may stand anywhere. */
export function fits(typed: string, text: string): boolean {
  const words = foldedText(text).split(/[^\p{L}\p{N}]+/u)
  return foldedText(typed)
    .split(/\s+/)
    .every((part) =>
      words.some((word) => word.startsWith(part) || (/\P{ASCII}/u.test(part) && word.includes(part))),
    )
}
