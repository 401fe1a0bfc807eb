import { Trans } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useDraftOwner } from '../../../platform/forms/use-stored-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ReportForm } from './report-form.tsx'

/**
 * The form, and after it the thanks. Each report begins with a new form, so that nothing of the last one stays, and so
 * does each member.
 */
export function ReportBug() {
  const owner = useDraftOwner()
  const [sent, setSent] = useState(false)
  const [another, setAnother] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that asked for another is gone; who opens the page keeps the focus where it was.
    if (another && !sent) frame.current?.querySelector('input')?.focus()
  }, [another, sent])

  function startAnother() {
    setAnother(true)
    setSent(false)
  }

  return (
    <div ref={frame}>
      {sent ? (
        <ReportSent onAnother={startAnother} />
      ) : (
        <ReportForm key={owner} onSent={() => setSent(true)} />
      )}
    </div>
  )
}

/** Takes the form's place, and the focus: the button that sent it is gone. */
function ReportSent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card tone="ember" className="grid justify-items-start gap-4 py-10 sm:px-10">
      <CircleCheck aria-hidden className="size-10 text-good" />
      <h2 ref={heading} tabIndex={-1} className="font-display text-4xl leading-none outline-none">
        <Trans>Report Submitted</Trans>
      </h2>
      <p className="max-w-prose text-ink-soft leading-relaxed">
        <Trans>
          Thank you for your report. Our team will review it, and{' '}
          <Link
            to="/profile"
            className="font-semibold text-ink underline underline-offset-2 hover:text-ember-bright"
          >
            your profile
          </Link>{' '}
          shows its status.
        </Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={onAnother}>
          <Trans>Submit Another Report</Trans>
        </Button>
        <Button asChild look="quiet">
          <Link to="/">
            <Trans>Return</Trans>
          </Link>
        </Button>
      </div>
    </Card>
  )
}
