import type { ReactNode } from 'react'
import { Alert } from '../../../ui/alert.tsx'

/** Why the report is not on its way; `children`: what else may help. */
export function ReportProblem({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <Alert>
      <h2 className="font-bold text-ink">Error Submitting Report</h2>
      <p>{sentence}</p>
      {children}
    </Alert>
  )
}
