import { lazy, memo, type ReactNode, Suspense } from 'react'
import { useViewer } from '../../../platform/viewer.ts'

// Visitors do not load it: home has a budget of script (tests/e2e/bundle.test.ts).
const MemberDay = lazy(() => import('./member-day.tsx').then((module) => ({ default: module.MemberDay })))

/**
 * A member's day, with what is on below their own figures; nothing for a visitor. Not rendered anew with the page around it:
 * that would show the fallback where the document has the day, until its script is there.
 */
export const YourDay = memo(function YourDay({ children }: { children?: ReactNode }) {
  const viewer = useViewer()
  if (viewer === null) return null
  return (
    // Down to the end of the window: what follows does not move in sight.
    <Suspense fallback={<div className="min-h-dvh bg-ground-band lg:min-h-[calc(100dvh-24rem)]" />}>
      <MemberDay viewer={viewer}>{children}</MemberDay>
    </Suspense>
  )
})
