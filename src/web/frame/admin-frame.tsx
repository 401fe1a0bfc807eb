import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isStaff } from '../../contract/accounts/ranks.ts'
import { signInPath } from '../platform/ended-session.ts'
import { useViewer } from '../platform/viewer.ts'
import { AdminNav } from './admin-nav.tsx'

export interface AdminFrameProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/**
 * Around every page of the staff area: its navigation and the title. Anyone who signs out or stops
 * being staff while here is redirected, and nothing of the staff area stays on the screen.
 */
export function AdminFrame({ title, intro, actions, children }: AdminFrameProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isGuest = viewer === null
  const mayStay = isStaff(viewer)
  useEffect(() => {
    if (mayStay) return
    const target = isGuest ? signInPath(pathname + search) : '/auth?redirect=/admin&notice=staff'
    void navigate(target, { replace: true })
  }, [mayStay, isGuest, pathname, search, navigate])
  if (isGuest || !mayStay) return null
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-8 gap-y-5 px-4 pt-4 pb-10 sm:px-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-10">
      <AdminNav viewer={viewer} />
      <div className="min-w-0">
        <header className="mb-5 flex flex-wrap items-end justify-between gap-4">
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
