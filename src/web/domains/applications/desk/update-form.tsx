import { type SyntheticEvent, useState } from 'react'
import { adminNotesLimit, applicationStatuses } from '../../../../contract/applications/applications.ts'
import {
  ApplicationUpdate,
  type StaffApplication,
} from '../../../../contract/applications/applications-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { statusWords } from '../words.ts'
import { TheirChange } from './their-change.tsx'
import { theirsIn, useUpdateApplication } from './use-update-application.ts'

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
