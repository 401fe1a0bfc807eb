import { FileText, User } from 'lucide-react'
import { Link } from 'react-router'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { CaseDecision } from './case-decision.tsx'
import { CaseExcerpt } from './case-excerpt.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseOutcome } from './case-outcome.tsx'
import { CaseReports } from './case-reports.tsx'
import type { AllCaseWork } from './use-case-work.ts'

interface CaseCardProps {
  readonly one: ModerationCase
  readonly work: AllCaseWork
  readonly onPostRemoved: () => void
}

/** All reports about one post or player: what was said and what came before on one side, the decision on the other. */
export function CaseCard({ one, work, onPostRemoved }: CaseCardProps) {
  const headingId = `case-${one.id}`
  return (
    <article
      data-row
      tabIndex={-1}
      aria-labelledby={headingId}
      className="grid gap-x-6 gap-y-5 rounded-lg border border-line bg-ground-card p-4 sm:p-5 md:grid-cols-[minmax(0,1fr)_17.5rem]"
    >
      <div className="grid min-w-0 content-start gap-3">
        <header>
          <h2 id={headingId} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold">
            <SubjectName one={one} />
            <span className="rounded-sm bg-line px-1.5 py-0.5 font-semibold text-ink-soft text-xs tabular-nums">
              {one.count === 1 ? '1 report' : `${one.count} reports`}
            </span>
          </h2>
          <CaseHistory one={one} />
        </header>
        {one.subjectType === 'post' && <CaseExcerpt one={one} />}
        <CaseReports reports={one.reports} count={one.count} />
      </div>
      <div className="border-line max-md:border-t max-md:pt-4 md:border-l md:pl-6">
        {one.status === 'open' ? (
          <CaseDecision open={one} work={work} onPostRemoved={onPostRemoved} />
        ) : (
          <CaseOutcome one={one} />
        )}
      </div>
    </article>
  )
}

function SubjectName({ one: { subject, subjectType } }: { one: ModerationCase }) {
  const Icon = subjectType === 'post' ? FileText : User
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
      {subjectType === 'post' ? 'Post by ' : 'Player '}
      {subject === null ? (
        'an account that is gone'
      ) : (
        <Link
          to={`/player/${subject.id}`}
          className="wrap-anywhere text-ember-bright underline-offset-4 hover:underline"
        >
          <bdi>{subject.username}</bdi>
        </Link>
      )}
    </>
  )
}
