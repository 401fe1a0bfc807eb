import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { type ReportClass, reportClasses } from '../../../contract/moderation/report-classes.ts'
import { codePoints } from '../../../contract/text.ts'
import { useFormDraft } from '../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../platform/forms/use-schema-form.ts'
import { Alert } from '../alert.tsx'
import { FormActions } from '../dialog.tsx'
import { DraftNote } from './draft-note.tsx'
import { ReasonTemplates } from './reason-templates.tsx'
import { Select } from './select.tsx'
import { Textarea } from './textarea.tsx'

interface Reason {
  readonly reason: string
}

export interface ReasonFormProps {
  readonly schema: z.core.$ZodType<Reason, Reason>
  /** Stores the text under this name until it is sent. */
  readonly draftName?: string
  readonly hint?: string
  /** Shows how many characters are used of this many, in place of the hint. */
  readonly maxChars?: number
  readonly submitLabel: string
  readonly busy: boolean
  /** Asks also what a report is about; undefined when nothing was chosen. */
  readonly asksClass?: boolean
  readonly onSubmit: (reason: string, removeDraft: () => void, reportClass: ReportClass | undefined) => void
  /** Offers the templates that staff have. */
  readonly hasTemplates?: boolean
  /** The colleague who took the case over from which the form was opened: nothing is sent. */
  readonly takenBy?: string | undefined
  /** Other fields, above the reason. */
  readonly before?: ReactNode
  /** Other fields, below the reason. */
  readonly after?: ReactNode
}

const classOptions = (Object.keys(reportClasses) as ReportClass[]).map((value) => ({
  value,
  label: reportClasses[value],
}))

const noText = { reason: '' }

export function ReasonFormFields(props: ReasonFormProps) {
  const { t } = useLingui()
  const {
    schema,
    draftName,
    hint,
    maxChars,
    submitLabel,
    busy,
    asksClass,
    hasTemplates,
    takenBy,
    onSubmit,
    before,
    after,
  } = props
  const [reportClass, setReportClass] = useState<ReportClass>()
  const form = useSchemaForm(schema, noText)
  const draft = useFormDraft(form, draftName, noText)
  const element = useRef<HTMLFormElement>(null)
  // The dialog moves the focus before this form is loaded. A template is a choice, and typing is not meant for it.
  useEffect(
    () =>
      element.current
        ?.querySelector<HTMLElement>(':is(input, textarea, button):not([data-templates] *)')
        ?.focus(),
    [],
  )
  return (
    <form
      ref={element}
      noValidate
      className="grid gap-5"
      onSubmit={form.submit({ isPending: busy || takenBy !== undefined }, ({ reason }) =>
        onSubmit(reason, draft.remove, reportClass),
      )}
    >
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      {before}
      {hasTemplates && (
        <div data-templates className="empty:hidden">
          <ReasonTemplates
            reason={form.watch('reason')}
            onChoose={(reason) =>
              form.setValue('reason', reason, { shouldDirty: true, shouldValidate: true })
            }
          />
        </div>
      )}
      <Textarea
        label={t`Reason`}
        required
        hint={maxChars === undefined ? hint : `${codePoints(form.watch('reason'))}/${maxChars}`}
        {...form.field('reason')}
      />
      {asksClass && (
        <Select
          label={t`What is it about? (optional)`}
          options={classOptions}
          value={reportClass}
          onValueChange={setReportClass}
        />
      )}
      {after}
      {takenBy === undefined ? (
        <FormActions busy={busy} variant="red">
          {submitLabel}
        </FormActions>
      ) : (
        <Alert
          tone="info"
          title={
            <Trans>
              <bdi>{takenBy}</bdi> is working on this case
            </Trans>
          }
        >
          <Trans>It was taken over while this was open. Nothing of it was sent.</Trans>
        </Alert>
      )}
    </form>
  )
}
