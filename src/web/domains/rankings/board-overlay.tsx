import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { useLiveRefetch } from '../../platform/live/use-live-refetch.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { type BoardChoice, firstChoice, hasRatings } from './leaderboard/board-choice.ts'
import { boardQuery } from './leaderboard/board-query.ts'
import { allFigures } from './leaderboard/figures.ts'
import { boardName } from './leaderboard/labels.ts'
import { ratingFigures } from './leaderboard/rating-figures.tsx'

/** The board of an overlay: by rating where there are ratings, unless points are asked for. */
export const overlayChoice = (gameType: string, by: string | null): BoardChoice => ({
  ...firstChoice,
  view: 'short',
  gameType,
  by: by === 'points' || !hasRatings(gameType) ? 'points' : 'rating',
})

/** The first five of a board on a stream. Nothing while it loads. */
export function BoardOverlay({ choice }: { choice: BoardChoice }) {
  const locale = useLocale()
  const { i18n } = useLingui()
  const { boards, name } = useSite()
  const { data, refetch } = useQuery(boardQuery(api, choice))
  useLiveRefetch([choice.gameType], () => void refetch())
  if (data === undefined) return null
  const figure = (choice.by === 'rating' ? ratingFigures : allFigures).at(-1)
  return (
    <section className="shown-card min-w-72 border-t-4 border-t-ember">
      <h1 className="font-display text-2xl leading-none">{boardName(boards, choice, i18n)}</h1>
      {data.entries.length === 0 && <p className="mt-2 text-ink-soft">{name}</p>}
      <ol className="mt-2 grid gap-1.5">
        {data.entries.map((entry) => (
          <li
            key={entry.user.id}
            className="grid grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-2"
          >
            <span className="font-display text-xl leading-none">{formatCount(entry.position, locale)}</span>
            <Avatar username={entry.user.username} avatarUrl={entry.user.avatarUrl} size="sm" />
            <bdi className="truncate font-bold">{entry.user.username}</bdi>
            <span className="font-bold text-ember-bright tabular-nums">{figure?.figure(entry, locale)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
