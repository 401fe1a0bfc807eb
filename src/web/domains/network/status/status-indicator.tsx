import { useIsOffline } from '../../../platform/connection.ts'
import { useServerStatus } from './use-server-status.ts'

/** The dot in the header: `N Players Online` or `Server Offline`; neither is known without a connection. A click asks again. */
export function StatusIndicator() {
  const { status, refetch } = useServerStatus()
  const isOffline = useIsOffline()
  return (
    <button
      type="button"
      onClick={refetch}
      title="Refresh the server status"
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-md px-2 text-ink-soft text-sm tabular-nums hover:bg-ground-raised hover:text-ink"
    >
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full ${isOffline ? 'bg-ink-faint' : status.isOnline ? 'bg-good' : 'bg-bad'}`}
      />
      <span className="text-left leading-tight">
        {isOffline
          ? 'Not connected'
          : status.isOnline
            ? `${status.playerCount} Players Online`
            : 'Server Offline'}
      </span>
    </button>
  )
}
