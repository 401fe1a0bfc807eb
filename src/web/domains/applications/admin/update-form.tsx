import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { adminNotesLimit, applicationStatuses } from '../../../../contract/applications/applications.ts'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import {
  ApplicationUpdate,
  StaffApplication,
} from '../../../../contract/applications/applications-schemas.ts'
import { applicationStatusLabels } from '../../../../contract/labels.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { ApiError, errorMessage } from '../../../platform/api-error.ts'
import { useFormDraft } from '../../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useUndo } from '../../../platform/forms/use-undo.ts'
import { toast } from '../../../platform/toasts.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormActions } from '../../../ui/dialog.tsx'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { statusCodes } from '../words.ts'
import { applicationsKey } from './applications-query.ts'
import { statusTone } from './status-look.ts'

/** `version`: the one that the update replaces. */
type VersionedUpdate = z.infer<typeof ApplicationUpdate> & { readonly version: number }

/** Returns the current application when somebody else changed it first. */
const theirsIn = (error: unknown): StaffApplication | undefined =>
  error instanceof ApiError && error.status === 409
    ? StaffApplication.safeParse(error.errorBody?.current).data
    : undefined

/** Sets status and notes. Shows no toast for a conflict, which the form asks about. */
function useUpdateApplication(id: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  const offerUndo = useUndo()
  return useMutation({
    mutationFn: ({ version, answer, ...body }: VersionedUpdate) =>
      api(applicationEndpoints.update, {
        params: { id },
        body: { ...body, answer: answer || undefined },
        ifMatch: version,
      }),
    onSuccess({ status, minecraft_username: name }) {
      offerUndo({
        title: t`Application Updated`,
        about: (
          <>
            <p>{t`Application status updated to "${{ status: t(statusCodes[status]) }}".`}</p>
            <p>
              <bdi>{name}</bdi>
            </p>
          </>
        ),
        async undo() {
          await api(applicationEndpoints.undo, { params: { id } })
          return undefined
        },
        undone: t`Application Restored`,
        queryKey: applicationsKey,
      })
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError(error) {
      if (theirsIn(error) !== undefined) return
      const description = errorMessage(error, t`Failed to update application status.`)
      toast({ title: t`Update Failed`, description, variant: 'destructive' })
    },
  })
}

interface UpdateFormProps {
  readonly application: StaffApplication
  readonly current: StaffApplication
  readonly onDone: () => void
}

const valuesOf = ({ status, admin_notes }: StaffApplication) => ({
  status,
  adminNotes: admin_notes ?? '',
  answer: '',
})

const answerHint = ({ user_id }: StaffApplication) =>
  user_id === null
    ? msg`Optional. It is stored here only: this application came from outside, without an account.`
    : msg`Optional. They read it among their applications and notices, without your name.`

const options = applicationStatuses.map((value) => ({ value, label: applicationStatusLabels[value] }))

/** Status and notes. A change by somebody else has to be taken or overruled before saving. */
export function UpdateForm({ application, current, onDone }: UpdateFormProps) {
  const { t } = useLingui()
  const [seen, setSeen] = useState(application.version)
  const form = useSchemaForm(ApplicationUpdate, valuesOf(application))
  const { adminNotes, answer } = valuesOf(application)
  // Stays until it is saved: staff leave the page to look at a player.
  const draft = useFormDraft(form, `application-${application.id}`, { adminNotes, answer })
  const update = useUpdateApplication(application.id)
  // While an update is pending, a newer version is most likely the result of it.
  const theirs = update.isPending
    ? undefined
    : [current, theirsIn(update.error)].find((one) => one !== undefined && one.version > seen)

  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={form.submit(update, (body) => {
        if (theirs === undefined)
          update.mutate(
            { ...body, version: seen },
            {
              onSuccess() {
                draft.remove()
                onDone()
              },
            },
          )
      })}
    >
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      {theirs !== undefined && (
        <TheirChange
          theirs={theirs}
          onTake={() => {
            form.reset(valuesOf(theirs))
            setSeen(theirs.version)
          }}
          onKeep={() => setSeen(theirs.version)}
        />
      )}
      <Select label={t`Status`} options={options} {...form.choice('status')} />
      <Textarea
        label={t`Admin notes`}
        rows={6}
        hint={t`Only staff can read them. ${{ length: codePoints(form.watch('adminNotes') ?? '') }} of ${adminNotesLimit} characters`}
        {...form.field('adminNotes')}
      />
      <Textarea
        label={t`Answer to the applicant`}
        rows={3}
        hint={answerHint(application)}
        {...form.field('answer')}
      />
      <FormActions busy={update.isPending} idle={theirs !== undefined}>
        <Trans>Save changes</Trans>
      </FormActions>
    </form>
  )
}

interface TheirChangeProps {
  readonly theirs: StaffApplication
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Shows somebody else's change and asks which version to keep. */
function TheirChange({ theirs, onTake, onKeep }: TheirChangeProps) {
  const { t } = useLingui()
  const status = t(applicationStatusLabels[theirs.status])
  return (
    <Alert tone="info" title={t`Somebody else changed this application in the meantime`}>
      <div className="mt-2 grid gap-3">
        <p className="flex flex-wrap items-center gap-2">
          {theirs.admin_notes === null ? (
            <Trans>
              It is now <Badge tone={statusTone[theirs.status]}>{status}</Badge>without notes.
            </Trans>
          ) : (
            <Trans>
              It is now <Badge tone={statusTone[theirs.status]}>{status}</Badge>with these notes:
            </Trans>
          )}
        </p>
        {theirs.admin_notes !== null && (
          <blockquote className="whitespace-pre-wrap border-line-strong border-s-2 ps-3 text-ink [overflow-wrap:anywhere]">
            {theirs.admin_notes}
          </blockquote>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" look="quiet" onClick={onTake}>
            <Trans>Take theirs</Trans>
          </Button>
          <Button size="sm" look="quiet" onClick={onKeep}>
            <Trans>Keep mine</Trans>
          </Button>
        </div>
      </div>
    </Alert>
  )
}
