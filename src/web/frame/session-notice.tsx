import { useQueryClient } from '@tanstack/react-query'
import { Clock, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { onUnauthorized } from '../platform/api.ts'
import { setEndedSession, useEndedSession } from '../platform/ended-session.ts'
import { endSession, useViewer } from '../platform/viewer.ts'

/** Says once that the session ended, whichever call learned it, and leads to the sign-in page and back. */
export function SessionNotice() {
  const client = useQueryClient()
  const ended = useEndedSession()
  useEffect(() => onUnauthorized(() => void endSession(client)), [client])
  const isSignedIn = useViewer() !== null
  useEffect(() => {
    // Signed in again in another tab.
    if (isSignedIn) setEndedSession(null)
  }, [isSignedIn])
  return (
    <div role="alert" className="empty:hidden">
      {ended !== null && <EndedSession key={ended} />}
    </div>
  )
}

function EndedSession() {
  const [dismissed, setDismissed] = useState(false)
  const { pathname, search, hash } = useLocation()
  if (dismissed) return null
  return (
    <div className="border-line border-b bg-ground-raised">
      <div className="mx-auto flex max-w-page items-center gap-3 px-4 py-2 text-sm sm:px-5">
        <Clock aria-hidden className="size-5 shrink-0 text-ember max-sm:hidden" />
        <p className="min-w-0 flex-1">
          <strong>Your session has ended.</strong> {/* The sign-in page leads back by itself. */}
          {pathname === '/auth' ? (
            'Sign in'
          ) : (
            <Link
              to={`/auth?redirect=${encodeURIComponent(pathname + search + hash)}`}
              className="font-bold text-ember-bright underline underline-offset-4 hover:text-ink"
            >
              Sign in
            </Link>
          )}{' '}
          to go on. Your drafts are kept in this browser.
        </p>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={() => setDismissed(true)}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </div>
  )
}
