import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PageWords } from '../../../../contract/content/words-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import type { ReportStatus } from '../../../../contract/reports/reports-schemas.ts'
import { Words } from '../../../ui/words.tsx'
import { StatusBadge } from './status-badge.tsx'

const meanings: readonly (readonly [ReportStatus, Message])[] = [
  ['pending', msg`We have it, but nobody has looked at it yet.`],
  ['reviewing', msg`Somebody is trying to make it happen again.`],
  ['resolved', msg`It is fixed, or on its way with the next update.`],
  ['rejected', msg`It is meant to be like this, or we could not find it.`],
]

/** What makes a report useful, and what its states mean. */
export function ReportAdvice({ words }: { words: PageWords['report'] | undefined }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-8">
      <section aria-labelledby="advice" className="grid gap-4">
        <h2 id="advice" className="font-display text-2xl leading-none">
          <Words text={words?.advice} className="w-48" />
        </h2>
        <ol className="grid gap-4">
          {words?.steps.map(({ title, text }, at) => (
            <li key={title} className="grid grid-cols-[2rem_1fr] gap-3">
              <span
                aria-hidden
                className="pixel-corners flex size-8 items-center justify-center bg-line font-display text-ember-bright text-xl leading-none"
              >
                {at + 1}
              </span>
              <span>
                <span className="block font-semibold text-sm">{title}</span>
                <span className="block text-ink-soft text-sm leading-relaxed">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="afterwards" className="grid gap-4 border-line border-t pt-6">
        <h2 id="afterwards" className="font-display text-2xl leading-none">
          <Trans>What happens next</Trans>
        </h2>
        <dl className="grid gap-3 text-sm">
          {meanings.map(([status, text]) => (
            <div key={status} className="grid gap-1">
              <dt>
                <StatusBadge status={status} />
              </dt>
              <dd className="text-ink-soft leading-relaxed">{t(text)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
