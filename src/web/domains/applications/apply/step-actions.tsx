import { ArrowLeft } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import type { Step } from './steps.ts'

interface StepActionsProps {
  readonly step: Step
  readonly busy: boolean
  readonly onBack: () => void
}

/** On, or back. */
export function StepActions({ step, busy, onBack }: StepActionsProps) {
  const isLast = step === 'review'
  return (
    <div className="flex flex-wrap-reverse items-center justify-between gap-3 border-line border-t pt-5">
      {step === 'about' ? (
        <span className="max-sm:hidden" />
      ) : (
        <Button look="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden className="size-4" />
          Back
        </Button>
      )}
      <SubmitButton busy={busy} className="max-sm:grow">
        {isLast ? (busy ? 'Sending...' : 'Send Application') : 'Continue'}
      </SubmitButton>
    </div>
  )
}
