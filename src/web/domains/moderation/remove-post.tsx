import { useMutation } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { canModerate } from '../../../contract/moderation/moderation.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { RemovePostDialog } from './remove-post-dialog.tsx'

interface RemovePostProps {
  readonly post: { readonly id: number; readonly user: { readonly username: string; readonly rank: Rank } }
  /** The post is gone: whoever shows posts has to look again. */
  readonly onRemoved: () => void
}

/** Takes a post out of the feed, reported or not; nothing for whoever may not. */
export function RemovePost({ post, onRemoved }: RemovePostProps) {
  const viewer = useViewer()
  const removal = useMutation({
    mutationFn: (reason: string) =>
      api(moderationEndpoints.removePost, { params: { id: post.id }, body: { reason } }),
    onSuccess() {
      toast({ title: 'Post Removed' })
      onRemoved()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: errorMessage(error, 'The post could not be removed.'),
      }),
  })
  if (!canModerate(viewer, post.user)) return null
  return (
    <RemovePostDialog
      busy={removal.isPending}
      onRemove={(reason, close) => removal.mutate(reason, { onSuccess: close })}
      trigger={
        <button
          type="button"
          aria-label={`Remove the post by ${post.user.username}`}
          className="inline-flex size-9 items-center justify-center rounded-md text-ink-faint hover:bg-line hover:text-bad"
        >
          <ShieldX aria-hidden className="size-5" />
        </button>
      }
    />
  )
}
