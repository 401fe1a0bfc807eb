import { useEffect, useRef, useState } from 'react'
import { useDraftOwner } from '../../../platform/use-stored-draft.ts'
import { ReportForm } from './report-form.tsx'
import { ReportSent } from './report-sent.tsx'

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
