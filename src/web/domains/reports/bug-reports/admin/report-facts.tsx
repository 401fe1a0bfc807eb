import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { isUserLink } from '../../../../../contract/text.ts'
import { useSay } from '../../../../platform/translation.tsx'
import { fewBlankLines } from '../../../../ui/form/few-blank-lines.ts'
import { Time } from '../../../../ui/time.tsx'
import { gameModeLabel } from '../report-words.ts'
import { SeverityMark } from '../severity-mark.tsx'
import { StatusBadge } from '../status-badge.tsx'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="wrap-anywhere mt-0.5 text-sm">{children}</dd>
    </div>
  )
}

function MediaLink({ link }: { link: string }) {
  if (!isUserLink(link)) return <bdi>{link}</bdi>
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="text-ink underline underline-offset-2 hover:text-ember-bright"
    >
      <bdi>{link}</bdi>
      <ExternalLink aria-hidden className="ms-1.5 inline size-3.5" />
    </a>
  )
}

/** What a report says. All of it is text that somebody wrote, and stays text. */
export function ReportFacts({ report }: { report: AdminReport }) {
  const say = useSay()
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact label={t`Reporter`}>
          <bdi>{report.username}</bdi>
        </Fact>
        <Fact label={t`Game mode`}>{say(gameModeLabel(report.gameMode))}</Fact>
        <Fact label={t`Severity`}>
          <SeverityMark severity={report.severity} />
        </Fact>
        <Fact label={t`Current status`}>
          <StatusBadge status={report.status} />
        </Fact>
        <Fact label={t`Reported`}>
          <Time iso={report.createdAt} />
        </Fact>
        <Fact label={t`Number`}>#{report.id}</Fact>
        {report.handledAt !== null && (
          <Fact label={t`Last handled`}>
            <bdi>{report.handledBy ?? t`a deleted account`}</bdi>, <Time iso={report.handledAt} />
          </Fact>
        )}
      </dl>
      <section
        aria-label={t`Details`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard, too.
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-md border border-line bg-ground p-3"
      >
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed">
          {fewBlankLines(report.details)}
        </p>
      </section>
      {report.mediaLink !== null && (
        <dl>
          <Fact label={t`Media link`}>
            <MediaLink link={report.mediaLink} />
          </Fact>
        </dl>
      )}
      {report.answer !== null && (
        <section aria-label={t`Answer`} className="border-line border-s-2 ps-4 text-sm">
          <p className="text-ink-soft">
            <Trans>Answered the reporter:</Trans>
          </p>
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
            {fewBlankLines(report.answer)}
          </p>
        </section>
      )}
    </div>
  )
}
