import { Link, useLocation } from 'react-router'
import { classes } from '../ui/classes.ts'
import { isCurrentPage, navigation } from './navigation.ts'

/**
 * One list for both widths: a row on wide screens, a sheet under the header on small ones. Where scripts do not run
 * there is nothing to open it with, so it stands open.
 */
export function MainNav({ id, open }: { id: string; open: boolean }) {
  const { pathname } = useLocation()
  return (
    <nav
      id={id}
      aria-label="Main"
      className={classes(
        'border-line max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-y-auto max-lg:border-b max-lg:bg-ground-band max-lg:p-3 max-lg:shadow-float noscript:block noscript:max-lg:static noscript:max-lg:order-3 noscript:max-lg:w-full',
        open ? 'block' : 'hidden lg:block',
      )}
    >
      <ul className="flex gap-0.5 max-lg:flex-col noscript:max-lg:flex-row noscript:max-lg:flex-wrap">
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
