import { useMutation } from '@tanstack/react-query'
import { textLimits } from '../../../contract/limits.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { PostReport } from '../../../contract/posts/posts-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { ReasonForm } from '../../ui/reason-form.tsx'
import { showErrorToast } from './post-toasts.ts'

export function ReportPostForm({ postId, onDone }: { postId: number; onDone: () => void }) {
  const report = useMutation({
    mutationFn: ({ body }: { body: PostReport; removeDraft: () => void }) =>
      api(postEndpoints.report, { params: { id: postId }, body }),
    onSuccess(_receipt, { removeDraft }) {
      removeDraft()
      toast({
        title: 'Report Submitted',
        description: 'Thank you for your report. Our team will review it.',
      })
    },
    onError: (error) => showErrorToast(errorMessage(error, 'Failed to report post')),
  })
  return (
    <ReasonForm
      schema={PostReport}
      draftName={`post-report-${postId}`}
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
