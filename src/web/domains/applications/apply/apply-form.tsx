import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { ApplicationPosition } from '../../../../contract/applications/application-options.ts'
import type { ApplicationReceipt } from '../../../../contract/applications/applications-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { sendErrorText } from './send-failure.ts'
import { StepFields } from './step-fields.tsx'
import { type Step, steps, stepTitles } from './steps.ts'
import type { ApplicationForm, Keeping } from './use-application-form.ts'
import { useApplying } from './use-applying.ts'

interface DraftNoteProps {
  readonly keeping: Keeping
  readonly restored: boolean
  readonly onStartOver: () => void
}

const words: Readonly<Record<Keeping, Message>> = {
  untouched: msg`What you write is kept in this browser until you send it.`,
  kept: msg`Your draft is kept in this browser until you send it.`,
  refused: msg`This browser cannot keep a draft. Please finish before you close the page.`,
}

/** Says where the draft is, and offers to throw it away. */
function DraftNote({ keeping, restored, onStartOver }: DraftNoteProps) {
  const { t } = useLingui()
  return (
    <div className="grid justify-items-start gap-2 text-ink-faint text-sm leading-relaxed">
      <p>
        {restored && (
          <span className="text-ink-soft">
            <Trans>Welcome back, here is what you wrote last time.</Trans>{' '}
          </span>
        )}
        {t(words[keeping])}
      </p>
      {keeping !== 'untouched' && (
        <Confirm
          title={t`Start Over`}
          description={t`Your answers are deleted and the form starts empty.`}
          confirmLabel={t`Throw away`}
          onConfirm={onStartOver}
          trigger={
            <button
              type="button"
              className="min-h-6 font-semibold text-ink-soft underline underline-offset-2 hover:text-ember-bright"
            >
              <Trans>Start over</Trans>
            </button>
          }
        />
      )}
    </div>
  )
}

interface ApplyFormProps {
  readonly member: OwnUser
  /** Positions that have an open application of this member. */
  readonly closed: readonly ApplicationPosition[]
  readonly onSent: (receipt: ApplicationReceipt) => void
}

/** The application, one step at a time. */
export function ApplyForm({ member, closed, onSent }: ApplyFormProps) {
  const { t } = useLingui()
  const say = useSay()
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
                {t(stepTitles[step])}
              </h2>
              {Object.keys(problems).length > 0 && (
                <ErrorSummary key={attempts} problems={problems} onGo={goToField} />
              )}
              <StepFields {...form} closed={closed} onEdit={(wanted) => walk(() => form.goTo(wanted))} />
              {send.isError && (
                <Alert title={t`Application not sent`}>{say(sendErrorText(send.error))}</Alert>
              )}
              <StepActions step={step} busy={send.isPending} onBack={() => walk(form.goBack)} />
            </fieldset>
          </form>
          <noscript>
            <p className="mt-4 text-ink-soft text-sm">
              <Trans>Applying needs JavaScript.</Trans>
            </p>
          </noscript>
        </Card>
        <div className="mt-5 lg:hidden">{draftNote}</div>
      </div>
    </div>
  )
}

interface StepActionsProps {
  readonly step: Step
  readonly busy: boolean
  readonly onBack: () => void
}

/** On, or back. */
function StepActions({ step, busy, onBack }: StepActionsProps) {
  const { t } = useLingui()
  const isLast = step === 'review'
  return (
    <div className="flex flex-wrap-reverse items-center justify-between gap-3 border-line border-t pt-5">
      {step === 'about' ? (
        <span className="max-sm:hidden" />
      ) : (
        <Button look="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden className="size-4" />
          <Trans>Back</Trans>
        </Button>
      )}
      <SubmitButton busy={busy} className="max-sm:grow">
        {isLast ? (busy ? t`Sending...` : t`Send application`) : t`Continue`}
      </SubmitButton>
    </div>
  )
}

interface ErrorSummaryProps {
  readonly problems: ApplicationForm['problems']
  /** Brings the focus to a field. */
  readonly onGo: (name: string) => void
}

/** The errors of a step, each with a link to its field. It takes the focus when it appears. */
function ErrorSummary({ problems, onGo }: ErrorSummaryProps) {
  const { t } = useLingui()
  const say = useSay()
  const all = Object.entries(problems)
  const { length } = all
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => here.current?.focus(), [])
  return (
    <div ref={here} tabIndex={-1} className="rounded-md">
      <Alert
        title={t`${plural(length, { one: 'One answer needs another look', other: '# answers need another look' })}`}
      >
        <ul className="mt-1 grid gap-0.5">
          {all.map(([name, message]) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => onGo(name)}
                className="min-h-6 text-start text-ink underline underline-offset-2 hover:text-ember-bright"
              >
                {say(message)}
              </button>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}

/** The progress through the form: a row of blocks, lit up to the current step. */
function StepRail({ step }: { step: Step }) {
  const { t } = useLingui()
  const at = steps.indexOf(step)
  const title = t(stepTitles[step])
  return (
    <nav aria-label={t`Progress`}>
      <p className="mb-2 text-ink-soft text-sm lg:hidden">
        <Trans>
          Step {{ number: at + 1 }} of {{ all: steps.length }}:{' '}
          <span className="font-semibold text-ink">{title}</span>
        </Trans>
      </p>
      <ol className="grid grid-cols-4 gap-1.5 lg:grid-cols-1 lg:gap-0">
        {steps.map((each, index) => (
          <li
            key={each}
            aria-current={each === step ? 'step' : undefined}
            className="group relative lg:flex lg:items-center lg:gap-3 lg:pb-7 lg:last:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={classes(
                  'absolute top-5 start-[9px] hidden h-full w-0.5 lg:block',
                  index < at ? 'bg-ember' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={classes(
                'relative block h-2 lg:size-5 lg:shrink-0 lg:border-2',
                index < at && 'bg-ember lg:border-ember',
                index === at &&
                  'bg-ember lg:border-ember lg:bg-ground lg:shadow-[inset_0_0_0_3px_var(--color-ground),inset_0_0_0_10px_var(--color-ember)]',
                index > at && 'bg-line lg:border-line lg:bg-ground',
              )}
            />
            <span
              className={classes(
                'text-sm max-lg:sr-only',
                index === at ? 'font-bold text-ink' : index < at ? 'text-ink-soft' : 'text-ink-faint',
              )}
            >
              {t(stepTitles[each])}
              {index < at && <span className="sr-only"> {t`(done)`}</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
