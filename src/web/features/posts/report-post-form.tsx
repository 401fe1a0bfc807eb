import { type SyntheticEvent, useRef, useState } from 'react'
import { textLimits } from '../../../contract/limits.ts'
import { PostReport } from '../../../contract/posts.ts'
import { codePoints } from '../../../contract/text.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useReportPost } from './use-report-post.ts'

export function ReportPostForm({ postId, onDone }: { postId: number; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useReportPost(postId)

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (report.isPending) return
    const problem = PostReport.safeParse({ reason }).error?.issues[0]?.message
    setError(problem)
    if (problem === undefined) report.mutate(reason, { onSuccess: onDone })
    else field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit}>
      <Textarea
        ref={field}
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        hint={`${codePoints(reason)}/${textLimits.moderationReason.most}`}
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
