import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { PostRemoval } from '../../../contract/moderation/moderation-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../ui/dialog.tsx'
import { Textarea } from '../../ui/textarea.tsx'

interface ReasonFormProps {
  readonly submitLabel: string
  readonly busy: boolean
  readonly onSubmit: (reason: string) => void
  /** What else is chosen, above the reason. */
  readonly children?: ReactNode
}

/** Why staff do something to what a member wrote; the member reads it. */
export function ReasonForm({ submitLabel, busy, onSubmit, children }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)

  function submit(event: SyntheticEvent) {
    // Dialogs lie inside other forms for React, though not in the document.
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    const problem = PostRemoval.safeParse({ reason }).error?.issues[0]?.message
    setError(problem)
    if (problem === undefined) onSubmit(reason)
    else field.current?.focus()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {children}
      <Textarea
        ref={field}
        label="Reason"
        hint="The member reads it"
        required
        value={reason}
        error={error}
        onChange={(event) => setReason(event.target.value)}
      />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="red" aria-disabled={busy || undefined}>
          {busy ? 'Saving...' : submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
