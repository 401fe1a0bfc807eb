import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useLogout } from '../domains/accounts/sign-in/use-logout.ts'
import { useWaysToJoin } from '../domains/network/join/how-to-join.tsx'
import { ConnectionNotice } from '../domains/network/status/connection-notice.tsx'
import { StatusIndicator } from '../domains/network/status/status-indicator.tsx'
import { statusQuery } from '../domains/network/status/status-query.ts'
import { Frame } from '../frame/frame.tsx'
import { useIsOffline } from '../platform/connection.ts'
import { setShowWays } from '../platform/launch.ts'
import { isOverlay } from '../platform/overlay.ts'
import { ServerOnline } from '../platform/server-online.ts'
import { useFetched } from '../platform/use-fetched.ts'
import { useViewer } from '../platform/viewer.ts'
import { SiteSearchButton } from './site-search-button.tsx'

const fetchBell = async () => (await import('../domains/notifications/bell.tsx')).Bell

/** The frame with what features put into it: live status, viewer, signing out. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const logout = useLogout()
  const viewer = useViewer()
  const { pathname } = useLocation()
  // Visitors never load it.
  const Bell = useFetched(fetchBell, { wanted: viewer !== null })
  const status = useQuery(statusQuery()).data
  const isOffline = useIsOffline()
  const { ask, ways } = useWaysToJoin(status?.version ?? null)
  const showWays = useEffectEvent(ask)
  useEffect(() => {
    setShowWays(() => void showWays())
    return () => setShowWays(undefined)
  }, [])
  if (isOverlay(pathname)) return <main className="p-4">{children}</main>
  return (
    <ServerOnline value={isOffline ? undefined : status?.isOnline}>
      <Frame
        viewer={viewer}
        onLogout={() => logout.mutate()}
        statusIndicator={<StatusIndicator />}
        connection={<ConnectionNotice />}
        search={<SiteSearchButton />}
        bell={viewer && (Bell ? <Bell key={viewer.id} /> : <span className="size-11" />)}
      >
        {children}
      </Frame>
      {ways}
    </ServerOnline>
  )
}
