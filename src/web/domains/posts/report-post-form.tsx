import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { textLimits } from '../../../contract/limits.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { PostReport } from '../../../contract/posts/posts-schemas.ts'
import { codePoints } from '../../../contract/text.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { useStoredDraft } from '../../platform/use-stored-draft.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../ui/dialog.tsx'
import { DraftNote } from '../../ui/draft-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showErrorToast } from './post-toasts.ts'

/** Hands a post to the moderators. */
const useReportPost = (postId: number, onReceived: () => void) =>
  useMutation({
    mutationFn: (reason: string) => api(postEndpoints.report, { params: { id: postId }, body: { reason } }),
    onSuccess() {
      onReceived()
      toast({
        title: 'Report Submitted',
        description: 'Thank you for your report. Our team will review it.',
      })
    },
    onError: (error) => showErrorToast(errorMessage(error, 'Failed to report post')),
  })

export function ReportPostForm({ postId, onDone }: { postId: number; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useStoredDraft(`post-report-${postId}`, ({ reason: typed = '' }) => setReason(typed))
  const report = useReportPost(postId, draft.remove)

  function write(text: string) {
    setReason(text)
    draft.save({ reason: text })
  }

  function discard() {
    setReason('')
    draft.remove()
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (report.isPending) return
    const problem = PostReport.safeParse({ reason }).error?.issues[0]?.message
    setError(problem)
    if (problem === undefined) report.mutate(reason, { onSuccess: onDone })
    else field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <DraftNote restored={draft.restored} onDiscard={discard} />
      <Textarea
        ref={field}
        label="Reason"
        required
        value={reason}
        onChange={(event) => write(event.target.value)}
        hint={`${codePoints(reason)}/${textLimits.moderationReason.max}`}
        error={error}
      />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="red" disabled={report.isPending}>
          {report.isPending && <Spinner />}
          {report.isPending ? 'Sending...' : 'Send Report'}
        </Button>
      </DialogActions>
    </form>
  )
}
