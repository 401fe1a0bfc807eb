import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'

/** Takes the form's place, and the focus: the button that sent it is gone. */
export function ReportSent({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card tone="ember" className="grid justify-items-start gap-4 py-10 sm:px-10">
      <CircleCheck aria-hidden className="size-10 text-good" />
      <h2 ref={heading} tabIndex={-1} className="font-display text-4xl leading-none outline-none">
        Report Submitted
      </h2>
      <p className="max-w-prose text-ink-soft leading-relaxed">
        Thank you for your report. Our team will review it, and{' '}
        <Link
          to="/profile"
          className="font-semibold text-ember-bright underline underline-offset-2 hover:text-ink"
        >
          your profile
        </Link>{' '}
        shows what becomes of it.
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={onAnother}>Submit Another Report</Button>
        <Button asChild look="quiet">
          <Link to="/">Return</Link>
        </Button>
      </div>
    </Card>
  )
}
