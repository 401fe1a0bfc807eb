import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminOverview } from '../../contract/admin/admin-schemas.ts'
import { canOpen } from '../../contract/admin/staff-pages.ts'
import { useLocale } from '../platform/translation.tsx'
import { useViewer } from '../platform/viewer.ts'
import { classes } from '../ui/classes.ts'
import { formatCount } from '../ui/format-count.ts'
import { RelativeTime } from '../ui/relative-time.tsx'

const tiles = [
  {
    key: 'pendingReports',
    label: (count: number) => msg`${plural(count, { one: 'Open bug report', other: 'Open bug reports' })}`,
    to: '/staff-reports',
  },
  {
    key: 'openApplications',
    label: (count: number) => msg`${plural(count, { one: 'Open application', other: 'Open applications' })}`,
    to: '/admin/applications',
  },
  {
    key: 'openModeration',
    label: (count: number) => msg`${plural(count, { one: 'Case to moderate', other: 'Cases to moderate' })}`,
    to: '/admin/moderation',
  },
  {
    key: 'waitingAppeals',
    label: (count: number) => msg`${plural(count, { one: 'Appeal to review', other: 'Appeals to review' })}`,
    to: '/admin/appeals',
  },
  {
    key: 'unreadMessages',
    label: (count: number) => msg`${plural(count, { one: 'Unread message', other: 'Unread messages' })}`,
    to: '/admin/messages',
  },
] as const

/** The number of waiting items of each list, since when, and a link. Lists with waiting items are highlighted. */
export function WaitingTiles({ counts, oldest }: Pick<AdminOverview, 'counts' | 'oldest'>) {
  const locale = useLocale()
  const { t } = useLingui()
  const viewer = useViewer()
  const shown = tiles.filter(({ to }) => canOpen(viewer, to))
  if (shown.length === 0) return null
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5" aria-label={t`Waiting for staff`}>
      {shown.map(({ key, label, to }) => {
        const waiting = counts[key]
        const since = oldest[key]
        return (
          <li key={key} className="grid">
            <Link
              to={to}
              className={classes(
                'group grid content-start gap-1 rounded-lg border border-line bg-ground-card p-4 transition-colors hover:bg-ground-raised sm:p-5',
                waiting > 0 && 'shadow-[inset_0_2px_0_var(--color-ember)]',
              )}
            >
              <span className="flex items-center justify-between">
                <span
                  className={classes(
                    'font-display text-5xl leading-none tabular-nums',
                    waiting > 0 ? 'text-ember-bright' : 'text-ink-faint',
                  )}
                >
                  {formatCount(waiting, locale)}
                </span>
                <ArrowRight
                  aria-hidden
                  className="size-4 text-ink-faint transition-transform group-hover:translate-x-1 rtl:group-hover:-translate-x-1 group-hover:text-ember-bright motion-reduce:transition-none"
                />
              </span>
              <span className="font-semibold text-sm">{t(label(waiting))}</span>
              <span className="text-ink-faint text-xs">
                {since === null ? (
                  t`Nothing is waiting`
                ) : (
                  <Trans>
                    oldest: <RelativeTime iso={since} />
                  </Trans>
                )}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
