import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ReportAdvice } from '../domains/reports/bug-reports/report-advice.tsx'
import { ReportBug } from '../domains/reports/bug-reports/report-bug.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'

export const meta = pageMeta('/report', msg`Report a Bug`, ({ words }) => words.report?.description)

export default function ReportPage() {
  const { t } = useLingui()
  const words = useWords('report')
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-12 gap-y-8 px-4 py-8 sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-12">
      <header className="grid gap-2 lg:col-span-2">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">
          <Trans>Report a Bug</Trans>
        </h1>
        <p className="max-w-prose text-ink-soft">
          <Words text={words?.intro} />
        </p>
      </header>
      <ReportBug />
      <aside aria-label={t`About bug reports`} className="lg:sticky lg:top-24 lg:self-start">
        <ReportAdvice words={words} />
      </aside>
    </div>
  )
}
