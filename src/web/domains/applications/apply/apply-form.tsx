import { useRef } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { ApplicationPosition } from '../../../../contract/applications/application-options.ts'
import type { ApplicationReceipt } from '../../../../contract/applications/applications-schemas.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card } from '../../../ui/card.tsx'
import { DraftNote } from './draft-note.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { sendFailure } from './send-failure.ts'
import { StepActions } from './step-actions.tsx'
import { StepFields } from './step-fields.tsx'
import { StepRail } from './step-rail.tsx'
import { stepTitles } from './steps.ts'
import { useApplying } from './use-applying.ts'

interface ApplyFormProps {
  readonly member: OwnUser
  /** Positions that have an open application of this member. */
  readonly closed: readonly ApplicationPosition[]
  readonly onSent: (receipt: ApplicationReceipt) => void
}

/** The application, one step at a time. */
export function ApplyForm({ member, closed, onSent }: ApplyFormProps) {
  const alive = useHydrated()
  const { form, send, heading, attempts, walk, submit } = useApplying(member, onSent)
  const element = useRef<HTMLFormElement>(null)
  const { step, problems } = form
  const goToField = (name: string) => element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const draftNote = <DraftNote {...form} onStartOver={form.startOver} />
  return (
    <div className="grid gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
      <div className="grid content-start gap-8 lg:sticky lg:top-24 lg:self-start">
        <StepRail step={step} />
        <div className="max-lg:hidden">{draftNote}</div>
      </div>
      <div className="min-w-0">
        <Card tone="ember">
          <form ref={element} method="post" noValidate onSubmit={submit}>
            {/* Until the page is alive nothing can be typed that the kept draft would overwrite. */}
            <fieldset disabled={!alive} className="grid min-w-0 gap-6">
              <h2 ref={heading} tabIndex={-1} className="font-display text-3xl leading-none">
                {stepTitles[step]}
              </h2>
              {Object.keys(problems).length > 0 && (
                <ErrorSummary key={attempts} problems={problems} onGo={goToField} />
              )}
              <StepFields {...form} closed={closed} onEdit={(wanted) => walk(() => form.goTo(wanted))} />
              {send.isError && <Alert title="Application not sent">{sendFailure(send.error)}</Alert>}
              <StepActions step={step} busy={send.isPending} onBack={() => walk(form.goBack)} />
            </fieldset>
          </form>
          <noscript>
            <p className="mt-4 text-ink-soft text-sm">Applying needs JavaScript.</p>
          </noscript>
        </Card>
        <div className="mt-5 lg:hidden">{draftNote}</div>
      </div>
    </div>
  )
}
