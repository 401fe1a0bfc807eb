import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { textLimits } from '../../../contract/limits.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { type Post, PostEdit } from '../../../contract/posts/posts-schemas.ts'
import { codePoints } from '../../../contract/text.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useSchemaForm } from '../../platform/forms/use-schema-form.ts'
import { toast } from '../../platform/toasts.ts'
import { FormActions } from '../../ui/dialog.tsx'
import { MentionTextarea } from './mentions/mention-textarea.tsx'
import { showErrorToast } from './post-toasts.ts'
import { refetchPosts } from './posts-cache.ts'

export function EditPostForm({ post, onDone }: { post: Post; onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useSchemaForm(PostEdit, { content: post.content })
  const edit = useMutation({
    mutationFn: (content: string) => api(postEndpoints.edit, { params: { id: post.id }, body: { content } }),
    async onSuccess() {
      await refetchPosts(client)
      toast({ title: t`Success`, description: t`Post edited successfully` })
      onDone()
    },
    onError: (error) => showErrorToast(errorMessage(error, t`Failed to edit post`)),
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submit(edit, ({ content }) => edit.mutate(content))}
    >
      <MentionTextarea
        label={t`Text`}
        rows={6}
        required
        hint={`${codePoints(form.watch('content'))}/${textLimits.post}`}
        {...form.field('content')}
      />
      <FormActions busy={edit.isPending}>{edit.isPending ? t`Saving...` : t`Save`}</FormActions>
    </form>
  )
}
