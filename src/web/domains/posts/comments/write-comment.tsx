import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { textLimits } from '../../../../contract/limits.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import { type Comment, CommentText, type NewComment } from '../../../../contract/posts/comments-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage, isStatus } from '../../../platform/api-error.ts'
import { newIdempotencyKey } from '../../../platform/idempotency-key.ts'
import { showSignInToast } from '../../../platform/sign-in-toast.ts'
import { toast } from '../../../platform/toasts.ts'
import { useFormDraft } from '../../../platform/use-form-draft.ts'
import { useSchemaForm } from '../../../platform/use-schema-form.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DraftNote } from '../../../ui/draft-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { MentionTextarea } from '../mentions/mention-textarea.tsx'
import { showErrorToast } from '../post-toasts.ts'
import { type CommentSubject, subjectPath } from './comment-subject.ts'
import { refetchComments } from './comments-query.ts'

interface WriteCommentProps {
  readonly subject: CommentSubject
  /** Newer comments are not shown yet, so that a new one appears below what is shown. */
  readonly hasMore: boolean
}

/** A form for members, the way to sign in for visitors. */
export function WriteComment(props: WriteCommentProps) {
  const viewer = useViewer()
  return viewer === null ? (
    <SignInToComment subject={props.subject} />
  ) : (
    <CommentForm key={viewer.id} {...props} />
  )
}

const SignInToComment = ({ subject }: { subject: CommentSubject }) => (
  <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
    <p className="font-semibold">
      <Trans>Sign in to comment</Trans>
    </p>
    <Button asChild>
      <Link to={`/auth?redirect=${subjectPath(subject)}`}>
        <LogIn aria-hidden className="size-4" />
        <Trans>Sign in</Trans>
      </Link>
    </Button>
  </Card>
)

interface WriteReplyProps extends WriteCommentProps {
  readonly parent: Comment
  /** Closes the form: sent, or given up. */
  readonly onDone: () => void
}

/** A form below the comment that it replies to, for members. */
export function WriteReply(props: WriteReplyProps) {
  const viewer = useViewer()
  return viewer && <CommentForm key={viewer.id} {...props} />
}

const noText = { content: '' }

const send = (subject: CommentSubject, written: { body: NewComment; idempotencyKey: string }) =>
  subject.type === 'post'
    ? api(commentEndpoints.create, { params: { id: subject.id }, ...written })
    : api(commentEndpoints.createOnNews, { params: { slug: subject.slug }, ...written })

function CommentForm({ subject, hasMore, parent, onDone }: WriteCommentProps & Partial<WriteReplyProps>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useSchemaForm(CommentText, noText)
  const on = subject.type === 'post' ? subject.id : subject.slug
  const draft = useFormDraft(form, `comment-${on}${parent === undefined ? '' : `-${parent.id}`}`, noText)
  const attempt = useRef({ content: '', key: '' })

  /** A failed attempt is repeated under its key: if only the response got lost, there is no second comment. */
  function keyOf(content: string): string {
    if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() }
    return attempt.current.key
  }

  const create = useMutation({
    mutationFn: (content: string) =>
      send(subject, {
        body: { content, ...(parent && { parentId: parent.id }) },
        idempotencyKey: keyOf(content),
      }),
    async onSuccess() {
      attempt.current = { content: '', key: '' }
      form.reset(noText)
      draft.remove()
      if (hasMore) toast({ title: t`Comment Posted`, description: t`Load more to see it.` })
      await refetchComments(client, subject)
      onDone?.()
    },
    onError(error) {
      if (isStatus(error, 401)) showSignInToast(msg`You must be logged in to comment`)
      else showErrorToast(errorMessage(error, t`Failed to post comment`))
    },
  })
  return (
    <Card tone="ember">
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={form.submit(create, ({ content }, handler) => create.mutate(content, handler))}
      >
        <DraftNote restored={draft.restored} onDiscard={draft.discard} />
        <MentionTextarea
          label={
            parent === undefined ? t`Your comment` : t`Your reply to ${{ username: parent.user.username }}`
          }
          rows={3}
          required
          // Who pressed Reply wants to write.
          autoFocus={parent !== undefined}
          readOnly={create.isPending}
          hint={`${codePoints(form.watch('content'))}/${textLimits.comment}`}
          {...form.field('content')}
        />
        <div className="flex flex-wrap gap-3 sm:justify-end">
          {onDone && (
            <Button look="quiet" onClick={onDone}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <SubmitButton busy={create.isPending} className="max-sm:grow">
            {create.isPending ? t`Posting...` : parent === undefined ? t`Comment` : t`Send reply`}
          </SubmitButton>
        </div>
        <p role="status" className="sr-only">
          {create.isSuccess && t`Your comment is published.`}
        </p>
      </form>
    </Card>
  )
}
