import { Link, useLocation } from 'react-router'
import { classes } from '../ui/classes.ts'
import { isCurrentPage, navigation } from './navigation.ts'

/** One list for both widths: a row on wide screens, a sheet under the header on small ones. */
export function MainNav() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="border-line max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-y-auto max-lg:border-b max-lg:bg-ground-band max-lg:p-3 max-lg:shadow-float"
    >
      <ul className="flex gap-0.5 max-lg:flex-col">
        {navigation.map(({ label, to }) => {
          const current = isCurrentPage(to, pathname)
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={current ? 'page' : undefined}
                className={classes(
                  'flex min-h-11 items-center whitespace-nowrap rounded-md px-2.5 font-semibold text-sm transition-colors max-lg:px-4',
                  current
                    ? 'bg-ember/12 text-ember-bright shadow-[inset_0_-2px_0_var(--color-ember)] max-lg:shadow-[inset_3px_0_0_var(--color-ember)]'
                    : 'text-ink-soft hover:bg-ground-raised hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
