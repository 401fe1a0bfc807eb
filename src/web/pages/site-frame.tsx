import type { ReactNode } from 'react'
import { useLogout } from '../features/auth/use-logout.ts'
import { StatusIndicator } from '../features/status/status-indicator.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../platform/viewer.ts'

/** The frame with what features put into it: live status, viewer, signing out. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const logout = useLogout()
  return (
    <Frame viewer={useViewer()} onLogout={() => logout.mutate()} statusIndicator={<StatusIndicator />}>
      {children}
    </Frame>
  )
}
