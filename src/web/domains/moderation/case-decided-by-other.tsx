import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'
import { CaseOutcome } from './case-outcome.tsx'
import { caseQuery } from './cases-query.ts'
import { caseName } from './subject-words.ts'
import { type AllCaseForms, type CaseForm, choiceWords } from './use-case-form.ts'

interface OvertakenCaseProps {
  readonly work: CaseForm
  readonly all: AllCaseForms
}

/**
 * A case that somebody else decided while the viewer was writing: their decision, and what the viewer wrote. Nothing for
 * a case that is still open: what was written waits in its detail.
 */
export function CaseDecidedByOther({ work, all }: OvertakenCaseProps) {
  const { t } = useLingui()
  const { one, note, choice } = work
  const { data: now } = useQuery(caseQuery(api, String(one.id)))
  const card = useRef<HTMLElement>(null)
  const isDecided = now !== undefined && now?.status !== 'open'
  useEffect(() => {
    // The field that was written in has left with the detail.
    if (isDecided && document.activeElement === document.body) card.current?.focus()
  }, [isDecided])
  if (!isDecided) return null
  const name = t(caseName(one))
  const chosen =
    choice === undefined
      ? undefined
      : choice !== 'remove'
        ? t(choiceWords[choice])
        : one.subjectType === 'comment'
          ? t`Remove comment`
          : t`Remove post`
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={t`Already decided: ${name}`}
      className="grid gap-x-6 gap-y-4 rounded-lg border border-ember bg-ground-card p-4 sm:p-5 md:grid-cols-2"
    >
      <div className="grid content-start gap-3">
        <p role="status" className="wrap-anywhere font-bold">
          <Trans>
            Decided while you were writing: <bdi>{name}</bdi>
          </Trans>
        </p>
        {now === null ? (
          <p className="text-sm">
            <Trans>This case no longer exists.</Trans>
          </p>
        ) : (
          <CaseOutcome one={now} />
        )}
      </div>
      <div className="grid content-start gap-3">
        {chosen !== undefined && (
          <p className="text-sm">
            <Trans>
              Your choice was <span className="font-bold">{chosen}</span>. It was not saved.
            </Trans>
          </p>
        )}
        <Textarea
          label={t`Your note, not saved`}
          rows={2}
          value={note}
          onChange={(event) => all.write(one, { note: event.target.value })}
        />
        <Button look="quiet" size="sm" className="justify-self-start" onClick={() => all.drop(one)}>
          <Trans>
            Close
            <bdi className="sr-only"> {name}</bdi>
          </Trans>
        </Button>
      </div>
    </article>
  )
}
