import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useIsOffline } from '../../../platform/live/connection.ts'
import { useServerStatus } from './use-server-status.ts'

/**
 * The dot in the header: `N Players Online` or `Server Offline`; neither is known without a connection. It leads to who
 * is playing, and asks again on the way. A phone shows the number alone.
 */
export function StatusIndicator() {
  const { t } = useLingui()
  const { status, refetch } = useServerStatus()
  const isOffline = useIsOffline()
  const isOnline = !isOffline && status.isOnline
  return (
    <Link to="/live" onClick={refetch} className="nav-status">
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full ${isOffline ? 'bg-ink-faint' : isOnline ? 'bg-good' : 'bg-bad'}`}
      />
      <span data-short={isOnline ? status.playerCount : undefined}>
        {isOffline
          ? t`Not connected`
          : isOnline
            ? t`${{ playerCount: status.playerCount }} Players Online`
            : t`Server Offline`}
      </span>
    </Link>
  )
}
