import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { textLimits } from '../../../../contract/limits.ts'
import { reportGameModeChoices, reportSeverities } from '../../../../contract/reports/reports.ts'
import { NewReport, type ReportSeverity } from '../../../../contract/reports/reports-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { useFormDraft } from '../../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card } from '../../../ui/card.tsx'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { payloadOf } from './report-payload.ts'
import { SeverityMark } from './severity-mark.tsx'
import { submitErrorText, useSubmitReport } from './use-submit-report.ts'

/** Returns the server's reason for a 4xx response. */
const refusalOf = (error: unknown) =>
  error instanceof ApiError && error.status < 500 ? error.errorBody?.message : undefined

function SubmitProblem({ error }: { error: unknown }) {
  const { t } = useLingui()
  const refusal = refusalOf(error)
  return (
    <ReportProblem sentence={t(submitErrorText(error))}>
      {refusal !== undefined && <p className="mt-1 text-ink-faint">{refusal}</p>}
    </ReportProblem>
  )
}

const emptyReport = {
  reason: '',
  gameMode: 'nodebuff',
  severity: 'medium',
  details: '',
  mediaLink: '',
} as const

export function ReportForm({ onSent }: { onSent: () => void }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const gameModeOptions = reportGameModeChoices(useSite()).map(([label, value]) => ({
    label: value === 'other' ? t`Other` : label,
    value,
  }))
  const severityOptions = reportSeverities.map(([value, meaning]) => ({
    value: value as ReportSeverity,
    label: <SeverityMark severity={value} />,
    hint: t(meaning),
  }))
  const [refused, setRefused] = useState(false)
  const loginAsked = refused && viewer === null
  // The texts have no default values: what was typed before hydration is read from the inputs.
  const form = useSchemaForm(NewReport, { gameMode: emptyReport.gameMode, severity: emptyReport.severity })
  const draft = useFormDraft(form, 'bug-report', emptyReport)
  const report = useSubmitReport({ onReceived: draft.remove })
  const details = form.watch('details') ?? ''

  function submit(event: SyntheticEvent) {
    if (viewer === null) {
      event.preventDefault()
      return setRefused(true)
    }
    void form.submit(report, (values) => report.mutate(payloadOf(viewer, values), { onSuccess: onSent }))(
      event,
    )
  }

  return (
    <Card tone="ember">
      <form method="post" noValidate onSubmit={submit} className="grid gap-6">
        <DraftNote restored={draft.restored} onDiscard={draft.discard} />
        <TextField
          label={t`Title`}
          hint={t`What is wrong, in one line.`}
          autoComplete="off"
          {...form.field('reason')}
        />
        <Select label={t`Game Mode`} options={gameModeOptions} {...form.choice('gameMode')} />
        <RadioGroup
          label={t`Severity`}
          name="severity"
          options={severityOptions}
          {...form.choice('severity')}
        />
        <Textarea
          label={t`Details`}
          rows={8}
          hint={t`${{ details: codePoints(details) }} of ${{ max: textLimits.reportDetails.max }} characters, at least ${{ min: textLimits.reportDetails.min }}`}
          {...form.field('details')}
        />
        <TextField
          label={t`Media Link (optional)`}
          type="url"
          hint={t`A clip or a screenshot that shows it, https://…`}
          autoComplete="off"
          {...form.field('mediaLink')}
        />
        {loginAsked && (
          <ReportProblem sentence={t`You must be logged in to submit a bug report`}>
            <LoginLink />
          </ReportProblem>
        )}
        {report.isError && <SubmitProblem error={report.error} />}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SubmitButton busy={report.isPending} size="lg" className="max-sm:w-full">
            {report.isPending ? t`Submitting Report...` : t`Submit Report`}
          </SubmitButton>
          {!loginAsked && <ReporterLine />}
        </div>
      </form>
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Sending a report needs JavaScript.</Trans>
        </p>
      </noscript>
    </Card>
  )
}

/** Says in whose name the report goes, before anybody has written a long one in vain. */
function ReporterLine() {
  const viewer = useViewer()
  const username = viewer?.username
  return (
    <p className="min-w-0 text-ink-soft text-sm">
      {viewer === null ? (
        <Trans>
          You need an account to report. <LoginLink />
        </Trans>
      ) : (
        <Trans>
          You report as <bdi className="wrap-anywhere font-semibold text-ink">{username}</bdi>.
        </Trans>
      )}
    </p>
  )
}

/** Why the report is not on its way; `children`: what else may help. */
function ReportProblem({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <Alert>
      <h2 className="font-bold text-ink">
        <Trans>Error Submitting Report</Trans>
      </h2>
      <p>{sentence}</p>
      {children}
    </Alert>
  )
}

/** The way to the login and back to this page. */
function LoginLink() {
  const { pathname } = useLocation()
  return (
    <Link
      to={`/auth?redirect=${encodeURIComponent(pathname)}`}
      className="font-semibold text-ink underline underline-offset-2 hover:text-ember-bright"
    >
      <Trans>Log in or register</Trans>
    </Link>
  )
}
