import { Trans, useLingui } from '@lingui/react/macro'
import { Flag } from 'lucide-react'
import * as z from 'zod/mini'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { NewReport } from '../../../../contract/reports/reports-schemas.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { useFormDraft } from '../../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast } from '../../../platform/toasts.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { payloadOf } from './report-payload.ts'
import { submitErrorText, useSubmitReport } from './use-submit-report.ts'

const Problem = z.pick(NewReport, { details: true })
const noText = { details: '' }

/** What staff see besides the text. */
const profileProblem = { gameMode: 'other', reason: 'A problem with my profile', severity: 'medium' } as const

/** Files a bug report about the member's own profile. */
export function ReportProblemDialog({ viewer }: { viewer: OwnUser }) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={t`Report a problem`}
      description={t`Is something wrong with your profile?`}
      trigger={
        <Button look="quiet">
          <Flag aria-hidden className="size-4" />
          <Trans>Report a problem</Trans>
        </Button>
      }
    >
      {(close) => <ProblemForm viewer={viewer} onDone={close} />}
    </FormDialog>
  )
}

function ProblemForm({ viewer, onDone }: { viewer: OwnUser; onDone: () => void }) {
  const { t } = useLingui()
  const form = useSchemaForm(Problem, noText)
  const draft = useFormDraft(form, 'profile-problem', noText)
  const report = useSubmitReport({ onReceived: draft.remove })
  const { error } = report
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={form.submit(report, ({ details }) =>
        report.mutate(payloadOf(viewer, { ...profileProblem, details }), {
          onSuccess() {
            onDone()
            toast({
              title: t`Report Submitted`,
              description: t`Thank you for your report. Our team will review it.`,
            })
          },
        }),
      )}
    >
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      <Textarea label={t`What is wrong?`} hint={t`At least 20 characters.`} {...form.field('details')} />
      {error !== null && (
        <Alert title={t(submitErrorText(error))}>
          {error instanceof ApiError && error.status < 500 ? error.errorBody?.message : undefined}
        </Alert>
      )}
      <FormActions busy={report.isPending}>
        <Trans>Submit Report</Trans>
      </FormActions>
    </form>
  )
}
