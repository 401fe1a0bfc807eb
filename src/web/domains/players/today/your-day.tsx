import { lazy, Suspense } from 'react'
import { useViewer } from '../../../platform/viewer.ts'

// Visitors do not load it: home has a budget of script (tests/e2e/bundle.test.ts).
const MemberDay = lazy(() => import('./member-day.tsx').then((module) => ({ default: module.MemberDay })))

/** A member's day; nothing for a visitor. */
export function YourDay() {
  const viewer = useViewer()
  if (viewer === null) return null
  return (
    // Down to the end of the window: what follows does not move in sight.
    <Suspense fallback={<div className="min-h-[calc(100dvh-24rem)] bg-ground-band" />}>
      <MemberDay viewer={viewer} />
    </Suspense>
  )
}
