import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { adminNotesLimit, applicationStatuses } from '../../../../contract/applications/applications.ts'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import {
  type ApplicationStatus,
  ApplicationUpdate,
  StaffApplication,
} from '../../../../contract/applications/applications-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { ApiError, errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { statusWords } from '../words.ts'
import { applicationsKey } from './applications-query.ts'
import { statusTone } from './status-look.ts'

interface Decision {
  readonly status: ApplicationStatus
  readonly adminNotes: string
  /** The version that was looked at. */
  readonly version: number
}

/** The application as somebody else left it, when that is why a change was refused. */
const theirsIn = (error: unknown): StaffApplication | undefined =>
  error instanceof ApiError && error.status === 409
    ? StaffApplication.safeParse(error.answer?.current).data
    : undefined

/** Sets status and notes. A change by somebody else in the meantime is no failure to announce, but a question. */
function useUpdateApplication(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ version, ...body }: Decision) =>
      api(applicationEndpoints.update, { params: { id }, body, ifMatch: version }),
    onSuccess({ status }) {
      toast({ title: 'Application Updated', description: `Application status updated to "${status}".` })
      void client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError(error) {
      if (theirsIn(error) !== undefined) return
      const description = errorMessage(error, 'Failed to update application status.')
      toast({ title: 'Update Failed', description, variant: 'destructive' })
    },
  })
}

interface UpdateFormProps {
  readonly application: StaffApplication
  readonly current: StaffApplication
  readonly onDone: () => void
}

const options = applicationStatuses.map((value) => ({ value, label: statusWords[value] }))

/** Status and notes. What a colleague changes meanwhile is shown, and has to be decided on before anything is saved. */
export function UpdateForm({ application, current, onDone }: UpdateFormProps) {
  const [status, setStatus] = useState(application.status)
  const [notes, setNotes] = useState(application.admin_notes ?? '')
  const [seen, setSeen] = useState(application.version)
  const [error, setError] = useState<string>()
  const update = useUpdateApplication(application.id)
  // While the own change is under way, a newer version is most likely just that.
  const theirs = update.isPending
    ? undefined
    : [current, theirsIn(update.error)].find((one) => one !== undefined && one.version > seen)

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (update.isPending || theirs !== undefined) return
    const decision = { status, adminNotes: notes }
    const problem = ApplicationUpdate.safeParse(decision).error?.issues[0]?.message
    setError(problem)
    if (problem === undefined) update.mutate({ ...decision, version: seen }, { onSuccess: onDone })
  }

  function take(newest: StaffApplication) {
    setStatus(newest.status)
    setNotes(newest.admin_notes ?? '')
    setSeen(newest.version)
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {theirs !== undefined && (
        <TheirChange theirs={theirs} onTake={() => take(theirs)} onKeep={() => setSeen(theirs.version)} />
      )}
      <Select label="Status" options={options} value={status} onValueChange={setStatus} />
      <Textarea
        label="Admin notes"
        rows={6}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
        hint={`Only staff can read them. ${codePoints(notes)} of ${adminNotesLimit} characters`}
        error={error}
      />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" aria-disabled={update.isPending || theirs !== undefined || undefined}>
          {update.isPending && <Spinner />}
          Save Changes
        </Button>
      </DialogActions>
    </form>
  )
}

interface TheirChangeProps {
  readonly theirs: StaffApplication
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** What a colleague made of the same application meanwhile, and whose change is to stay. */
function TheirChange({ theirs, onTake, onKeep }: TheirChangeProps) {
  return (
    <Alert tone="info" title="Somebody else changed this application in the meantime">
      <div className="mt-2 grid gap-3">
        <p className="flex flex-wrap items-center gap-2">
          It is now <Badge tone={statusTone[theirs.status]}>{statusWords[theirs.status]}</Badge>
          {theirs.admin_notes === null ? 'without notes.' : 'with these notes:'}
        </p>
        {theirs.admin_notes !== null && (
          <blockquote className="whitespace-pre-wrap border-line-strong border-l-2 pl-3 text-ink [overflow-wrap:anywhere]">
            {theirs.admin_notes}
          </blockquote>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" look="quiet" onClick={onTake}>
            Take Theirs
          </Button>
          <Button size="sm" look="quiet" onClick={onKeep}>
            Keep Mine
          </Button>
        </div>
      </div>
    </Alert>
  )
}
