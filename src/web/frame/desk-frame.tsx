import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { isAdmin } from '../../contract/ranks.ts'
import { useViewer } from '../platform/viewer.ts'
import { classes } from '../ui/classes.ts'

interface DeskPlace {
  readonly label: string
  readonly to: string
  readonly forAdmins?: true
}

const places: readonly DeskPlace[] = [
  { label: 'Overview', to: '/admin' },
  { label: 'Bug reports', to: '/staff-reports' },
  { label: 'Applications', to: '/admin/applications' },
  { label: 'Moderation', to: '/admin/moderation' },
  { label: 'Messages', to: '/admin/messages' },
  { label: 'Events', to: '/admin/events' },
  { label: 'Practice modes', to: '/admin/practice' },
  { label: 'Members', to: '/admin/members' },
  { label: 'Audit log', to: '/admin/audit', forAdmins: true },
]

const isHere = (to: string, pathname: string) =>
  pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))

export interface DeskFrameProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Stands at the right of the title: what to begin here. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** What stands around every page of the staff desk: its places, the title, and room for work. */
export function DeskFrame({ title, intro, actions, children }: DeskFrameProps) {
  const { pathname } = useLocation()
  const viewer = useViewer()
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-8 gap-y-6 px-4 py-6 sm:px-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-10">
      <nav aria-label="Staff desk" className="min-w-0">
        <ul className="flex gap-1 max-lg:overflow-x-auto lg:sticky lg:top-24 lg:flex-col">
          {places
            .filter(({ forAdmins }) => !forAdmins || isAdmin(viewer))
            .map(({ label, to }) => {
              const here = isHere(to, pathname)
              return (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={here ? 'page' : undefined}
                    className={classes(
                      'flex min-h-10 items-center whitespace-nowrap rounded-md px-3 font-semibold text-sm -outline-offset-2 transition-colors',
                      here
                        ? 'bg-ember/12 text-ember-bright'
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
      <div className="min-w-0">
        <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h1 className="font-display text-4xl leading-none">{title}</h1>
            {intro !== undefined && <p className="mt-2 max-w-prose text-ink-soft text-sm">{intro}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}
