import { lazy, Suspense } from 'react'
import { useViewer } from '../../../platform/viewer.ts'

// Visitors do not load it: home has a budget of script (tests/e2e/bundle.test.ts).
const MemberDay = lazy(() => import('./member-day.tsx').then((module) => ({ default: module.MemberDay })))

/** A member's day; nothing for a visitor. */
export function YourDay() {
  const viewer = useViewer()
  if (viewer === null) return null
  return (
    <Suspense fallback={<div className="h-52 bg-ground-band" />}>
      <MemberDay viewer={viewer} />
    </Suspense>
  )
}
