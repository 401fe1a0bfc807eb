import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useLogout } from '../domains/accounts/sign-in/use-logout.ts'
import { useWaysToJoin } from '../domains/network/join/how-to-join.tsx'
import { ConnectionNotice } from '../domains/network/status/connection-notice.tsx'
import { StatusIndicator } from '../domains/network/status/status-indicator.tsx'
import { statusQuery } from '../domains/network/status/status-query.ts'
import { setShowWays } from '../platform/launch.ts'
import { useIsOffline } from '../platform/live/connection.ts'
import { ServerOnline } from '../platform/live/server-online.ts'
import { isOverlay } from '../platform/navigation/overlay.ts'
import { useFetched } from '../platform/use-fetched.ts'
import { useViewer } from '../platform/viewer.ts'
import { EmbedFrame } from './embed-frame.tsx'
import { Frame } from './frame.tsx'
import { SiteSearchButton } from './site-search-button.tsx'

const fetchBell = async () => (await import('../domains/notifications/bell.tsx')).Bell

interface SiteFrameProps {
  readonly isWidget?: boolean | undefined
  readonly children: ReactNode
}

/** The frame with what features put into it: live status, viewer, signing out. */
export function SiteFrame({ isWidget = false, children }: SiteFrameProps) {
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
  // No script of the app runs in a widget, so no browser needs its frame.
  if (import.meta.env.SSR && isWidget) return <EmbedFrame pathname={pathname}>{children}</EmbedFrame>
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
