import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { canModerate } from '../../../contract/moderation/moderation.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { api } from '../../platform/api.ts'
import { toast, toastFailure } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { RemoveDialog } from './remove-dialog.tsx'

interface RemoveWrittenProps {
  readonly what: 'post' | 'comment'
  readonly written: { readonly id: number; readonly user: { readonly username: string; readonly rank: Rank } }
  /** It was removed: refetches the lists that show it. */
  readonly onRemoved: () => void
}

const endpoints = { post: moderationEndpoints.removePost, comment: moderationEndpoints.removeComment }

/** Removes a post or comment, reported or not; renders nothing for viewers without the right. */
export function RemoveWritten({ what, written, onRemoved }: RemoveWrittenProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const removal = useMutation({
    mutationFn: (reason: string) => api(endpoints[what], { params: { id: written.id }, body: { reason } }),
    onSuccess() {
      toast({ title: what === 'post' ? t`Post Removed` : t`Comment Removed` })
      onRemoved()
    },
    onError: (error) =>
      toastFailure(
        t`Update Failed`,
        error,
        what === 'post' ? t`The post could not be removed.` : t`The comment could not be removed.`,
      ),
  })
  if (!canModerate(viewer, written.user)) return null
  const { username: name } = written.user
  return (
    <RemoveDialog
      what={what}
      id={written.id}
      busy={removal.isPending}
      onRemove={(reason, close) => removal.mutate(reason, { onSuccess: close })}
      trigger={
        <button
          type="button"
          aria-label={what === 'post' ? t`Remove the post by ${name}` : t`Remove the comment by ${name}`}
          className="inline-flex size-9 items-center justify-center rounded-md text-ink-faint hover:bg-line hover:text-bad"
        >
          <ShieldX aria-hidden className="size-5" />
        </button>
      }
    />
  )
}
