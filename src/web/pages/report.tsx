import { ReportAdvice } from '../features/reports/report-advice.tsx'
import { ReportBug } from '../features/reports/report-bug.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { useSite } from '../platform/site.tsx'
import type { Route } from './+types/report.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Report a Bug',
    description: `Something on ${site.name} does not work as it should? Tell the team, and follow what becomes of it.`,
    path: '/report',
  })
}

export default function ReportPage() {
  const { name } = useSite()
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-12 gap-y-8 px-4 py-8 sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-12">
      <header className="grid gap-2 lg:col-span-2">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">Report a Bug</h1>
        <p className="max-w-prose text-ink-soft">
          Something on {name} does not work as it should? Tell us once, tell us well, and we will find it.
        </p>
      </header>
      <ReportBug />
      <aside aria-label="About bug reports" className="lg:sticky lg:top-24 lg:self-start">
        <ReportAdvice />
      </aside>
    </div>
  )
}
