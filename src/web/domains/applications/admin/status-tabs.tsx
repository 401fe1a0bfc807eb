import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import { classes } from '../../../ui/classes.ts'
import { type Tab, tabLabel, tabPath, tabs } from './status-filter.ts'

/** Links, not buttons: each tab has an address of its own. */
export function StatusTabs({ tab }: { tab: Tab }) {
  const { t } = useLingui()
  const query = new URLSearchParams(useLocation().search)
  query.delete('open')
  const search = query.toString()
  return (
    <nav aria-label={t`Application status`}>
      <ul className="flex flex-wrap gap-1 rounded-md border border-line bg-ground-band p-1">
        {tabs.map((each) => (
          <li key={each} className="flex grow sm:grow-0">
            <Link
              to={{ pathname: tabPath(each), search }}
              preventScrollReset
              aria-current={each === tab ? 'page' : undefined}
              className={classes(
                'inline-flex min-h-9 grow items-center justify-center rounded-sm px-3.5 font-semibold text-sm outline-offset-0 transition-colors',
                each === tab
                  ? 'bg-ground-raised text-ink shadow-[inset_0_-2px_0_var(--color-ink)]'
                  : 'text-ink-soft hover:text-ink',
              )}
            >
              {t(tabLabel(each))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
