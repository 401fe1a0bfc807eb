import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { canDecideApplication } from '../../../../contract/applications/applications.ts'
import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'
import { applicationStatusLabels, positionLabels } from '../../../../contract/labels.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'
import { AnswerList } from '../answer-list.tsx'
import type { Question } from '../question.ts'
import { aboutQuestions, closingQuestion, experienceQuestions, positionQuestions } from '../questions.ts'
import { OfferRank } from './offer-rank.tsx'
import { statusTone } from './status-look.ts'

interface ApplicationDetailProps {
  /** As it is now. */
  readonly current: StaffApplication
  /** `button` is what was pressed. */
  readonly onAction: (action: 'update', button: HTMLElement) => void
}

/** Hides follow-up questions that this applicant was not asked. */
const wasAsked = (application: StaffApplication) => (question: Question) =>
  question.after === undefined || application[question.name] !== null

/** Everything an applicant wrote, and what staff noted. */
export function ApplicationDetail({ current, onAction }: ApplicationDetailProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { position, status, user_id: userId, admin_notes: notes, handled_by: handler } = current
  const parts = [
    { title: t`About`, questions: aboutQuestions },
    {
      title: t({ message: 'Experience', context: 'what somebody has done' }),
      questions: experienceQuestions.filter(wasAsked(current)),
    },
    { title: t(positionLabels[position]), questions: [...positionQuestions[position], closingQuestion] },
  ]
  return (
    <div className="grid gap-7">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
        <Badge tone={statusTone[status]}>{t(applicationStatusLabels[status])}</Badge>
        <span>
          <Trans>
            Applied as {{ position: t(positionLabels[position]) }} on <Time iso={current.submitted_at} />
          </Trans>
        </span>
        {userId !== null && (
          <Link
            to={`/player/${userId}`}
            className="font-semibold text-ink underline underline-offset-2 hover:text-ember-bright"
          >
            <Trans>Player page</Trans>
          </Link>
        )}
      </div>
      {parts.map(({ title, questions }) => (
        <section key={title} aria-label={title} className="grid gap-3">
          <h3 className="border-line border-b pb-1.5 font-display text-xl leading-none">{title}</h3>
          <AnswerList questions={questions} answers={current} />
        </section>
      ))}
      <section aria-label={t`Admin notes`} className="grid gap-3">
        <h3 className="border-line border-b pb-1.5 font-display text-xl leading-none">
          <Trans>Admin notes</Trans>
        </h3>
        <p className="whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
          {notes ?? (
            <span className="text-ink-faint">
              <Trans>None yet</Trans>
            </span>
          )}
        </p>
      </section>
      {current.answer !== null && (
        <section aria-label={t`Answer`} className="grid gap-3">
          <h3 className="border-line border-b pb-1.5 font-display text-xl leading-none">
            <Trans>Answer</Trans>
          </h3>
          <p dir="auto" className="whitespace-pre-wrap text-sm leading-relaxed [overflow-wrap:anywhere]">
            {current.answer}
          </p>
        </section>
      )}
      {current.handled_at !== null && (
        <p className="text-ink-soft text-sm">
          {handler === null ? (
            <Trans>
              Last handled by <bdi>a deleted account</bdi>, <Time iso={current.handled_at} />
            </Trans>
          ) : (
            <Trans>
              Last handled by <bdi>{handler}</bdi>, <Time iso={current.handled_at} />
            </Trans>
          )}
        </p>
      )}
      <OfferRank application={current} />
      {canDecideApplication(viewer, current) && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={({ currentTarget }) => onAction('update', currentTarget)}
        >
          <Pencil aria-hidden className="size-4" />
          <Trans>Change status or answer</Trans>
        </Button>
      )}
    </div>
  )
}
