import { ApiError } from '../../../platform/api-error.ts'
import { ReportProblem } from './report-problem.tsx'
import { submitFailure } from './use-submit-report.ts'

/** What the server said of a refusal: to wait, say, or which text it cannot take. Of its own failures it says nothing. */
const refusalOf = (error: unknown) =>
  error instanceof ApiError && error.status < 500 ? error.answer?.message : undefined

export function SubmitProblem({ error }: { error: unknown }) {
  const refusal = refusalOf(error)
  return (
    <ReportProblem sentence={submitFailure(error)}>
      {refusal !== undefined && <p className="mt-1 text-ink-faint">{refusal}</p>}
    </ReportProblem>
  )
}
