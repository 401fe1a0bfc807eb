import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { RatedMatchesToGo } from '../rated-matches-to-go.tsx'

interface ProvisionalRowsProps {
  readonly rows: NonNullable<Leaderboard['provisional']>
  readonly viewerId: number | undefined
}

/** Who comes on a rating board next, dimmed below its rows: a name, what is missing, and the rating so far. */
export function ProvisionalRows({ rows, viewerId }: ProvisionalRowsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <ul aria-label={t`Not placed yet`} className="border-line border-t-2 border-dashed text-sm">
      {rows.map(({ user, rating }) => (
        <li
          key={user.id}
          className="flex items-center gap-2.5 border-line border-b px-3 py-1.5 ps-14 last:border-b-0 md:px-4 md:ps-26"
        >
          <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" className="opacity-60" />
          <span className="grid min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
            <Link
              to={`/player/${user.id}`}
              className="min-w-0 truncate py-1 font-bold text-ink-soft underline-offset-4 hover:underline sm:w-52"
            >
              <bdi>{user.username}</bdi>
              {user.id === viewerId && (
                <span className="ms-2 rounded-sm bg-ember px-1.5 py-0.5 text-ember-ink text-xs">
                  <Trans>You</Trans>
                </span>
              )}
            </Link>
            <span className="text-ink-faint">
              <RatedMatchesToGo deviation={rating.deviation} />
            </span>
          </span>
          <span className="text-ink-faint tabular-nums">
            {formatCount(Math.round(rating.rating), locale)}?
          </span>
        </li>
      ))}
    </ul>
  )
}
