import { useLingui } from '@lingui/react/macro'
import { useIsOffline } from '../../../platform/connection.ts'
import { useServerStatus } from './use-server-status.ts'

/** The dot in the header: `N Players Online` or `Server Offline`; neither is known without a connection. A click asks again. */
export function StatusIndicator() {
  const { t } = useLingui()
  const { status, refetch } = useServerStatus()
  const isOffline = useIsOffline()
  return (
    <button
      type="button"
      onClick={refetch}
      title={t`Refresh the server status`}
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-md px-2 text-ink-soft text-sm tabular-nums hover:bg-ground-raised hover:text-ink"
    >
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full ${isOffline ? 'bg-ink-faint' : status.isOnline ? 'bg-good' : 'bg-bad'}`}
      />
      <span className="text-start leading-tight">
        {isOffline
          ? t`Not connected`
          : status.isOnline
            ? t`${{ playerCount: status.playerCount }} Players Online`
            : t`Server Offline`}
      </span>
    </button>
  )
}
