import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { textLimits } from '../../../contract/limits.ts'
import { commentEndpoints } from '../../../contract/posts/comments-endpoints.ts'
import { CommentReport } from '../../../contract/posts/comments-schemas.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { PostReport } from '../../../contract/posts/posts-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { ReasonForm } from '../../ui/form/reason-form.tsx'
import { showErrorToast } from './post-toasts.ts'

interface ReportFormProps {
  readonly what: 'post' | 'comment'
  readonly id: number
  readonly onDone: () => void
}

/** Reports a post or a comment to the moderators. */
export function ReportForm({ what, id, onDone }: ReportFormProps) {
  const { t } = useLingui()
  const endpoint = what === 'post' ? postEndpoints.report : commentEndpoints.report
  const report = useMutation({
    mutationFn: ({ body }: { body: PostReport; removeDraft: () => void }) =>
      api(endpoint, { params: { id }, body }),
    onSuccess(_receipt, { removeDraft }) {
      removeDraft()
      toast({
        title: t`Report Submitted`,
        description: t`Thank you for your report. Our team will review it.`,
      })
    },
    onError: (error) =>
      showErrorToast(
        errorMessage(error, what === 'post' ? t`Failed to report post` : t`Failed to report comment`),
      ),
  })
  return (
    <ReasonForm
      schema={what === 'post' ? PostReport : CommentReport}
      draftName={`${what}-report-${id}`}
      maxChars={textLimits.moderationReason.max}
      submitLabel={report.isPending ? t`Sending...` : t`Send report`}
      busy={report.isPending}
      asksClass
      onSubmit={(reason, removeDraft, about) =>
        report.mutate({ body: { reason, class: about }, removeDraft }, { onSuccess: onDone })
      }
    />
  )
}
