import { useMutation } from '@tanstack/react-query'
import { textLimits } from '../../../../contract/limits.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import { CommentReport } from '../../../../contract/posts/comments-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { ReasonForm } from '../../../ui/reason-form.tsx'
import { showErrorToast } from '../post-toasts.ts'

export function ReportCommentForm({ commentId, onDone }: { commentId: number; onDone: () => void }) {
  const report = useMutation({
    mutationFn: ({ body }: { body: CommentReport; removeDraft: () => void }) =>
      api(commentEndpoints.report, { params: { id: commentId }, body }),
    onSuccess(_receipt, { removeDraft }) {
      removeDraft()
      toast({
        title: 'Report Submitted',
        description: 'Thank you for your report. Our team will review it.',
      })
    },
    onError: (error) => showErrorToast(errorMessage(error, 'Failed to report comment')),
  })
  return (
    <ReasonForm
      schema={CommentReport}
      draftName={`comment-report-${commentId}`}
      maxChars={textLimits.moderationReason.max}
      submitLabel={report.isPending ? 'Sending...' : 'Send Report'}
      busy={report.isPending}
      asksClass
      onSubmit={(reason, removeDraft, about) =>
        report.mutate({ body: { reason, class: about }, removeDraft }, { onSuccess: onDone })
      }
    />
  )
}
